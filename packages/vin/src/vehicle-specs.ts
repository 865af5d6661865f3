import { attributeText, type Dataset } from './dataset.ts';
import { ELEMENT, type FoundItem, type FoundItems, isNote } from './elements.ts';
import type { SpecRow, SpecSchema } from './vehicle-spec-table.ts';
import type { Wmi } from './wmi-table.ts';

const PRIORITY = -100;

/** Adds attributes by make, model and year, for elements that are still unknown. */
export function addVehicleSpecs(
  dataset: Dataset,
  wmi: Wmi,
  model: FoundItem | undefined,
  year: number | null,
  found: FoundItems,
): void {
  if (typeof model?.attribute !== 'number') return;
  const schemas = dataset.specs.forModel(model.attribute).filter((schema) => applies(schema, wmi, year));
  if (schemas.length === 0) return;
  const best = new Map<number, SpecRow>();
  for (const schema of schemas) {
    for (const pattern of schema.patterns()) {
      if (pattern.keys.length === 0 || !pattern.keys.every((key) => isDecoded(dataset, found, key))) continue;
      for (const row of pattern.rows) {
        const isKnown = found.of(row.element) !== undefined;
        if (isKnown && !isNote(row.element) && row.element !== ELEMENT.batteryInfo) continue;
        const known = best.get(row.element);
        if (known === undefined || row.newness > known.newness) best.set(row.element, row);
      }
    }
  }
  for (const row of best.values()) {
    if (isNote(row.element) || found.of(row.element) !== undefined) found.others.push(itemOf(row));
    else found.add(itemOf(row));
  }
}

function isDecoded(dataset: Dataset, found: FoundItems, key: SpecRow): boolean {
  const best = found.of(key.element);
  if (best !== undefined && isSame(dataset, best, key)) return true;
  return found.others.some((item) => item.element === key.element && isSame(dataset, item, key));
}

/** Compares attributes as NHTSA stores them, in any case: two models of one name, or two ids, stay two. */
function isSame(dataset: Dataset, item: FoundItem, key: SpecRow): boolean {
  if (item.attribute === key.attribute) return true;
  if (item.element === ELEMENT.model) return false;
  return attributeText(dataset, item).toLowerCase() === attributeText(dataset, key).toLowerCase();
}

function applies(schema: SpecSchema, wmi: Wmi, year: number | null): boolean {
  return (
    schema.vehicleType === wmi.vehicleType &&
    wmi.makes.includes(schema.make) &&
    (schema.years.length === 0 || (year !== null && schema.years.includes(year)))
  );
}

function itemOf(row: SpecRow): FoundItem {
  return {
    element: row.element,
    attribute: row.attribute,
    value: undefined,
    source: 'vehicle specification',
    priority: PRIORITY,
    key: -1,
    schema: -1,
    level: 0,
  };
}
