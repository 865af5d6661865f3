import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import { ELEMENT, type Item, type ItemSource } from './items.ts';
import type { Wmi } from './wmi-table.ts';

const OF_MODEL = 1000;
const OF_WMI = -100;

/** The make of the model; without a model, the make of the WMI if it has exactly one. Never the WMI's against the model's. */
export function addMake(dataset: Dataset, wmi: Wmi, model: Item | undefined, found: FoundItems): void {
  if (model !== undefined) {
    const make = typeof model.attribute === 'number' ? dataset.modelMake(model.attribute) : undefined;
    if (make !== undefined) found.add(itemOf(make, 'make of model', OF_MODEL, model.key, model.schema));
    return;
  }
  const [only] = wmi.makes;
  if (only === undefined || wmi.makes.length !== 1) return;
  found.add(itemOf(dataset.strings.at(only), 'manufacturer code', OF_WMI, -1, -1));
}

function itemOf(make: string, source: ItemSource, priority: number, key: number, schema: number): Item {
  return { element: ELEMENT.make, attribute: make, value: make, source, priority, key, schema, level: 0 };
}
