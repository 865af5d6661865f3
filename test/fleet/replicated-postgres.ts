import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';

const bin = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
export const hasServer = Boolean(bin) && spawnSync(join(bin ?? '', 'initdb'), ['--version']).status === 0;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

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
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-replicated-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  if (asOther.uid !== undefined) await chown(folder, asOther.uid, asOther.gid);
  await chmod(folder, 0o755);
  const run = (tool: string, ...args: string[]) =>
    promisify(execFile)(join(bin ?? '', tool), args, { ...asOther, cwd: folder });

  const [firstPort, secondPort] = [await freePort(), await freePort()];
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await run('initdb', '-D', first, '-U', 'postgres', '--auth=trust', '--no-sync');
  await appendFile(
    join(first, 'postgresql.conf'),
    // Nobody cuts the power here, so that nothing has to wait for the disk.
    "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nshared_buffers = '16MB'\n",
  );
  const start = async (data: string, port: number) => {
    const server = spawn(join(bin ?? '', 'postgres'), ['-D', data, '-p', String(port)], {
      ...asOther,
      stdio: 'ignore',
    });
    parts.defer(() => crash(server));
    await untilAnswers(port);
    return server;
  };
  const firstServer = await start(first, firstPort);
  const from = `host=127.0.0.1 port=${firstPort} user=postgres application_name=second`;
  await run('pg_basebackup', '-D', second, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', from);
  await start(second, secondPort);
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

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: urlOf(port) });
  await connection.connect();
  try {
    return (await connection.query(statement)).rows;
  } finally {
    await connection.end();
  }
}

async function untilAnswers(port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ask(port, 'SELECT 1');
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await wait(100);
    }
  }
}

/** At once, with all that it does: no connection is told. */
async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGQUIT');
  await exited;
}
