import { expect, it } from 'vitest';
import { z } from 'zod';
import defaultValues from '../../packages/vin/data/default-values.json' with { type: 'json' };
import descriptorYears from '../../packages/vin/data/descriptor-years.json' with { type: 'json' };
import errorCodes from '../../packages/vin/data/error-codes.json' with { type: 'json' };
import knownDecodes from '../../packages/vin/data/known-decodes.json' with { type: 'json' };
import lookups from '../../packages/vin/data/lookups.json' with { type: 'json' };

it.each([
  [
    'error codes',
    errorCodes,
    z.array(z.strictObject({ code: z.int(), weight: z.int().max(0), text: z.string(), detail: z.string() })),
  ],
  [
    'default values',
    defaultValues,
    z.array(
      z.strictObject({
        vehicleType: z.int(),
        name: z.string(),
        notApplicable: z.array(z.string()),
        values: z.record(z.string(), z.string()),
      }),
    ),
  ],
  ['descriptor years', descriptorYears, z.record(z.string().regex(/^\d{4}$/), z.array(z.string()))],
  ['lookups', lookups, z.record(z.string(), z.record(z.string().regex(/^\d+$/), z.string()))],
  [
    'known decodes',
    knownDecodes,
    z.array(
      z.strictObject({
        vin: z.string(),
        modelYear: z.int().optional(),
        year: z.string().nullable(),
        make: z.string().nullable(),
        model: z.string().nullable(),
      }),
    ),
  ],
])('the small table of %s has the form that its reader takes on trust', (_, table, schema) => {
  expect(schema.safeParse(table).error).toBeUndefined();
});
