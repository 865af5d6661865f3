import type { Dataset } from './dataset.ts';
import { isShown } from './fields.ts';
import type { FoundItems } from './found-items.ts';
import type { ItemSource } from './items.ts';

/** Which row of NHTSA's data produced a field. */
export interface FieldTrace {
  source: ItemSource;
  /** The schema introduced last wins: for patterns this is its first model year. */
  priority: number;
  schema?: string;
  key?: string;
}

export function traceOf(dataset: Dataset, found: FoundItems): Record<string, FieldTrace> {
  const trace: Record<string, FieldTrace> = {};
  for (const item of [...found.best, ...found.others]) {
    const element = dataset.elements[item.element];
    if (element?.isPublic !== true || trace[element.code] !== undefined || !isShown(dataset, item)) continue;
    trace[element.code] = {
      source: item.source,
      priority: item.priority,
      ...(item.schema < 0 ? {} : { schema: dataset.schemaName(item.schema) }),
      ...(item.key < 0 ? {} : { key: dataset.groups.keys.text(item.key) }),
    };
  }
  return trace;
}
