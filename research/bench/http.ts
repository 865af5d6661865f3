import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askByProcessor, type Child, compare, newClients, startChild, startService } from './measure.ts';

const LEAST_RATIO = 0.6;
const CONNECTIONS = 32;
const CALLS = 1_500;
const ROUNDS = 25;
/** Turns until V8 has compiled all that an answer runs through, as it has in a service that runs for a minute. */
const WARM_ROUNDS = 30;
/** Kept ready to be sent, or written anew: compared with bare Hono that answers the same text. */
const TEXTS = [
  '/v1/sample/decode',
  '/v1/sample/known-issues',
  '/llms.txt',
  '/openapi.json',
  '/v1/decode?vin=5NPDH4AE8DH100013',
];

/** Processor time of what costs nothing, against a bare Hono server that answers the same. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using ours = await startService(folder);
    const against = async (path: string, status: number, bareArgs: readonly string[], isLimited = true) => {
      await using bare = await startChild(['research/bench/servers/bare.ts', ...bareArgs]);
      const asking = (name: string, server: Child, at: string) => ({
        name,
        turn: () =>
          askByProcessor(server, {
            path: at,
            status,
            // Two calls of each client: a limit would refuse more, and is read for each of them.
            headers: isLimited ? newClients(CALLS, 2) : Array.from({ length: CALLS }, () => 'Accept: */*'),
            connections: CONNECTIONS,
          }),
      });
      const sides = [
        asking('ours', ours, path),
        asking('bare Hono', bare, status === 404 ? path : '/bare'),
      ] as const;
      await compare(path, sides, { rounds: ROUNDS, warm: WARM_ROUNDS, least: LEAST_RATIO });
    };
    await against('/health', 200, [], false);
    await against('/nothing-here', 404, [], false);
    for (const path of TEXTS) {
      const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`);
      const file = join(folder, 'text');
      await writeFile(file, await answer.text());
      const challenge = answer.headers.get('PAYMENT-REQUIRED') ?? [];
      await against(path, answer.status, [String(answer.status), file, challenge].flat());
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
