import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';
import { openZipEntry, UnreadableArchiveError } from '../../lib/zip-entry.ts';
import {
  type MirrorDataset,
  type MirrorGeneration,
  type MirrorSegment,
  type MirrorStore,
  mirrorDatasets,
} from '../../storage/mirror-store.ts';
import { loadCanada } from '../load/load-canada.ts';
import { loadComplaints } from '../load/load-complaints.ts';
import { loadRecalls } from '../load/load-recalls.ts';
import type { LoadFile, SegmentFacts } from '../load/loading.ts';
import { type BulkFile, download, type FileRequest, findBulkFiles } from './bulk-files.ts';
import { objectionsToCopy } from './compare.ts';
import { MirrorBusyError, MirrorRefusedError, type SyncStep } from './sync-in-worker.ts';

const loaders: Record<MirrorDataset, LoadFile> = {
  recalls: loadRecalls,
  complaints: loadComplaints,
  canada: loadCanada,
};

export interface SyncOptions extends Omit<FileRequest, 'nowMs'> {
  store: MirrorStore;
  datasets: readonly MirrorDataset[];
  /** The folder of files until they are loaded; the next run resumes what one leaves there. */
  folder: string;
  now(): number;
  /** True to take the new records although the comparison objects. */
  force?: boolean;
  report(step: SyncStep): void;
}

const PIECE_BYTES = 1 << 18;
const SORTING = 'sorting-';

/** Brings our copies up to date, one dataset after the other. Whatever ends it, the generations in use stay whole. */
export async function syncMirror(options: SyncOptions): Promise<MirrorGeneration[]> {
  await using hold = await options.store.hold();
  if (hold === undefined) throw new MirrorBusyError('Another process is synchronising the mirror right now.');
  const signal = options.signal === undefined ? hold.lost : AbortSignal.any([options.signal, hold.lost]);
  makeFolder(options.folder, 0o700);
  // Left by a run that was killed; its downloads are resumed.
  for (const name of await readdir(options.folder))
    if (name.startsWith(SORTING)) await rm(join(options.folder, name), { recursive: true, force: true });
  const published: MirrorGeneration[] = [];
  for (const dataset of options.datasets) published.push(await syncDataset(dataset, { ...options, signal }));
  return published;
}

async function syncDataset(dataset: MirrorDataset, options: SyncOptions): Promise<MirrorGeneration> {
  const { store, now, report, force = false } = options;
  const files = await findBulkFiles(dataset, { ...options, nowMs: now() });
  const loaded = await store.segments(dataset);
  const segmentOf = ({ part, version }: BulkFile) =>
    loaded.find((segment) => segment.part === part && segment.version === version);
  const changed = files.filter((file) => !segmentOf(file));
  const bytes = changed.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  report({ kind: 'found', dataset, files: files.length, changed: changed.length, bytes });

  const segments: MirrorSegment[] = [];
  for (const file of files) segments.push(segmentOf(file) ?? (await loadFile(dataset, file, options)));
  const objections = await objectionsToCopy(store, dataset, segments);
  if (objections.length > 0 && !force) throw new MirrorRefusedError(dataset, objections);
  for (const objection of objections) report({ kind: 'accepted', dataset, objection });

  const ids = segments.map(({ id }) => id);
  const before = await store.generation(dataset);
  const published = await store.publish(dataset, ids, now());
  report({
    kind: 'published',
    dataset,
    number: published.number,
    isNew: published.number !== before?.number,
  });
  // Segments of the other datasets may be loaded and wait for their turn.
  await store.removeUnused(await unpublished(store, dataset));
  return published;
}

async function unpublished(store: MirrorStore, done: MirrorDataset): Promise<string[]> {
  const others = mirrorDatasets.filter((dataset) => dataset !== done);
  return (await Promise.all(others.map((dataset) => store.segments(dataset)))).flat().map(({ id }) => id);
}

async function loadFile(
  dataset: MirrorDataset,
  file: BulkFile,
  options: SyncOptions,
): Promise<MirrorSegment> {
  const { store, folder, userAgent, signal, now, report } = options;
  const { part } = file;
  let arrived = 0;
  const path = await download({
    dataset,
    file,
    folder,
    userAgent,
    signal,
    progress(bytes) {
      arrived += bytes;
      report({ kind: 'downloading', dataset, part, bytes: arrived, of: file.bytes });
    },
  });
  report({ kind: 'downloaded', dataset, part, bytes: arrived });

  const startedAtMs = now();
  const spill = await mkdtemp(join(folder, SORTING));
  try {
    const content = await openContent(path, file.url);
    let rows = 0;
    let facts: SegmentFacts | undefined;
    const about = { dataset, part, version: file.version, loadedAtMs: now() };
    const segment = await store.load(about, async (put) => {
      const counted = await loaders[dataset]({
        content: content.pieces,
        put,
        folder: spill,
        signal,
        progress(more) {
          rows += more;
          report({ kind: 'loading', dataset, part, rows, share: content.share() });
        },
      });
      const { url, changedAtMs } = file;
      const changedAt = changedAtMs === undefined ? null : new Date(changedAtMs).toISOString();
      facts = { ...counted, url, changedAt };
      return { facts: JSON.stringify(facts) };
    });
    if (facts) report({ kind: 'loaded', dataset, part, facts, seconds: (now() - startedAtMs) / 1000 });
    await rm(path, { force: true });
    return segment;
  } catch (error) {
    if (isDamaged(error)) await rm(path, { force: true });
    signal?.throwIfAborted();
    if (error instanceof Error) throw new Error(`${file.url}: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

/** Opens the unpacked content, and tells the share of it that was read. */
async function openContent(path: string, url: string) {
  const { content, bytes } = url.endsWith('.zip')
    ? await openZipEntry(path, (name) => /\.(txt|csv)$/i.test(name))
    : { content: createReadStream(path, { highWaterMark: PIECE_BYTES }), bytes: (await stat(path)).size };
  let read = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      read += piece.length;
      yield piece;
    }
  }
  return { pieces: counted(), share: () => read / bytes };
}

/** Tells whether other bytes arrived than were sent, so that they must be downloaded again. */
function isDamaged(error: unknown): boolean {
  if (error instanceof UnreadableArchiveError) return true;
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
