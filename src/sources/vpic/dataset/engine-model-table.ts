import { byNumber, clean } from './cell-text.ts';
import type { VpicTables } from './tables.ts';

type Implied = { element: number; attribute: string; order: number };

/** What each engine's name implies, with the order of the dates. */
export function engineModelTable(tables: VpicTables): Record<string, Implied[]> {
  const byModel = Map.groupBy(tables.engineModelPatterns, (row) => row.engineModel);
  const result: Record<string, Implied[]> = {};
  const entries = [...tables.engineModels].map(([id, name]) => [id, clean(name).toLowerCase()] as const);
  for (const [id, name] of entries.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const rows = byModel.get(id) ?? [];
    const dates = [...new Set(rows.map((row) => row.changedOn ?? Number.POSITIVE_INFINITY))].sort(byNumber);
    const ranked = rows.map((row) => ({
      element: row.element,
      attribute: clean(row.attribute),
      order: dates.indexOf(row.changedOn ?? Number.POSITIVE_INFINITY),
    }));
    result[name] = [...(result[name] ?? []), ...ranked];
  }
  return result;
}
