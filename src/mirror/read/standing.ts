import { type ComplaintCounts, type ComplaintYear, keys } from '../blocks.ts';
import type { BlockReader } from './block-reader.ts';

export interface CountedModel extends ComplaintCounts {
  make: string;
  model: string;
}

/** What only the whole record can say. */
export interface Standing {
  /** All models of a model year with what is filed under them. */
  modelsOfYear(year: number): Promise<CountedModel[]>;
}

export function createStanding({ read }: BlockReader): Standing {
  return {
    async modelsOfYear(year) {
      const counted = new Map<string, CountedModel>();
      for (const makes of (await read(keys.year(year))) as ComplaintYear[])
        for (const [make, models] of Object.entries(makes))
          for (const [model, { complaints, severe }] of Object.entries(models)) {
            const known = counted.get(`${make}\t${model}`) ?? { make, model, complaints: 0, severe: 0 };
            known.complaints += complaints;
            known.severe += severe;
            counted.set(`${make}\t${model}`, known);
          }
      return [...counted.values()];
    },
  };
}
