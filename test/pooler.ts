import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

export interface Pooler extends AsyncDisposable {
  url: string;
}

/**
 * PgBouncer in transaction mode before the server of this database: each transaction may get another connection.
 * Everything else is as PgBouncer has it.
 */
export async function startPooler(
  databaseUrl: string,
  { host = '127.0.0.1', connections = 4 } = {},
): Promise<Pooler> {
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-pooler-'));
  const ownPort = await freePort();
  const files = { settings: join(folder, 'pgbouncer.ini'), users: join(folder, 'users.txt') };
  await writeFile(files.users, `"${username}" ""\n`);
  await writeFile(
    files.settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port || 5432} user=${username}
[pgbouncer]
listen_addr = ${host}
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
auth_file = ${files.users}
pool_mode = transaction
default_pool_size = ${connections}
`,
  );
  // It refuses to run as root, and then reads its files as somebody else.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await chmod(folder, 0o755);
  const child = spawn('pgbouncer', [...asOther, files.settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'exit');
  while (!(await answers(host, ownPort))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said}`);
    await wait(50);
  }
  return {
    url: `postgres://${username}@${host}:${ownPort}${pathname}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
