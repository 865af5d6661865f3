import type { Dataset } from './dataset.ts';
import { ELEMENT, type Item } from './items.ts';
import type { Wmi } from './wmi-table.ts';

const OF_MODEL = 1000;
const OF_WMI = -100;

/** The make of the model; without a model, the make of the WMI if it has exactly one. Never the WMI's against the model's. */
export function makeItem(dataset: Dataset, wmi: Wmi, model: Item | undefined): Item | undefined {
  if (model !== undefined) {
    const make = typeof model.attribute === 'number' ? dataset.modelMake(model.attribute) : undefined;
    return make === undefined
      ? undefined
      : { ...item(make), priority: OF_MODEL, key: model.key, schema: model.schema };
  }
  const [only] = wmi.makes;
  if (only === undefined || wmi.makes.length !== 1) return undefined;
  return { ...item(dataset.strings.at(only)), source: 'manufacturer code', priority: OF_WMI };
}

function item(make: string): Item {
  return {
    element: ELEMENT.make,
    attribute: make,
    value: make.toUpperCase(),
    source: 'make of model',
    priority: 0,
    key: -1,
    schema: -1,
    level: 0,
  };
}
