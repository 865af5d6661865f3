import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfTest } from '../own-folder.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { recallRow } from './rows.ts';
import { piecesOf, writeZip } from './zip-file.ts';

export interface BulkServer extends AsyncDisposable {
  url: string;
  addresses: { nhtsaFilesUrl: string; canadaFileUrl: string };
  /** Files by their path; a test puts others in their place. */
  files: Map<string, Buffer>;
  /** Method, path and the range of every request so far. */
  requests: string[];
  /** Bytes of the content of a path that are sent before nothing more comes. */
  stallAfter: Map<string, number>;
  /** The last change of the files. */
  changedAt: Date;
}

/** A server of bulk files on this machine, with entity tags and ranges as the real ones have. */
export async function startBulkServer(): Promise<BulkServer> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  const stallAfter = new Map<string, number>();
  const server = await startFakeSource((request, response) => {
    const path = request.url ?? '';
    requests.push([request.method, path, request.headers.range].filter(Boolean).join(' '));
    const file = files.get(path);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': file.length - from,
      etag: `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`,
      'last-modified': bulk.changedAt.toUTCString(),
    });
    if (request.method === 'HEAD') response.end();
    else if (stallAfter.has(path)) response.write(file.subarray(from, stallAfter.get(path)));
    else response.end(file.subarray(from));
  });
  const bulk: BulkServer = {
    ...server,
    addresses: { nhtsaFilesUrl: server.url, canadaFileUrl: `${server.url}/canada.csv` },
    files,
    requests,
    stallAfter,
    changedAt: new Date(),
  };
  return bulk;
}

const PRE = '/rcl/FLAT_RCL_PRE_2010.zip';
export const POST = '/rcl/FLAT_RCL_POST_2010.zip';
export const ALL_COMPLAINTS = '/cmpl/FLAT_CMPL.zip';

/** Recalls as NHTSA files them: one of before 2010, and these of since. */
export async function fileRecalls({ files }: BulkServer, ...rows: string[]): Promise<void> {
  files.set(PRE, await zipOf([recallRow({ campaign: '08V111000', year: '2008' })]));
  files.set(POST, await zipOf(rows));
}

/** Lines as a zip with one text file in it. */
export async function zipOf(lines: Iterable<string>): Promise<Buffer> {
  const path = join(folderOfTest(), 'file.zip');
  await writeZip(path, 'file.txt', piecesOf(lines, 'latin1'));
  return readFile(path);
}
