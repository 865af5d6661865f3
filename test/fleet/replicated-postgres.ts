import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { ask, crash, openPostgres, urlOf } from './own-postgres.ts';

export interface ReplicatedPostgres extends AsyncDisposable {
  /** Names both servers. */
  url: string;
  secondUrl: string;
  /** The first server crashes. */
  loseFirst(): Promise<void>;
  /** The second takes writes from when this resolves, or shortly before. */
  promoteSecond(): Promise<void>;
}

/** A server, and a second one that has what the first says it has written: before the first says so. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using parts = new AsyncDisposableStack();
  const servers = parts.use(await openPostgres());
  const [firstPort, secondPort] = [await freePort(), await freePort()];
  const first = await servers.initialise('first');
  const second = join(dirname(first), 'second');
  const firstServer = await servers.start(first, firstPort);
  const from = `host=127.0.0.1 port=${firstPort} user=postgres application_name=second`;
  const options = '-R -X stream -c fast --no-sync'.split(' ');
  await servers.run('pg_basebackup', '-D', second, ...options, '-d', from);
  await servers.start(second, secondPort);
  // Only now, or the second would wait for a follower of its own when it is the first.
  await ask(firstPort, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask(firstPort, 'SELECT pg_reload_conf()');
  while ((await ask(firstPort, 'SELECT sync_state FROM pg_stat_replication'))[0]?.sync_state !== 'sync') {
    await wait(50);
  }

  const built = parts.move();
  return {
    url: `postgres://postgres@127.0.0.1:${firstPort},127.0.0.1:${secondPort}/postgres`,
    secondUrl: urlOf(secondPort),
    loseFirst: () => crash(firstServer),
    async promoteSecond() {
      await ask(secondPort, 'SELECT pg_promote()');
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}
