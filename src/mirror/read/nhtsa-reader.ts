import { getOrInsert } from '../../lib/on-demand.ts';
import type { VehicleName } from '../../sources/nhtsa/nhtsa.ts';
import type { NhtsaRecall } from '../../sources/nhtsa/records.ts';
import {
  type BlockReader,
  type ComplaintCounts,
  type ComplaintModels,
  type ComplaintYear,
  keys,
  type ModelRecall,
  type NamedPairs,
  type RecallModels,
} from '../blocks.ts';
import { type FiledBlocks, type FiledHead, textsDigestOf } from '../complaint-blocks.ts';
import type { RecallTexts } from '../load/load-recalls.ts';

export type RecallReader = ReturnType<typeof createRecallReader>;
export type ComplaintReader = ReturnType<typeof createComplaintReader>;

export interface CountedModel extends ComplaintCounts {
  make: string;
  model: string;
}

// Blocks are read in the form in which this program wrote them; a copy of another form is not opened.

export function createRecallReader({ read }: BlockReader) {
  const modelsOf = (make: string, year: number) =>
    read(keys.models(make.toUpperCase(), year)) as Promise<RecallModels[]>;

  async function recallOf(filed: ModelRecall): Promise<NhtsaRecall[]> {
    const found = (await read(keys.recall(filed[0]))) as RecallTexts[];
    return found.slice(0, 1).map((recall) => toRecord(filed, recall));
  }

  return {
    /** Names the models of a make and year with filings. */
    async models(make: string, year: number) {
      return namesOf(await modelsOf(make, year));
    },
    async recallsByVehicle({ make, model, year }: VehicleName) {
      const wanted = model.toUpperCase();
      const filed = new Map<string, ModelRecall>();
      for (const models of await modelsOf(make, year))
        for (const [name, recalls] of models)
          if (name === wanted) for (const recall of recalls) filed.set(recall[0], recall);
      return (await Promise.all([...filed.values()].map(recallOf))).flat();
    },
  };
}

function toRecord(
  [campaign, components, producedFrom, producedTo]: ModelRecall,
  recall: RecallTexts,
): NhtsaRecall {
  return {
    NHTSACampaignNumber: campaign,
    ReportReceivedDate: recall.reportedOn,
    Component: components,
    Summary: recall.summary,
    Consequence: recall.consequence,
    Remedy: recall.remedy,
    Notes: recall.notes || null,
    Manufacturer: recall.manufacturer || null,
    parkIt: recall.doNotDrive,
    parkOutSide: recall.parkOutside,
    // The files do not have it.
    overTheAirUpdate: null,
    worded: recall.worded,
    filing: {
      unitsAffected: recall.unitsAffected,
      ownersToldOn: recall.ownersToldOn,
      producedFrom,
      producedTo,
    },
  };
}

export function createComplaintReader({ read }: BlockReader) {
  /** Reads blocks of both kinds: a model may have many complaints in one file and few in another. */
  async function headsOf({ year, ...name }: VehicleName) {
    const [make, model] = [name.make.toUpperCase(), name.model.toUpperCase()];
    const found = [keys.complaints(make, model, year), keys.fewComplaints(make, year)].map(async (key) =>
      ((await read(key)) as Uint8Array[]).map((head) => ({ key, model, head })),
    );
    return (await Promise.all(found)).flat();
  }

  return {
    /** Names the models of a make and year with filings. */
    async models(make: string, year: number) {
      return namesOf((await read(keys.models(make.toUpperCase(), year))) as ComplaintModels[]);
    },
    /** Leaves them packed: thousands of complaints are read in a thread of their own. */
    async complaintHeads(vehicle: VehicleName): Promise<FiledHead[]> {
      return (await headsOf(vehicle)).map(({ model, head }) => ({ model, head }));
    },
    /** Adds the owners' words. */
    async complaintBlocks(vehicle: VehicleName): Promise<FiledBlocks[]> {
      const found = (await headsOf(vehicle)).map(async ({ key, model, head }) => {
        const [texts] = (await read(keys.complaintTexts(key, textsDigestOf(head)))) as Uint8Array[];
        if (texts === undefined) throw new Error('The texts of some complaints are missing.');
        return { model, head, texts };
      });
      return Promise.all(found);
    },
    /** Lists all models of a model year with their counts. */
    async modelsOfYear(year: number): Promise<CountedModel[]> {
      const counted = new Map<string, CountedModel>();
      for (const makes of (await read(keys.year(year))) as ComplaintYear[])
        for (const [make, models] of makes)
          for (const [model, { complaints, severe, vin }] of models) {
            const none = { make, model, complaints: 0, severe: 0, vin: '' };
            const known = getOrInsert(counted, `${make}\t${model}`, () => none);
            known.complaints += complaints;
            known.severe += severe;
            known.vin ||= vin;
          }
      return [...counted.values()];
    },
  };
}

const namesOf = (blocks: readonly NamedPairs<unknown>[]) => [
  ...new Set(blocks.flatMap((models) => models.map(([name]) => name))),
];

const FIRST_YEAR = 1950;

/** Lists the models and years with the most complaints of all. */
export async function mostComplained(
  { modelsOfYear }: Pick<ComplaintReader, 'modelsOfYear'>,
  most: number,
  newestYear: number,
): Promise<(CountedModel & { year: number })[]> {
  const found: (CountedModel & { year: number })[] = [];
  for (let year = FIRST_YEAR; year <= newestYear; year++)
    for (const model of await modelsOfYear(year)) found.push({ ...model, year });
  return found.sort((a, b) => b.complaints - a.complaints).slice(0, most);
}
