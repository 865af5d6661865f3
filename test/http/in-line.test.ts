import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { connections, startDoor } from './door.ts';

const open = connections();

/** A door behind which every answer to /slow waits for the test. */
async function startShop() {
  const asked: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const addRoutes: Parameters<typeof startDoor>[0] = (app) =>
    app.get('/slow', async (c) => {
      asked.push(c.req.query('turn') ?? '');
      await released;
      return c.text(`${asked.at(-1)}.`);
    });
  const server = await startDoor(addRoutes, {}, 60_000);
  return {
    port: server.port,
    asked,
    release,
    async [Symbol.asyncDispose]() {
      release();
      await server[Symbol.asyncDispose]();
    },
  };
}

const slow = (turn: number | string, more = '') =>
  `GET /slow?turn=${turn} HTTP/1.1\r\nHost: h\r\n${more}\r\n`;

it('begins a request only when those sent before it over the same connection are answered', async () => {
  await using shop = await startShop();
  const socket = await open(shop.port);
  socket.write(slow(1) + slow(2) + slow(3, 'Connection: close\r\n'));
  await expect.poll(() => shop.asked).toEqual(['1']);
  const other = await open(shop.port);
  other.write(slow('other', 'Connection: close\r\n'));
  await expect.poll(() => shop.asked).toEqual(['1', 'other']);
  shop.release();
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
  expect(shop.asked).toEqual(['1', 'other', '2', '3']);
});

it('lets sixteen requests wait behind the one that is answered, and cuts the connection at one more', async () => {
  await using shop = await startShop();
  const patient = await open(shop.port);
  patient.write(slow(1).repeat(16) + slow('last', 'Connection: close\r\n'));
  const eager = await open(shop.port);
  eager.write(slow(1).repeat(18));
  await expect.poll(() => eager.closed).toBe(true);
  expect(shop.asked.length).toBeLessThanOrEqual(2);
  shop.release();
  expect((await text(patient)).match(/HTTP\/1\.1 200/g)).toHaveLength(17);
});

/** As far as one extension of a chunk may not go. */
const broken = `POST /slow HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}`;

it.each([
  ['as the first', '', ['400']],
  ['behind a good one', slow(1), ['200', '400']],
])('refuses a request at once whose body cannot be read, %s', async (_, before, statuses) => {
  await using shop = await startShop();
  shop.release();
  const socket = await open(shop.port);
  socket.write(before + broken);
  expect((await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses);
});

it('answers what was asked for before a tunnel is refused', async () => {
  await using shop = await startShop();
  const socket = await open(shop.port);
  socket.write(`${slow(1)}CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => shop.asked).toEqual(['1']);
  shop.release();
  expect((await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '400']);
});

it('reads no more behind what it cannot read, while the answers before that are made', async () => {
  await using shop = await startShop();
  const socket = await open(shop.port);
  socket.write(`${slow(1)}HELLO\r\n\r\n`);
  await expect.poll(() => shop.asked).toEqual(['1']);
  // More than an operating system takes off our hands for a server that does not read.
  let left = 64;
  const piece = Buffer.alloc(2 ** 20, 'x');
  const writeOn = (): boolean => left-- > 0 && socket.write(piece, writeOn);
  writeOn();
  let seen = -1;
  await expect
    .poll(() => {
      const stands = left === seen;
      seen = left;
      return stands;
    })
    .toBe(true);
  expect(left).toBeGreaterThan(0);
});

it('does not keep a connection open over which it has refused what cannot be read', async () => {
  const shop = await startShop();
  const socket = await open(shop.port, { allowHalfOpen: true });
  socket.write('HELLO\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  await shop[Symbol.asyncDispose]();
});
