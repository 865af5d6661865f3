import type { Dataset } from './dataset.ts';
import type { Item, ItemSource } from './items.ts';

/** Which row of NHTSA's data produced a field. */
export interface FieldTrace {
  source: ItemSource;
  /** The schema introduced last wins: for patterns this is its first model year. */
  priority: number;
  schema?: string;
  key?: string;
}

export function traceOf(dataset: Dataset, items: readonly Item[]): Record<string, FieldTrace> {
  const trace: Record<string, FieldTrace> = {};
  for (const item of items) {
    const element = dataset.elements[item.element];
    if (element?.isPublic !== true || trace[element.code] !== undefined) continue;
    trace[element.code] = {
      source: item.source,
      priority: item.priority,
      ...(item.schema < 0 ? {} : { schema: dataset.schemaName(item.schema) }),
      ...(item.key < 0 ? {} : { key: dataset.keyText(item.key) }),
    };
  }
  return trace;
}
