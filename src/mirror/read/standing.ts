import { getOrInsert } from '../../lib/on-demand.ts';
import { type ComplaintCounts, type ComplaintYear, keys } from '../blocks.ts';
import type { BlockReader } from './block-reader.ts';

export interface CountedModel extends ComplaintCounts {
  make: string;
  model: string;
}

/** Answers what only the whole record can say. */
export function createStanding({ read }: BlockReader) {
  return {
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

export type Standing = ReturnType<typeof createStanding>;

const FIRST_YEAR = 1950;

/** Lists the models and years with the most complaints of all. */
export async function mostComplained(
  standing: Standing,
  most: number,
  newestYear: number,
): Promise<(CountedModel & { year: number })[]> {
  const found: (CountedModel & { year: number })[] = [];
  for (let year = FIRST_YEAR; year <= newestYear; year++)
    for (const model of await standing.modelsOfYear(year)) found.push({ ...model, year });
  return found.sort((a, b) => b.complaints - a.complaints).slice(0, most);
}
