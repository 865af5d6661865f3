import { rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { buyDecode } from '../payments/buy-decode.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { withPostgres } from '../postgres.ts';
import { canMount, mountSmallDisk } from '../small-disk.ts';

const VINS = ['5NPDH4AE8DH100013', '1FTFW1ET5DFC10312', '1HGCM82633A004352'] as const;

/** Sells, has the trouble, refuses without charging, and sells again when it is over. */
async function sellThroughTrouble(
  environment: Record<string, string>,
  begin: () => void,
  end: () => void | Promise<void>,
): Promise<void> {
  const port = await freePort();
  await using service = await startDevService({ METRICS_PORT: String(port), ...environment });
  const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  const livez = async () => (await fetch(`http://127.0.0.1:${port}/livez`)).status;
  await expect.poll(readyz).toBe(200);
  expect(await buyDecode(service, VINS[0])).toMatchObject({ status: 200, body: { charged: true } });

  begin();
  await expect.poll(readyz).toBe(503);
  expect(await livez()).toBe(200);
  expect(await buyDecode(service, VINS[1])).toMatchObject({ status: 503, body: { charged: false } });
  expect(await metricOf(port)).toBe(0);
  expect((await service.get('/v1/sample/decode')).status).toBe(200);

  await end();
  await expect.poll(readyz).toBe(200);
  expect(await metricOf(port)).toBe(1);
  await expectSold(service, VINS[2]);
}

async function metricOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^forecourt_ready (\d)$/m.exec(text)?.[1]);
}

async function expectSold(service: DevService, vin: string): Promise<void> {
  await expect.poll(() => buyDecode(service, vin)).toMatchObject({ status: 200, body: { charged: true } });
}

describe('a disk that is full', () => {
  const mounts = canMount();
  it.skipIf(!mounts)(
    `ends sales until there is room again${mounts ? '' : ' (skipped: this user may not mount a small disk)'}`,
    async () => {
      using disk = mountSmallDisk(6);
      if (disk === undefined) throw new Error('The small disk cannot be mounted any more.');
      const filler = join(disk.folder, 'filler');
      await sellThroughTrouble(
        { DATA_DIR: disk.folder },
        () => fillUp(filler),
        () => rmSync(filler),
      );
    },
  );
});

function fillUp(file: string): void {
  const megabyte = Buffer.alloc(1024 * 1024);
  const write = (bytes: Uint8Array) => writeFileSync(file, bytes, { flag: 'a' });
  for (const size of [megabyte.length, 4096]) {
    try {
      for (;;) write(megabyte.subarray(0, size));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
}

describe('a PostgreSQL that cannot be reached', () => {
  it('ends sales until it is there again', async () => {
    await using postgres = await withPostgres();
    await using line = await openLine(postgres.url);
    await sellThroughTrouble({ DATABASE_URL: line.url }, line.cut, line.mend);
  });
});

/** A line to the database that can be cut: what is connected breaks, and nobody answers. */
async function openLine(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const beyond = connect(Number(target.port || 5432), target.hostname);
    for (const end of [socket, beyond]) {
      sockets.add(end);
      end.on('error', () => {}).on('close', () => sockets.delete(end));
    }
    socket.pipe(beyond).pipe(socket);
  });
  const port = await freePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, cut, mend: listen, [Symbol.asyncDispose]: async () => cut() };
}
