import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import type { RecordedExchange } from './replay.ts';

interface Urls {
  vpicUrl: string;
  nhtsaUrl: string;
  transportCanadaUrl: string;
}

export interface Recorder extends AsyncDisposable {
  /** Where each source is asked, in place of its own address. */
  readonly sources: Urls;
  /** What was asked and answered since the last look; only answers that a source meant. */
  take(): RecordedExchange[];
}

/** The names by which recordings call the sources. */
const names = { vpic: 'vpicUrl', nhtsa: 'nhtsaUrl', 'transport-canada': 'transportCanadaUrl' } as const;

/** Stands between the service and its sources, on this machine, and notes what they answer. */
export async function startRecorder(urls: Urls, userAgent: string): Promise<Recorder> {
  let exchanges: RecordedExchange[] = [];
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://recorder');
    const [, name = '', ...rest] = asked.pathname.split('/');
    const base = name in names ? urls[names[name as keyof typeof names]] : undefined;
    try {
      if (base === undefined) throw new TypeError('No source of this name');
      const address = `${base.replace(/\/+$/, '')}/${rest.join('/')}${asked.search}`;
      const answer = await fetch(address, {
        headers: { 'User-Agent': userAgent, Accept: 'application/json' },
      });
      const text = await answer.text();
      const body = parse(text);
      if (answer.status < 500 && answer.status !== 429 && body !== undefined) {
        const query = Object.fromEntries(asked.searchParams);
        exchanges.push({
          request: { path: decodeURIComponent(asked.pathname), query },
          response: { status: answer.status, body },
        });
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    } catch {
      response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    sources: {
      vpicUrl: `${url}/vpic`,
      nhtsaUrl: `${url}/nhtsa`,
      transportCanadaUrl: `${url}/transport-canada`,
    },
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One file for each car, in the form that REPLAY_DIR takes. */
export async function writeRecordings(
  folder: string,
  name: string,
  exchanges: readonly RecordedExchange[],
): Promise<string> {
  makeFolder(folder);
  const file = join(folder, `${name}.json`);
  await writeFile(file, `${JSON.stringify(exchanges, null, 2)}\n`);
  return file;
}
