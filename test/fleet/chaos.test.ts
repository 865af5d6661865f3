import { expect, it } from 'vitest';
import { canMount } from '../small-disk.ts';
import { runChaos } from './chaos.ts';
import { whyNoHosts } from './hosts.ts';
import { hasServer } from './own-postgres.ts';

const why = hasServer
  ? (whyNoHosts() ?? (canMount() ? undefined : 'this user may mount no disk'))
  : 'no PostgreSQL server here';
/** The same troubles every time: `npm run chaos` looks for others. */
const SEED = Number(process.env.CHAOS_SEED ?? 226_035);

it.skipIf(why !== undefined).each(['postgres', 'sqlite'] as const)(
  `sells on %s through everything that can fail at once, seed ${SEED}${why === undefined ? '' : ` (skipped: ${why})`}`,
  { timeout: 600_000 },
  async (storage) => {
    const report = await runChaos({ seed: SEED, minutes: 0, storage });
    expect(report.wrongs).toEqual([]);
    expect(Object.values(report.troubles)).not.toContain(0);
    expect(report.bought).toBeGreaterThan(0);
  },
);
