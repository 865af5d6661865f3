import { modelYearsOf } from '@forecourt/vin/vin-text';
import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { RawFields } from '../sources/vpic/embedded-decoder.ts';
import { codesOf, isIdentified, textOf, VERDICT_CODES } from './normalise.ts';

const supplementSchema = z.strictObject({
  verifiedOn: z.iso.date(),
  vehicles: z.array(
    z
      .strictObject({
        vin: z
          .string()
          .startsWith('^')
          .transform((text) => new RegExp(text)),
        years: z.templateLiteral([z.int(), '-', z.int().or(z.literal(''))]).transform((text) => {
          const [first, last] = text.split('-').map(Number);
          return { first: first ?? 0, last: last || Number.POSITIVE_INFINITY };
        }),
        facts: z.intersection(
          z.object({ Make: z.string(), Model: z.string() }),
          z.record(z.string(), z.string()),
        ),
        market: z.string(),
        sources: z.array(z.url()),
        confidence: z.enum(['high', 'medium', 'low']),
      })
      .refine(({ sources, confidence }) => sources.length > 0 || confidence === 'low', {
        message: 'without a source confidence is low',
      }),
  ),
});

/** Cars that NHTSA does not know: data/vehicles/README.md. */
export const supplement = onDemand(() => readDataFile('vehicles/supplement.json', supplementSchema));

export const SUPPLEMENT_NAME = 'Forecourt supplement';

/** The source of a decode by the supplement; null for a decode by NHTSA's data. */
export function supplementNote({
  source,
  completionNote,
}: {
  source: string;
  completionNote: string | null;
}) {
  return source === SUPPLEMENT_NAME ? completionNote : null;
}

const WRONG_CHECK_DIGIT = 1;

export interface Supplemented {
  /** The facts of the row alone, with NHTSA's verdict on the VIN. */
  fields: RawFields;
  verifiedOn: string;
  note: string;
}

/** Finds a car that NHTSA's data could not name; `fields` is what they do say. Undefined where they name one. */
export function supplemented(vin: string, fields: RawFields): Supplemented | undefined {
  if (isIdentified(fields)) return undefined;
  const { vehicles, verifiedOn } = supplement();
  // A slip in the VIN of another car of the maker could look like one of these.
  if (textOf(fields, 'Manufacturer') !== null && codesOf(fields).includes(WRONG_CHECK_DIGIT))
    return undefined;
  for (const { vin: pattern, years, facts, market, sources, confidence } of vehicles) {
    const year = modelYearsOf(vin).find((one) => one >= years.first && one <= years.last);
    if (year === undefined || !pattern.test(vin)) continue;
    return {
      fields: {
        ...Object.fromEntries(VERDICT_CODES.map((code) => [code, fields[code] ?? ''])),
        ...facts,
        ModelYear: String(year),
      },
      verifiedOn,
      note:
        `NHTSA does not know this car. Make, model and year are of our own supplement (confidence: ${confidence}; ` +
        `${sources.length > 0 ? sources.join(', ') : 'known to us without a source'}). ${market}`,
    };
  }
  return undefined;
}
