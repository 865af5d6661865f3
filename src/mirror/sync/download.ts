import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch } from 'undici';
import { sleep } from '../../lib/clock.ts';
import type { MirrorDataset } from '../../storage/mirror-store.ts';
import { type BulkFile, unavailable } from './bulk-files.ts';

interface Options {
  dataset: MirrorDataset;
  file: BulkFile;
  folder: string;
  userAgent: string;
  /** Bytes that arrived since the last time. */
  progress(bytes: number): void;
  signal?: AbortSignal | undefined;
}

const ATTEMPTS = 5;
const PAUSE_MS = 2_000;
/** Without a byte for so long the connection is given up; the next attempt goes on where it stopped. */
const SILENCE_MS = 30_000;

/**
 * Downloads a file, going on where an earlier run or attempt stopped: what has arrived lies in the folder under a name that
 * is made of the file's version. Gives the path of the whole file.
 */
export async function download(options: Options): Promise<string> {
  const { dataset, file, folder, progress, signal } = options;
  const name = createHash('sha256').update(`${file.url} ${file.version}`).digest('hex').slice(0, 24);
  const path = join(folder, `${dataset}-${name}.part`);
  // What had arrived of an older version is of no use.
  for (const other of await readdir(folder))
    if (other.startsWith(`${dataset}-`) && other.endsWith('.part') && join(folder, other) !== path)
      await rm(join(folder, other), { force: true });

  const before = await sizeOf(path);
  progress(before);
  for (let attempt = 1; ; attempt++) {
    try {
      await goOn(options, path);
      return path;
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt === ATTEMPTS) throw unavailable(dataset, error);
      await sleep(PAUSE_MS * attempt, signal);
    }
  }
}

async function goOn({ file, userAgent, progress, signal }: Options, path: string): Promise<void> {
  const have = await sizeOf(path);
  if (file.bytes !== undefined && have === file.bytes) return;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const stop = signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]);
    const response = await fetch(file.url, {
      headers: { 'User-Agent': userAgent, ...(have > 0 && { Range: `bytes=${have}-` }) },
      signal: stop,
    });
    // A server that does not go on begins anew.
    const goesOn = response.status === 206;
    if (!(response.ok && response.body !== null)) throw new Error(`It was answered with ${response.status}.`);
    if (!goesOn && have > 0) progress(-have);
    const counted = new Transform({
      transform(piece: Buffer, _encoding, done) {
        timer.refresh();
        progress(piece.length);
        done(null, piece);
      },
    });
    const output = createWriteStream(path, { flags: goesOn ? 'a' : 'w', mode: 0o600 });
    await pipeline(Readable.fromWeb(response.body), counted, output, { signal: stop });
  } finally {
    clearTimeout(timer);
  }
  if (file.bytes !== undefined && (await sizeOf(path)) !== file.bytes) {
    await rm(path, { force: true });
    throw new Error('It has another length than was said.');
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
