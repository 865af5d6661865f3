import { z } from 'zod';
import defaultValues from '../../../../data/vpic/default-values.json' with { type: 'json' };
import descriptorYears from '../../../../data/vpic/descriptor-years.json' with { type: 'json' };
import errorCodes from '../../../../data/vpic/error-codes.json' with { type: 'json' };
import lookups from '../../../../data/vpic/lookups.json' with { type: 'json' };
import type { VpicTables } from './tables.ts';

const errorCodesSchema = z.array(
  z.strictObject({ code: z.int(), weight: z.int().max(0), text: z.string(), detail: z.string() }),
);
const defaultsSchema = z.array(
  z.strictObject({
    vehicleType: z.int(),
    name: z.string(),
    notApplicable: z.array(z.string()),
    values: z.record(z.string(), z.string()),
  }),
);
const descriptorYearsSchema = z.record(z.string().regex(/^\d{4}$/), z.array(z.string()));
const lookupsSchema = z.record(z.string(), z.record(z.string().regex(/^\d+$/), z.string()));

const NOT_APPLICABLE = '0';

/** Fills from data/vpic what the tables lack; what they have stays. */
export function fillFromSmallTables(tables: VpicTables): VpicTables {
  return {
    ...tables,
    lookups: fillLookups(tables.lookups),
    errorCodes: tables.errorCodes.length > 0 ? tables.errorCodes : errorCodesSchema.parse(errorCodes),
    defaults: tables.defaults.length > 0 ? tables.defaults : readDefaults(tables),
    descriptorYears:
      tables.descriptorYears.length > 0
        ? tables.descriptorYears
        : Object.entries(descriptorYearsSchema.parse(descriptorYears)).flatMap(([year, descriptors]) =>
            descriptors.map((descriptor) => ({ descriptor, year: Number(year) })),
          ),
  };
}

function readDefaults(tables: VpicTables): VpicTables['defaults'] {
  const idOf = new Map(tables.elements.map((element) => [element.code, element.id]));
  return defaultsSchema.parse(defaultValues).flatMap(({ vehicleType, notApplicable, values }) =>
    [...notApplicable.map((code) => [code, NOT_APPLICABLE] as const), ...Object.entries(values)].flatMap(
      ([code, value]) => {
        const element = idOf.get(code);
        return element === undefined ? [] : [{ vehicleType, element, value }];
      },
    ),
  );
}

function fillLookups(known: VpicTables['lookups']): VpicTables['lookups'] {
  const filled = new Map([...known].map(([name, rows]) => [name, new Map(rows)]));
  for (const [name, rows] of Object.entries(lookupsSchema.parse(lookups))) {
    const table = filled.get(name) ?? new Map<string, string>();
    for (const [id, text] of Object.entries(rows)) if (!table.has(id)) table.set(id, text);
    filled.set(name, table);
  }
  return filled;
}
