import defaultValues from '../data/default-values.json' with { type: 'json' };
import descriptorYears from '../data/descriptor-years.json' with { type: 'json' };
import errorCodes from '../data/error-codes.json' with { type: 'json' };
import lookups from '../data/lookups.json' with { type: 'json' };
import type { VpicTables } from './tables.ts';

const NOT_APPLICABLE = '0';

/** Fills from the package's own data what the tables lack; what they have stays. */
export function fillFromSmallTables(tables: VpicTables): VpicTables {
  return {
    ...tables,
    lookups: fillLookups(tables.lookups),
    errorCodes: tables.errorCodes.length > 0 ? tables.errorCodes : errorCodes,
    defaults: tables.defaults.length > 0 ? tables.defaults : readDefaults(tables),
    descriptorYears:
      tables.descriptorYears.length > 0
        ? tables.descriptorYears
        : Object.entries(descriptorYears).flatMap(([year, descriptors]) =>
            descriptors.map((descriptor) => ({ descriptor, year: Number(year) })),
          ),
  };
}

function readDefaults(tables: VpicTables): VpicTables['defaults'] {
  const idOf = new Map(tables.elements.map((element) => [element.code, element.id]));
  return defaultValues.flatMap(({ vehicleType, notApplicable, values }) =>
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
  for (const [name, rows] of Object.entries(lookups)) {
    const table = filled.get(name) ?? new Map<string, string>();
    for (const [id, text] of Object.entries(rows)) if (!table.has(id)) table.set(id, text);
    filled.set(name, table);
  }
  return filled;
}
