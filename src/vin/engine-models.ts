import type { Dataset } from './dataset.ts';
import type { Item } from './items.ts';

const PRIORITY = 50;

/** What the name of the engine implies, weaker than any pattern. */
export function engineModelItems(dataset: Dataset, engine: Item | undefined): Item[] {
  if (engine === undefined) return [];
  const name = typeof engine.attribute === 'number' ? dataset.strings.at(engine.attribute) : engine.attribute;
  const rows = dataset.header.engineModels[name.trim().toLowerCase()];
  if (rows === undefined) return [];
  return rows.map((row) => ({
    element: row.element,
    attribute: row.attribute,
    value: undefined,
    source: 'engine model',
    priority: PRIORITY,
    key: engine.key,
    schema: engine.schema,
    level: row.order,
  }));
}
