import { DatabaseSync } from 'node:sqlite';
import { createTableCollector } from './collect-tables.ts';
import type { VpicTables } from './tables.ts';

/** Reads a vPIC SQLite file: a part of NHTSA's tables. Small ones that it lacks are filled from the project's own. */
export function readSqlite(path: string, source: string): VpicTables {
  using db = new DatabaseSync(path, { readOnly: true });
  const collector = createTableCollector(source, false);
  const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
  for (const { name } of tables) {
    const table = String(name);
    const visit = collector.visitorFor(table.toLowerCase());
    if (visit === undefined) continue;
    const statement = db.prepare(`select * from "${table}"`);
    statement.setReturnArrays(true);
    const places = new Map(statement.columns().map((column, at) => [column.name.toLowerCase(), at]));
    for (const row of statement.iterate()) {
      const cells = row as unknown as readonly unknown[];
      visit((column) => {
        const cell = cells[places.get(column) ?? -1];
        return cell === null || cell === undefined ? null : String(cell);
      });
    }
  }
  return collector.finish();
}
