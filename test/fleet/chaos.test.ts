import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { canMount } from '../small-disk.ts';
import { whyNoHosts } from './hosts.ts';
import { hasServer } from './own-postgres.ts';

const why = hasServer
  ? (whyNoHosts() ?? (canMount() ? undefined : 'this user may mount no disk'))
  : 'no PostgreSQL server here';
/** The same troubles every time: `npm run chaos` looks for others. */
const SEED = process.env.CHAOS_SEED ?? '226035';

const Report = z.object({
  troubles: z.record(z.string(), z.number()),
  bought: z.number().positive(),
  wrongs: z.array(z.string()),
});

it.skipIf(why !== undefined).each(['postgres', 'sqlite'])(
  `sells on %s through everything that can fail at once, seed ${SEED}${why === undefined ? '' : ` (skipped: ${why})`}`,
  { timeout: 600_000 },
  async (storage) => {
    const run = promisify(execFile)('npm', [
      ...['run', '-s', 'chaos', '--', '--seed', SEED, '--minutes', '0', '--storage', storage],
    ]);
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    const report = Report.parse(JSON.parse(stdout.slice(stdout.indexOf('\n{'))));
    expect(report.wrongs).toEqual([]);
    expect(Object.values(report.troubles)).not.toContain(0);
  },
);
