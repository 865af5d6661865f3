import { z } from 'zod';
import type { MirrorBlock } from '../../storage/mirror-store.ts';
import { packBlock, type RejectedRow } from '../blocks.ts';
import type { RowSplitter } from '../formats/rows.ts';

export const segmentFactsSchema = z.object({
  /** Rows of the file, those that were rejected among them. */
  rows: z.int().nonnegative(),
  /** Rows about equipment or of no stated year, which belong to no vehicle. */
  withoutVehicle: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  /** The number of rows by the reason for which they were rejected. */
  reasons: z.record(z.string(), z.int()),
  /** Complaints or recalls, each once. */
  records: z.int().nonnegative(),
  /** Models and years with filings. */
  vehicles: z.int().nonnegative(),
  url: z.url(),
  /** The last change of the file by its source; null where it does not say. */
  changedAt: z.iso.datetime().nullable(),
});

export type SegmentFacts = z.infer<typeof segmentFactsSchema>;
export type LoadedFacts = Omit<SegmentFacts, 'url' | 'changedAt'>;

const KEPT_ROWS = 1_000;
const KEPT_CHARACTERS = 4_000;

/** Counts the rows of one file and keeps aside those that could not be used. */
export function createRowCounts() {
  const reasons = new Map<string, number>();
  const kept: RejectedRow[] = [];
  let rows = 0;
  let rejected = 0;
  let withoutVehicle = 0;
  return {
    /** Takes what a reader made of a row; gives the row where it can be used. */
    take<Row extends object>(read: Row | string | null, fields: readonly string[]): Row | undefined {
      rows += 1;
      if (read === null) {
        withoutVehicle += 1;
        return undefined;
      }
      if (typeof read !== 'string') return read;
      rejected += 1;
      reasons.set(read, (reasons.get(read) ?? 0) + 1);
      if (kept.length < KEPT_ROWS)
        kept.push({ reason: read, line: fields.join('\t').slice(0, KEPT_CHARACTERS) });
      return undefined;
    },
    rows: () => rows,
    rejectedRows: () => kept,
    finish(records: number, vehicles: number): LoadedFacts {
      return { rows, withoutVehicle, rejected, reasons: Object.fromEntries(reasons), records, vehicles };
    },
  };
}

export interface Loading {
  /** The unpacked file. */
  content: AsyncIterable<Buffer>;
  put(blocks: readonly MirrorBlock[]): Promise<void>;
  /** An empty folder for what does not fit into memory; its giver deletes it. */
  folder: string;
  /** Takes the number of rows since the last time. */
  progress(rows: number): void;
  signal?: AbortSignal | undefined;
}

export type LoadFile = (loading: Loading) => Promise<LoadedFacts>;

/** Reads each row of a file, and hands on what can be used. */
export async function eachRow<Row extends object>(
  { content, progress, signal }: Pick<Loading, 'content' | 'progress' | 'signal'>,
  splitter: RowSplitter,
  counts: ReturnType<typeof createRowCounts>,
  handle: {
    /** Takes the first row, where it names the columns. */
    header?(fields: readonly string[]): void;
    leastColumns: number;
    read(fields: readonly string[]): Row | string | null;
    use(row: Row): void;
    afterPiece?(): Promise<void>;
  },
): Promise<void> {
  let columns: number | undefined;
  const take = (fields: readonly string[]) => {
    const isFirst = columns === undefined;
    // Columns may be added at the end, in all rows; one row that differs is broken.
    columns ??= Math.max(handle.leastColumns, fields.length);
    if (isFirst && handle.header) {
      handle.header(fields);
      return;
    }
    const read =
      fields.length === columns ? handle.read(fields) : `it has ${fields.length} columns and not ${columns}`;
    const used = counts.take(read, fields);
    if (used) handle.use(used);
  };
  let before = 0;
  for await (const piece of content) {
    signal?.throwIfAborted();
    for (const fields of splitter.rows(piece)) take(fields);
    await handle.afterPiece?.();
    progress(counts.rows() - before);
    before = counts.rows();
  }
  for (const fields of splitter.end()) take(fields);
  await handle.afterPiece?.();
  progress(counts.rows() - before);
}

const PUT_BYTES = 1 << 20;

/** Writes blocks, many small ones at a time. */
export function createBlockWriter(put: Loading['put']) {
  let waiting: MirrorBlock[] = [];
  let bytes = 0;
  let begun: Promise<void>[] = [];
  async function flush(): Promise<void> {
    const blocks = waiting;
    waiting = [];
    bytes = 0;
    if (blocks.length > 0) await put(blocks);
  }
  async function writePacked(key: string, content: MirrorBlock['content']): Promise<void> {
    waiting.push({ key, content });
    bytes += content.length;
    if (bytes >= PUT_BYTES) await flush();
  }
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  return {
    write,
    writePacked,
    /** Begins to write a block between the rows of a piece; `afterPiece` waits for it. */
    begin(key: string, value: unknown): void {
      begun.push(write(key, value));
    },
    async afterPiece(): Promise<void> {
      await Promise.all(begun);
      begun = [];
    },
    flush,
  };
}
