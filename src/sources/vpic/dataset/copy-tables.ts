import type { Readable } from 'node:stream';
import type { SourceRow } from './collect-tables.ts';

/**
 * Reads a plain PostgreSQL dump: the data stand in blocks "COPY schema.table (columns) FROM stdin;" ... "\.", a row
 * a line, values parted by tabs. Everything else is passed over.
 */
export async function readCopyBlocks(
  dump: Readable,
  onRow: (table: string) => ((row: SourceRow) => void) | undefined,
): Promise<void> {
  let columns = new Map<string, number>();
  let visit: ((row: SourceRow) => void) | undefined;
  let inBlock = false;
  for await (const line of lines(dump)) {
    if (!inBlock) {
      const header = /^COPY (?:[\w"]+\.)?([\w"]+) \(([^)]*)\) FROM stdin;/i.exec(line);
      if (header === null) continue;
      inBlock = true;
      visit = onRow(bare(header[1] ?? ''));
      columns = new Map((header[2] ?? '').split(',').map((column, index) => [bare(column), index]));
    } else if (line === '\\.') {
      inBlock = false;
    } else if (visit !== undefined) {
      const cells = line.split('\t');
      const placeOf = columns;
      visit((column) => {
        const cell = cells[placeOf.get(column) ?? -1];
        return cell === undefined || cell === '\\N' ? null : unescaped(cell);
      });
    }
  }
}

async function* lines(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun = '';
  for await (const chunk of input) {
    const parts = (begun + decoder.decode(chunk, { stream: true })).split('\n');
    begun = parts.pop() ?? '';
    yield* parts.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  yield begun + decoder.decode();
}

function bare(name: string): string {
  return name.trim().replaceAll('"', '').toLowerCase();
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescaped(cell: string): string {
  return cell.includes('\\')
    ? cell.replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character)
    : cell;
}
