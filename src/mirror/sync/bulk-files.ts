import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch, type Response } from 'undici';
import { ServiceError } from '../../errors/service-error.ts';
import { sleep } from '../../lib/clock.ts';
import type { MirrorDataset } from '../../storage/mirror-store.ts';
import { formOf } from '../blocks.ts';

export interface MirrorAddresses {
  /** The folder of NHTSA's flat files, with cmpl/ and rcl/ below it. */
  nhtsaFilesUrl: string;
  canadaFileUrl: string;
}

/** One file of a dataset as its server has it now. */
export interface BulkFile {
  part: string;
  url: string;
  /** A text that is equal only for the same content, read into the same form. */
  version: string;
  bytes: number | undefined;
  changedAtMs: number | undefined;
}

export interface FileRequest {
  addresses: MirrorAddresses;
  userAgent: string;
  nowMs: number;
  signal?: AbortSignal | undefined;
}

const fileSources: Record<MirrorDataset, string> = {
  recalls: 'NHTSA files',
  complaints: 'NHTSA files',
  canada: 'Transport Canada files',
};

const FIRST_YEAR = 1995;
const YEARS_A_FILE = 5;
const ASK_TIMEOUT_MS = 30_000;

/** Finds the files that a dataset is made of today. */
export async function findBulkFiles(dataset: MirrorDataset, request: FileRequest): Promise<BulkFile[]> {
  const { nhtsaFilesUrl, canadaFileUrl } = request.addresses;
  const base = nhtsaFilesUrl.replace(/\/+$/, '');
  if (dataset === 'canada') return [await lookUpOrFail(dataset, 'all', canadaFileUrl, request)];
  if (dataset === 'recalls')
    return Promise.all([
      lookUpOrFail(dataset, 'before 2010', `${base}/rcl/FLAT_RCL_PRE_2010.zip`, request),
      lookUpOrFail(dataset, 'since 2010', `${base}/rcl/FLAT_RCL_POST_2010.zip`, request),
    ]);
  return findComplaintFiles(base, request);
}

/**
 * Complaints come in files of five years, of which only the newest changes much; its name ends with the year that it has
 * reached. Where one is missing there is the file of all years.
 */
async function findComplaintFiles(base: string, request: FileRequest): Promise<BulkFile[]> {
  const year = new Date(request.nowMs).getUTCFullYear();
  const found: BulkFile[] = [];
  for (let first = FIRST_YEAR; first <= year; first += YEARS_A_FILE) {
    let file: BulkFile | undefined;
    for (let last = Math.min(year, first + YEARS_A_FILE - 1); last >= first && !file; last--) {
      file = await lookUp(
        'complaints',
        String(first),
        `${base}/cmpl/COMPLAINTS_RECEIVED_${first}-${last}.zip`,
        request,
      );
      // The years of a file that has ended are all there.
      if (first + YEARS_A_FILE <= year) break;
    }
    if (file) found.push(file);
    // In the first days of such a year nothing was received yet.
    else if (first < year)
      return [await lookUpOrFail('complaints', 'all', `${base}/cmpl/FLAT_CMPL.zip`, request)];
  }
  return found;
}

async function lookUpOrFail(
  dataset: MirrorDataset,
  part: string,
  url: string,
  request: FileRequest,
): Promise<BulkFile> {
  const found = await lookUp(dataset, part, url, request);
  if (!found) throw unavailable(dataset, new Error(`${url} is not there.`));
  return found;
}

/** Asks the server about a file; undefined where there is none. */
async function lookUp(
  dataset: MirrorDataset,
  part: string,
  url: string,
  { userAgent, signal }: FileRequest,
): Promise<BulkFile | undefined> {
  const timeout = AbortSignal.timeout(ASK_TIMEOUT_MS);
  const response: Response = await fetch(url, {
    method: 'HEAD',
    headers: { 'User-Agent': userAgent },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch((error: unknown) => {
    throw unavailable(dataset, error);
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw unavailable(dataset, new Error(`${url} was answered with ${response.status}.`));
  const changedAtMs = Date.parse(response.headers.get('last-modified') ?? '');
  const length = response.headers.get('content-length');
  const tag = response.headers.get('etag');
  return {
    part,
    url,
    version: `${formOf(dataset)} ${tag ?? `${response.headers.get('last-modified')} ${length}`}`,
    bytes: length === null ? undefined : Number(length),
    changedAtMs: Number.isNaN(changedAtMs) ? undefined : changedAtMs,
  };
}

function unavailable(dataset: MirrorDataset, cause: unknown): ServiceError<'upstream_unavailable'> {
  return new ServiceError('upstream_unavailable', { source: fileSources[dataset] }, { cause });
}

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
/** The time without a byte after which the connection is given up; the next attempt resumes where it stopped. */
const SILENCE_MS = 30_000;

/**
 * Downloads a file, resuming where an earlier run or attempt stopped: its bytes lie in the folder under a name that is made
 * of the file's version. Gives the path of the whole file.
 */
export async function download(options: Options): Promise<string> {
  const { dataset, file, folder, progress, signal } = options;
  const name = createHash('sha256').update(`${file.url} ${file.version}`).digest('hex').slice(0, 24);
  const path = join(folder, `${dataset}-${name}.part`);
  // Parts of an older version are of no use.
  for (const other of await readdir(folder))
    if (other.startsWith(`${dataset}-`) && other.endsWith('.part') && join(folder, other) !== path)
      await rm(join(folder, other), { force: true });

  const before = await sizeOf(path);
  progress(before);
  for (let attempt = 1; ; attempt++) {
    try {
      await resume(options, path);
      return path;
    } catch (error) {
      signal?.throwIfAborted();
      if (attempt === ATTEMPTS) throw unavailable(dataset, error);
      await sleep(PAUSE_MS * attempt, signal);
    }
  }
}

async function resume({ file, userAgent, progress, signal }: Options, path: string): Promise<void> {
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
    // A server that knows no ranges begins anew.
    const isResumed = response.status === 206;
    if (!(response.ok && response.body !== null)) throw new Error(`It was answered with ${response.status}.`);
    if (!isResumed && have > 0) progress(-have);
    const counted = new Transform({
      transform(piece: Buffer, _encoding, done) {
        timer.refresh();
        progress(piece.length);
        done(null, piece);
      },
    });
    const output = createWriteStream(path, { flags: isResumed ? 'a' : 'w', mode: 0o600 });
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
