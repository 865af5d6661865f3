import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import type { Item } from './items.ts';

const PRIORITY = 50;

/** What the name of the engine implies, weaker than any pattern. */
export function addEngineModelItems(dataset: Dataset, engine: Item | undefined, found: FoundItems): void {
  if (engine === undefined) return;
  const name = typeof engine.attribute === 'number' ? dataset.strings.at(engine.attribute) : engine.attribute;
  for (const row of dataset.engineModel(name)) {
    if (!isTrusted(dataset, row.element)) continue;
    found.offer({
      element: row.element,
      attribute: row.attribute,
      value: undefined,
      source: 'engine model',
      priority: PRIORITY,
      key: engine.key,
      schema: engine.schema,
      level: row.order,
    });
  }
}

/** A figure that patterns would correct is not to be trusted where those patterns are missing. */
function isTrusted({ elements, header }: Dataset, element: number): boolean {
  const info = elements[element];
  return header.isWhole || info?.isHeld === true || info?.isDecimal !== true;
}
