import { describe, expect, it } from 'vitest';
import type { CanadaReader } from '../../src/mirror/read/mirror.ts';
import type { ComplaintReader, RecallReader } from '../../src/mirror/read/nhtsa-reader.ts';
import type { VehicleName } from '../../src/sources/nhtsa/nhtsa.ts';
import type { NhtsaComplaint } from '../../src/sources/nhtsa/records.ts';

/** A source of public records, be it a service that is asked or a copy of its own files. */
export interface RecordSources {
  recalls: RecallReader;
  complaints: Pick<ComplaintReader, 'models'> & {
    complaintsByVehicle(vehicle: VehicleName): Promise<NhtsaComplaint[]>;
  };
  canada: CanadaReader;
}

/** Expects the sources to hold what `records.ts` says. */
export function describeSources(open: () => Promise<RecordSources & AsyncDisposable>): void {
  const elantra = { make: 'HYUNDAI', model: 'ELANTRA', year: 2013 };

  describe('recalls', () => {
    it('lists the models of a make and year, each once, however the make is written', async () => {
      await using sources = await open();
      expect((await sources.recalls.models('Hyundai', 2013)).sort()).toEqual(['ELANTRA', 'ELANTRA GT']);
      expect(await sources.recalls.models('HYUNDAI', 1999)).toEqual([]);
    });

    it('gives each recall of a model with its texts, flags and day', async () => {
      await using sources = await open();
      const found = await sources.recalls.recallsByVehicle(elantra);
      const byNumber = found.toSorted((a, b) => a.NHTSACampaignNumber.localeCompare(b.NHTSACampaignNumber));
      expect(byNumber).toMatchObject([
        {
          NHTSACampaignNumber: '14V001000',
          ReportReceivedDate: '2014-01-15',
          Component: 'AIR BAGS',
          Summary: 'The air bag may not inflate.',
          Remedy: 'Dealers replace it.',
          Manufacturer: 'Hyundai Motor America',
          parkOutSide: true,
          Notes: null,
        },
        { NHTSACampaignNumber: '15V002000', ReportReceivedDate: '2015-03-02', parkOutSide: null },
      ]);
    });

    it('gives nothing for a model that it does not know', async () => {
      await using sources = await open();
      expect(await sources.recalls.recallsByVehicle({ ...elantra, model: 'ELANTR' })).toEqual([]);
      expect(await sources.recalls.recallsByVehicle({ ...elantra, year: 1999 })).toEqual([]);
    });
  });

  describe('complaints', () => {
    it('gives each complaint with its components, flags and text', async () => {
      await using sources = await open();
      expect(await sources.complaints.models('HYUNDAI', 2013)).toEqual(['ELANTRA']);
      const found = await sources.complaints.complaintsByVehicle(elantra);
      expect(found.toSorted((a, b) => Number(a.odiNumber) - Number(b.odiNumber))).toMatchObject([
        { odiNumber: 7001, components: 'ENGINE,SERVICE BRAKES, HYDRAULIC', fire: true, crash: false },
        { odiNumber: 7002, components: 'STEERING', vin: '5NPDH4AE8DH', summary: 'It pulls to the left.' },
      ]);
    });

    it('gives nothing for a model that it does not know', async () => {
      await using sources = await open();
      expect(await sources.complaints.complaintsByVehicle({ ...elantra, model: 'TIBURON' })).toEqual([]);
    });
  });

  describe('Canadian recalls', () => {
    it('finds makes by a part of their name, and only the year', async () => {
      await using sources = await open();
      const rows = await sources.canada.recallsOfMakes(['hyun'], 2013);
      expect(rows.map(({ recallNumber, model, recalledOn }) => [recallNumber, model, recalledOn])).toEqual([
        ['2014001', 'ELANTRA', '2014-02-03'],
      ]);
      expect(await sources.canada.recallsOfMakes(['HYUNDAI'], 2001)).toEqual([]);
      expect(await sources.canada.recallsOfMakes(['NOBODY'], 2013)).toEqual([]);
    });

    it('gives the details of a recall, and nothing for a number that is none', async () => {
      await using sources = await open();
      expect(await sources.canada.recallDetails('2014001')).toMatchObject([
        { COMMENT_ETXT: 'The air bag may fail.', UNIT_AFFECTED_NBR: 2700, RECALL_DATE_DTE: '2014-02-03' },
      ]);
      expect(await sources.canada.recallDetails('1999999')).toEqual([]);
    });
  });
}
