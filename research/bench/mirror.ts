import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Storage } from '../../src/storage/storage.ts';
import { withPostgres } from '../../test/postgres.ts';
import { writeMirrorFiles } from './mirror-files.ts';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));
const READING = fileURLToPath(new URL('./mirror-reading.ts', import.meta.url));
const TICKS_A_SECOND = 100;

/** Figures of the mirror at full size; MIRROR_BENCH_SHARE=0.1 for a tenth of it. */
export async function run(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-mirror-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  await writeMirrorFiles(join(folder, 'files'), Number(process.env.MIRROR_BENCH_SHARE ?? '1'));
  const url = await serveFiles(join(folder, 'files'), parts);

  const database = parts.use(await withPostgres());
  const places: Record<Storage['kind'], Record<string, string>> = {
    sqlite: { DATA_DIR: join(folder, 'sqlite') },
    postgres: { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: database.url },
  };
  for (const [kind, environment] of Object.entries(places)) {
    const synced = await sync({
      ...environment,
      NHTSA_FILES_URL: url,
      TRANSPORT_CANADA_FILE_URL: `${url}/vrdb_full_monthly.csv`,
    });
    console.log(
      `${kind}: first sync of ${synced.rows} rows in ${synced.seconds.toFixed(1)} s, ${Math.round(synced.rows / synced.seconds)} rows a second; ` +
        `${synced.cpuSeconds.toFixed(1)} s of one core, ${Math.round(synced.rows / synced.cpuSeconds)} rows in each; at most ${synced.megabytes} MB`,
    );
    // In a process of its own: the one that made the files has a heap that no service has.
    const reading = spawn(process.execPath, [READING], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [code] = await once(reading, 'exit');
    if (code !== 0) throw new Error(`The reading ended with code ${code}.`);
  }
}

/** On this machine, in the place of the real servers. */
async function serveFiles(folder: string, parts: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(folder, request.url ?? '');
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const { size, mtime } = statSync(path);
    response.writeHead(200, { 'content-length': size, 'last-modified': mtime.toUTCString() });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The command as a user runs it, and what the system says that it took; on Linux alone. */
async function sync(environment: Record<string, string>) {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const command = spawn(process.execPath, [COMMAND, 'mirror', 'sync', '--json'], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [rows, kilobytes, ticks] = [0, 0, 0];
  const look = () => {
    try {
      const status = readFileSync(`/proc/${command.pid}/status`, 'utf8');
      kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      const times = readFileSync(`/proc/${command.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      ticks = Math.max(ticks, Number(times[11]) + Number(times[12]));
    } catch {
      // It has ended.
    }
  };
  const looking = setInterval(look, 100);
  for await (const line of createInterface({ input: command.stdout })) {
    const step = JSON.parse(line) as { step: string; facts?: { rows: number } };
    rows += step.facts?.rows ?? 0;
  }
  clearInterval(looking);
  const seconds = (performance.now() - startedAt) / 1000;
  return { rows, seconds, cpuSeconds: ticks / TICKS_A_SECOND, megabytes: Math.round(kilobytes / 1024) };
}
