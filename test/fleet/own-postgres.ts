import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const bin = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
export const hasServer = Boolean(bin) && spawnSync(join(bin ?? '', 'initdb'), ['--version']).status === 0;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface OwnPostgres extends AsyncDisposable {
  run(tool: string, ...args: string[]): Promise<unknown>;
  /** A new cluster, and its folder. */
  initialise(name: string, settings?: string): Promise<string>;
  /** Resolves when it answers. */
  start(data: string, port: number): Promise<ChildProcess>;
}

/** Servers of PostgreSQL that a test starts and crashes as it likes, in a folder that may be given. */
export async function openPostgres(given?: string): Promise<OwnPostgres> {
  await using parts = new AsyncDisposableStack();
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'forecourt-postgres-')));
  if (given === undefined) parts.defer(() => rm(folder, { recursive: true, force: true }));
  if (asOther.uid !== undefined) await chown(folder, asOther.uid, asOther.gid);
  await chmod(folder, 0o755);
  const built = parts.move();
  const run = (tool: string, ...args: string[]) =>
    promisify(execFile)(join(bin ?? '', tool), args, { ...asOther, cwd: folder });
  return {
    run,
    async initialise(name, settings = '') {
      const data = join(folder, name);
      await run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync');
      await appendFile(
        join(data, 'postgresql.conf'),
        // Nobody cuts the power here, so that nothing has to wait for the disk.
        `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nshared_buffers = '16MB'\n${settings}`,
      );
      return data;
    },
    async start(data, port) {
      const options = ['-D', data, '-p', String(port)];
      const server = spawn(join(bin ?? '', 'postgres'), options, { ...asOther, stdio: 'ignore' });
      built.defer(() => crash(server));
      await untilAnswers(server, port);
      return server;
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

export const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

export async function ask(port: number, statement: string): Promise<Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: urlOf(port) });
  await connection.connect();
  try {
    return (await connection.query(statement)).rows;
  } finally {
    await connection.end();
  }
}

async function untilAnswers(server: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await ask(port, 'SELECT 1');
      return;
    } catch (error) {
      if (attempt === 200 || server.exitCode !== null) throw error;
      await wait(100);
    }
  }
}

/** At once, with all that it does: no connection is told. */
export async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGQUIT');
  await exited;
}
