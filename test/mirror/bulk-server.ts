import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { piecesOf, writeZip } from './zip-file.ts';

export interface BulkServer extends AsyncDisposable {
  url: string;
  addresses: { nhtsaFilesUrl: string; canadaFileUrl: string };
  /** Files by their path; a test puts others in their place. */
  files: Map<string, Buffer>;
  /** Method, path and the range of every request so far. */
  requests: string[];
  /** Of the content of this path only so many bytes are sent, then nothing more comes. */
  stallAfter: Map<string, number>;
  /** When the files were last changed. */
  changedAt: Date;
}

/** A server of bulk files on this machine, with entity tags and ranges as the real ones have. */
export async function startBulkServer(): Promise<BulkServer> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  const stallAfter = new Map<string, number>();
  const server = createServer((request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bulk: BulkServer = {
    url,
    addresses: { nhtsaFilesUrl: url, canadaFileUrl: `${url}/canada.csv` },
    files,
    requests,
    stallAfter,
    changedAt: new Date(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return bulk;
}

/** Lines as a zip with one text file in it. */
export async function zipOf(lines: Iterable<string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-zip-'));
  const path = join(folder, 'file.zip');
  await writeZip(path, 'file.txt', piecesOf(lines, 'latin1'));
  const zip = await readFile(path);
  await rm(folder, { recursive: true });
  return zip;
}
