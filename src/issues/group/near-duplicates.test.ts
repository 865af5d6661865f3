import { describe, expect, it } from 'vitest';
import { complaint } from '../../../test/issues/complaints.ts';
import { prepareComplaints, representatives } from '../read/prepare.ts';

const LETTER =
  'Dear sirs, the power steering of my car failed without any warning on the way home and the wheel became impossible to turn, so I nearly hit the car beside me. This must be recalled before somebody dies.';

function voices(...rows: Parameters<typeof complaint>[]): number[] {
  return representatives(prepareComplaints(rows.map((row) => complaint(...row)))).map(
    (one) => one.complaint.odiNumber,
  );
}

describe('complaints in nearly the same words', () => {
  it('are one voice, the newest: a form letter', () => {
    expect(
      voices(
        [1, LETTER, { filedOn: '2020-01-01' }],
        [2, LETTER, { filedOn: '2021-01-01' }],
        [3, LETTER.replace('Dear sirs', 'Hello'), { filedOn: '2019-01-01' }],
      ),
    ).toEqual([2]);
  });

  it('are several voices when the stories differ', () => {
    const other =
      'The power steering of my car failed while I was parking at work and a warning light came on, then it was fine for three weeks until it failed again on the motorway.';
    expect(voices([1, LETTER], [2, other])).toEqual([1, 2]);
  });

  it('are several voices when they are short and nothing says they are of one car', () => {
    expect(voices([1, 'Fuel sensor malfunction'], [2, 'Fuel sensor malfunction'])).toEqual([1, 2]);
    const sameCar = { vinPrefix: '5NMSG13D88H' };
    expect(voices([1, 'Fuel sensor malfunction', sameCar], [2, 'Fuel sensor malfunction', sameCar])).toEqual([
      2,
    ]);
  });

  it('are several voices when only the hotline form is alike', () => {
    const taken = (dealer: string, miles: string) =>
      `The contact owns a 2024 Ford Maverick. The contact received notification of NHTSA Campaign Number: 24V684000 (Back Over Prevention); however, the part to do the recall repair was not yet available. ${dealer} The failure mileage was ${miles}.`;
    expect(
      voices(
        [1, taken('The local dealer was not contacted.', '1,200')],
        [
          2,
          taken(
            'The dealer was made aware of the issue and confirmed that parts were not yet available.',
            '18,000',
          ),
        ],
      ),
    ).toEqual([1, 2]);
  });

  it('are several voices when the hotline wrote the same of two cars', () => {
    const taken =
      'The contact owns a 2018 Honda Civic. The contact received notification of NHTSA Campaign Number: 23V858000 (Fuel System, Gasoline) however, the part to do the recall repair was not yet available. The contact stated that the manufacturer had exceeded a reasonable amount of time for the recall repair. The contact had not experienced a failure.';
    const [one, other] = [{ vinPrefix: '2HGFC2F59JH' }, { vinPrefix: '19XFC2F77JE' }];
    expect(voices([1, taken, one], [2, taken, other])).toEqual([1, 2]);
    expect(voices([1, taken, one], [2, taken, one])).toEqual([2]);
    expect(voices([1, LETTER, one], [2, LETTER, other])).toEqual([2]);
  });
});
