import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { freePort } from '../free-port.ts';
import { hasServer, withPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';

const refusalOf = (url: string) =>
  openPostgresStorage({ url, connectTimeoutMs: 500 }).then(
    () => 'It was opened.',
    (error: Error) => error.message,
  );

/** A server that does this with every connection. */
async function listen(treat: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    treat(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

it('ends a start without its PostgreSQL with what was wrong, where, and what to do', async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://seller:hunter2@127.0.0.1:${port}/sales`;
  const run = await runCommand(['serve'], { PORT: '0', DATABASE_URL });
  expect(run.stderr).toContain(
    `forecourt: PostgreSQL cannot be used. Database "sales" of DATABASE_URL at 127.0.0.1, port ${port}, as user "seller": ` +
      'nothing listens there. Start PostgreSQL, or correct host and port.',
  );
  expect(run.stderr + run.stdout).not.toContain('hunter2');
  expect(run.code).toBe(1);
  const nameless = await runCommand(['serve'], {
    PORT: '0',
    DATABASE_URL: DATABASE_URL.replace(/\w+:\w+@/, ''),
  });
  expect(nameless.stderr).toContain(`port ${port}, without a user: nothing listens there.`);
});

it('tells what ends the connection from what is silent, and names each server of several', async () => {
  const ending = await listen((socket) => socket.end());
  const silent = await listen(() => {});
  expect(await refusalOf(`postgres://a@127.0.0.1:${ending}/b`)).toMatch(
    /ends the connection before it says anything/,
  );
  const both = await refusalOf(`postgres://a:secret@127.0.0.1:${silent},127.0.0.1:${ending}/b`);
  expect(both).toMatch(
    new RegExp(
      `port ${silent}, .*: it does not answer\\..* port ${ending}, .*: it ends the connection before it says`,
    ),
  );
  expect(both).not.toContain('secret');
});

it('names a machine that there is not', async () => {
  expect(await refusalOf('postgres://a@no-such-machine.invalid/b')).toMatch(
    /at no-such-machine\.invalid, port 5432, .* Correct the host|cannot be looked up/,
  );
});

it.skipIf(!hasServer)(
  `says which database there is not${hasServer ? '' : ' (skipped: no PostgreSQL runs)'}`,
  async () => {
    await using database = await withPostgres();
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    expect(await refusalOf(url.href)).toMatch(/createdb no_such_database/);
  },
);
