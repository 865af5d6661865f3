import { DatabaseSync } from 'node:sqlite';
import { createTableCollector, type SourceRow } from './collect-tables.ts';
import type { VpicTables } from './tables.ts';

/** Reads NHTSA's monthly dump, a plain PostgreSQL dump. */
export async function readDump(dump: AsyncIterable<Buffer>, source: string): Promise<VpicTables> {
  const collector = createTableCollector(source, true);
  const missing = new Set(NEEDED);
  await readCopyBlocks(dump, (table) => {
    const visit = collector.visitorFor(table);
    return (
      visit &&
      ((row) => {
        missing.delete(table);
        visit(row);
      })
    );
  });
  if (missing.size > 0)
    throw new UnreadableDumpError(`The dump has no rows of its tables ${[...missing].join(', ')}.`);
  return collector.finish();
}

/** Without the small ones that the package can fill in, and those whose loss the gate sees. */
const NEEDED =
  'element wmi wmi_vinschema wmi_make vinschema pattern make model make_model manufacturer vehiclespecschema vehiclespecschema_model vehiclespecschema_year vspecschemapattern vehiclespecpattern'.split(
    ' ',
  );

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

const TAB = 0x09;
const LINE_END = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BACKSLASH = 0x5c;
const FIRST_OF_BLOCK = 'COPY ';
/** A value never begins with a backslash of its own: it would be escaped. */
const BLOCK_END = '\n\\.';
const NOTHING = Buffer.alloc(0);
/** Many times the longest that NHTSA has. */
const LONGEST_LINE = 1 << 20;
/** Several times all of NHTSA's dump: what is larger is endless. */
const MOST_BYTES = 2 ** 31;

export class UnreadableDumpError extends Error {
  override readonly name = 'UnreadableDumpError';
}

type Visit = (row: SourceRow) => void;

/**
 * Reads a plain PostgreSQL dump: the data stand in blocks "COPY schema.table (columns) FROM stdin;" ... "\.", a row
 * a line, values parted by tabs. Everything else is passed over.
 * @NOTE Works on bytes: a string cut out of a line would keep the whole text around it in memory.
 */
export async function readCopyBlocks(
  dump: AsyncIterable<Buffer>,
  onRow: (table: string) => Visit | undefined,
): Promise<void> {
  const cells = createCells();
  let begun: Buffer = NOTHING;
  let place: 'outside' | 'rows' | 'rows of no use' = 'outside';
  let visit: Visit | undefined;
  let table = '';
  let total = 0;

  for await (const chunk of dump) {
    total += chunk.length;
    if (total > MOST_BYTES) throw new UnreadableDumpError(`The dump is larger than ${MOST_BYTES} bytes.`);
    begun = readLines(begun.length === 0 ? chunk : Buffer.concat([begun, chunk]));
    if (begun.length > LONGEST_LINE)
      throw new UnreadableDumpError(`The dump has a line of more than ${LONGEST_LINE} bytes.`);
  }
  readLines(Buffer.concat([begun, Buffer.of(LINE_END)]));
  if (place !== 'outside')
    throw new UnreadableDumpError(`The dump ends in the middle of its table ${table}.`);

  /** Returns the bytes behind the last line end. */
  function readLines(bytes: Buffer): Buffer {
    let at = 0;
    for (;;) {
      if (place === 'rows of no use') {
        // The line end before the first row belongs to the header: the search starts with it.
        const end = bytes.indexOf(BLOCK_END, Math.max(0, at - 1));
        if (end < 0) return bytes.subarray(Math.max(0, bytes.length - BLOCK_END.length));
        place = 'outside';
        at = end + 1;
      }
      const next = bytes.indexOf(LINE_END, at);
      if (next < 0) return bytes.subarray(at);
      const end = next > at && bytes[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
      if (place === 'outside') readHeader(bytes, at, end);
      else if (isBlockEnd(bytes, at, end)) place = 'outside';
      else if (visit !== undefined) {
        if (!cells.read(bytes, at, end))
          throw new UnreadableDumpError(`A row of the table ${table} has not as many values as columns.`);
        visit(cells.row);
      }
      at = next + 1;
    }
  }

  function readHeader(bytes: Buffer, start: number, end: number): void {
    if (end - start < FIRST_OF_BLOCK.length) return;
    const line = bytes.toString('utf8', start, end);
    const header = /^COPY (?:[\w"]+\.)?([\w"]+) \(([^)]*)\) FROM stdin;/i.exec(line);
    if (header === null) return;
    table = bare(header[1] ?? '');
    visit = onRow(table);
    place = visit === undefined ? 'rows of no use' : 'rows';
    cells.name((header[2] ?? '').split(',').map(bare));
  }
}

function isBlockEnd(bytes: Buffer, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === 0x2e;
}

/** Cuts one row at a time into cells. */
function createCells() {
  let placeOf = new Map<string, number>();
  let columns = 0;
  let bytes: Buffer = NOTHING;
  /** The start of each cell of the row, and behind the last the end of the row and one. */
  const starts: number[] = [];
  let count = 0;
  return {
    name(names: readonly string[]): void {
      placeOf = new Map(names.map((name, place) => [name, place]));
      columns = names.length;
    },
    /** False where there are not as many cells as columns. */
    read(source: Buffer, start: number, end: number): boolean {
      bytes = source;
      starts[0] = start;
      count = 1;
      for (let at = start; at < end; at++) if (source[at] === TAB) starts[count++] = at + 1;
      starts[count] = end + 1;
      return count === columns;
    },
    /** Reads a cell of the last row. */
    row(column: string): string | null {
      const place = placeOf.get(column) ?? count;
      if (place >= count) return null;
      const start = starts[place] ?? 0;
      const end = (starts[place + 1] ?? 0) - 1;
      const text = bytes.toString('utf8', start, end);
      if (text === '\\N') return null;
      return text.includes('\\') ? unescaped(text) : text;
    },
  };
}

function bare(name: string): string {
  return name.trim().replaceAll('"', '').toLowerCase();
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescaped(cell: string): string {
  return cell.replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);
}
