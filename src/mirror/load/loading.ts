import type { MirrorBlock } from '../../storage/mirror-store.ts';
import type { RowSplitter } from '../formats/tab-rows.ts';
import type { LoadedFacts, RowCounts } from './row-counts.ts';

export interface Loading {
  /** The unpacked file. */
  content: AsyncIterable<Buffer>;
  put(blocks: readonly MirrorBlock[]): Promise<void>;
  /** A folder for what does not fit into memory; empty, and deleted by whoever gave it. */
  folder: string;
  /** Rows that were read since the last time. */
  progress(rows: number): void;
  signal?: AbortSignal | undefined;
}

export type LoadFile = (loading: Loading) => Promise<LoadedFacts>;

/** Reads each row of a file, and hands on what can be used. */
export async function eachRow<Row extends object>(
  { content, progress, signal }: Pick<Loading, 'content' | 'progress' | 'signal'>,
  splitter: RowSplitter,
  counts: RowCounts,
  handle: {
    /** Of the first row, where it names the columns. */
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

/** Puts many small blocks together. */
export function createBlockWriter(put: Loading['put']) {
  let waiting: MirrorBlock[] = [];
  let bytes = 0;
  async function flush(): Promise<void> {
    const blocks = waiting;
    waiting = [];
    bytes = 0;
    if (blocks.length > 0) await put(blocks);
  }
  return {
    async write(key: string, content: MirrorBlock['content']): Promise<void> {
      waiting.push({ key, content });
      bytes += content.length;
      if (bytes >= PUT_BYTES) await flush();
    },
    flush,
  };
}
