import type { MirrorBlock } from '../../storage/mirror-store.ts';
import { packBlock } from '../blocks.ts';
import { createTabSplitter, type TabRow } from '../formats/tab-rows.ts';
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

/** Reads each line of a flat file by `read`, and hands on what can be used. */
export async function eachTabRow<Row extends object>(
  { content, progress, signal }: Pick<Loading, 'content' | 'progress' | 'signal'>,
  counts: RowCounts,
  options: {
    leastColumns: number;
    read(row: TabRow): Row | string | null;
    use(row: Row): void;
  },
): Promise<void> {
  const splitter = createTabSplitter();
  let columns: number | undefined;
  const take = (row: TabRow) => {
    // Columns may be added at the end, in all rows; one row that differs is broken.
    columns ??= Math.max(options.leastColumns, row.columns);
    const read =
      row.columns === columns ? options.read(row) : `it has ${row.columns} columns and not ${columns}`;
    const used = counts.take(read, row.line);
    if (used) options.use(used);
  };
  let before = 0;
  for await (const piece of content) {
    signal?.throwIfAborted();
    for (const row of splitter.rows(piece)) take(row);
    progress(counts.rows() - before);
    before = counts.rows();
  }
  for (const row of splitter.end()) take(row);
  progress(counts.rows() - before);
}

const PUT_BYTES = 1 << 20;

/** Packs blocks and puts many small ones together. */
export function createBlockWriter(put: Loading['put']) {
  let waiting: MirrorBlock[] = [];
  let bytes = 0;
  async function flush(): Promise<void> {
    if (waiting.length > 0) await put(waiting);
    waiting = [];
    bytes = 0;
  }
  return {
    async write(key: string, value: unknown): Promise<void> {
      const content = packBlock(value);
      waiting.push({ key, content });
      bytes += content.length;
      if (bytes >= PUT_BYTES) await flush();
    },
    flush,
  };
}
