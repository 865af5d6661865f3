import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, compare, newClients, startChild, startService } from './measure.ts';

const LEAST_RATIO = 0.6;
const CONNECTIONS = 32;
const CALLS = 6_000;
const READY_CALLS = 1_500;
/** Kept ready to be sent: compared with bare Hono that answers the same text. */
const READY = ['/v1/sample/decode', '/v1/sample/known-issues', '/llms.txt', '/openapi.json'];

/** Requests a second of what costs nothing, against a bare Hono server. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using ours = await startService(folder);
    const against = async (
      path: string,
      status: number,
      bareArgs: readonly string[],
      clients: () => string[],
    ) => {
      await using bare = await startChild(['research/bench/servers/bare.ts', ...bareArgs]);
      const asking = (port: number, at: string, expected: number) => () =>
        ask({ port, path: at, status: expected, headers: clients(), connections: CONNECTIONS });
      const sides = [
        { name: 'ours', turn: asking(ours.port, path, status) },
        {
          name: 'bare Hono',
          turn: asking(bare.port, status === 404 ? path : '/bare', status),
        },
      ] as const;
      await compare(path, sides, { rounds: 15, least: LEAST_RATIO });
    };
    const anybody = () => Array.from({ length: CALLS }, () => 'Accept: */*');
    await against('/health', 200, [], anybody);
    await against('/nothing-here', 404, [], anybody);
    for (const path of READY) {
      const file = join(folder, 'text');
      await writeFile(file, await (await fetch(`http://127.0.0.1:${ours.port}${path}`)).text());
      await against(path, 200, ['200', file], () => newClients(READY_CALLS, 2));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
