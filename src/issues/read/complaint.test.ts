import { describe, expect, it } from 'vitest';
import { complaint } from '../../../test/issues/complaints.ts';
import { complaintFromNhtsa, splitComponents, uniqueComplaints } from './complaint.ts';

describe('a complaint record', () => {
  it('is read with its dates month first', () => {
    expect(
      complaintFromNhtsa({
        odiNumber: 11055621,
        dateComplaintFiled: '12/20/2017',
        dateOfIncident: '01/02/2017',
        crash: true,
        numberOfInjuries: 2,
      }),
    ).toMatchObject({
      odiNumber: 11055621,
      filedOn: '2017-12-20',
      incidentOn: '2017-01-02',
      crash: true,
      injuries: 2,
      fire: false,
    });
  });

  it.each<[string, string | null]>([
    ['12/31/1969', null],
    ['02/30/2017', null],
    ['13/01/2017', null],
    ['', null],
    ['2017-05-06', '2017-05-06'],
  ])('takes the incident date %s for %s', (text, expected) => {
    expect(complaintFromNhtsa({ odiNumber: 1, dateOfIncident: text })?.incidentOn).toBe(expected);
  });

  it('has no incident date after its filing', () => {
    expect(
      complaintFromNhtsa({ odiNumber: 1, dateComplaintFiled: '01/05/2022', dateOfIncident: '01/05/2026' })
        ?.incidentOn,
    ).toBeNull();
  });

  it.each([undefined, null, '', 'abc', 0, -3, 1.5])('is none without a usable number (%s)', (odiNumber) => {
    expect(complaintFromNhtsa({ odiNumber })).toBeUndefined();
  });

  it('keeps a comma that belongs to a component name', () => {
    expect(splitComponents('AIR BAGS,SERVICE BRAKES, HYDRAULIC,FUEL SYSTEM, GASOLINE,AIR BAGS')).toEqual([
      'AIR BAGS',
      'SERVICE BRAKES, HYDRAULIC',
      'FUEL SYSTEM, GASOLINE',
    ]);
  });
});

describe('several rows of one complaint', () => {
  it('are one complaint: components joined, injuries not added up, in any order', () => {
    const rows = [
      complaint(5, 'short', { components: ['STEERING'], injuries: 2, crash: true }),
      complaint(5, 'the longer text', { components: ['AIR BAGS'], injuries: 2, crash: true }),
    ];
    const joined = {
      odiNumber: 5,
      summary: 'the longer text',
      components: ['AIR BAGS', 'STEERING'],
      injuries: 2,
      crash: true,
    };

    expect(uniqueComplaints(rows)).toMatchObject([joined]);
    expect(uniqueComplaints(rows.toReversed())).toEqual(uniqueComplaints(rows));
  });
});
