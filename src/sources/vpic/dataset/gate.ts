import { z } from 'zod';
import knownDecodes from '../../../../data/vpic/known-decodes.json' with { type: 'json' };
import type { Dataset } from '../../../vin/dataset.ts';
import { createVinEngine } from '../../../vin/engine.ts';

/** VINs with invented serials whose year, make and model do not change from month to month. */
export const knownDecodesSchema = z.array(
  z.strictObject({ vin: z.string(), year: z.string(), make: z.string(), model: z.string() }),
);
export type KnownDecode = z.infer<typeof knownDecodesSchema>[number];

/** A dataset that loses this share of its patterns or manufacturers is broken, not updated. */
const LARGEST_LOSS = 0.1;

/** What speaks against putting the new dataset in the place of the old one. */
export function objectionsTo(
  next: Dataset,
  current: Dataset | undefined,
  nowMs: number,
  known: readonly KnownDecode[] = knownDecodesSchema.parse(knownDecodes),
): string[] {
  const objections: string[] = [];
  if (current !== undefined) {
    for (const count of ['patterns', 'wmis', 'schemas'] as const) {
      const before = current.header.counts[count];
      const after = next.header.counts[count];
      if (after < before * (1 - LARGEST_LOSS)) objections.push(`${count} fell from ${before} to ${after}`);
    }
    if (next.header.date < current.header.date) {
      objections.push(
        `its newest row is of ${next.header.date}, the present one's of ${current.header.date}`,
      );
    }
  }
  const engine = createVinEngine(next);
  for (const [index, { vin, year, make, model }] of known.entries()) {
    const { fields } = engine.decode(vin, { nowMs });
    const expected = `${year} ${make} ${model}`;
    const actual = `${fields.ModelYear ?? '-'} ${fields.Make ?? '-'} ${fields.Model ?? '-'}`;
    if (actual !== expected)
      objections.push(`known decode ${index + 1} changed from ${expected} to ${actual}`);
  }
  return objections;
}
