import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { guardConnections } from '../../src/http/server.ts';
import { runService } from '../running-service.ts';
import { connections, startDoor } from './door.ts';

const connectTo = connections();

/** Opens a connection and notes what comes back over it. */
async function open(port: number, text: string): Promise<{ socket: Socket; heard: () => string }> {
  const socket = await connectTo(port);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.write(text);
  return { socket, heard: () => heard };
}

const halfSent = (client: string) =>
  `POST /mcp HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: ${client}\r\nContent-Type: application/json\r\n` +
  'Content-Length: 5000\r\n\r\n{';

describe('requests whose body does not come', async () => {
  const service = await runService({ TRUSTED_PROXIES: '1' });
  afterAll(() => service[Symbol.asyncDispose]());

  it('are few for one client, and more of them are turned away', async () => {
    const held = await Promise.all(
      Array.from({ length: 40 }, () => open(service.port, halfSent('192.0.2.1'))),
    );
    const refused = () => held.map(({ heard }) => heard()).filter((heard) => heard !== '');
    await expect.poll(() => refused().length).toBe(8);
    for (const heard of refused()) {
      expect(heard).toMatch(/^HTTP\/1\.1 429 /);
      expect(heard).toMatch(/Retry-After: \d+/i);
      expect(heard).toContain('"limit":"open_requests"');
    }
  });

  it('keep nobody else out, however many they are', async () => {
    const clients = Array.from({ length: 2_000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`);
    for (const client of clients) await open(service.port, halfSent(client));
    expect((await service.get('/health')).status).toBe(200);
    expect((await service.get('/v1/decode?vin=5NPDH4AE8DH100013')).status).toBe(402);
    expect((await service.get('/v1/sample/decode')).status).toBe(200);
  });
});

describe('a door of its own', () => {
  const startEcho = (bodyDeadlineMs: number) =>
    startDoor((app) => app.post('/echo', (c) => c.text(String(c.env.exchange.body))), {
      mostInside: { perClient: 1, inAll: 1 },
      bodyDeadlineMs,
    });

  it('waits for a body that trickles in no longer than it may take, and says so', async () => {
    await using server = await startEcho(300);
    const { socket, heard } = await open(
      server.port,
      'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 500\r\n\r\n',
    );
    const trickle = setInterval(() => socket.write(' '), 50);
    await expect.poll(heard).toMatch(/^HTTP\/1\.1 408 .*"error":"request_timeout"/s);
    clearInterval(trickle);
    await expect.poll(() => socket.closed).toBe(true);
  });

  it('counts a request as inside only when it is there whole', async () => {
    await using server = await startEcho(60_000);
    const slow = await open(server.port, 'POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nla');
    const quick = httpRequest({ port: server.port, path: '/echo', method: 'POST', agent: false });
    quick.end('whole');
    const [response] = await once(quick, 'response');
    expect((await response.toArray()).join('')).toBe('whole');
    slow.socket.write('te');
    await expect.poll(slow.heard).toMatch(/^HTTP\/1\.1 200 .*late$/s);
  });
});

describe('connections', () => {
  /** More than an operating system takes off our hands for a caller who does not read. */
  const LARGE = 64 * 1024 * 1024;

  async function startGuarded(options: Parameters<typeof guardConnections>[1]) {
    const piece = Buffer.alloc(LARGE / 256, 'x');
    const server = createServer((_, response) => {
      pipeline(Readable.from(Array(256).fill(piece)), response, () => {});
    });
    const guard = guardConnections(server, options);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      countConnections: () =>
        new Promise<number>((resolve) => {
          server.getConnections((_error, count) => resolve(count));
        }),
      async [Symbol.asyncDispose]() {
        guard[Symbol.dispose]();
        server.closeAllConnections();
        server.close();
      },
    };
  }
  const ASK = 'GET / HTTP/1.1\r\nHost: h\r\n\r\n';

  it('of one address are so many, and no more', async () => {
    await using server = await startGuarded({ perAddress: 3 });
    const kept = await Promise.all([1, 2, 3].map(() => open(server.port, '')));
    const { socket } = await open(server.port, '');
    await expect.poll(() => socket.closed).toBe(true);
    expect(kept.map((each) => each.socket.readyState)).toEqual(['open', 'open', 'open']);
    kept[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const { socket: next, heard } = await open(server.port, ASK);
        // Answered, or shut out because the server has not yet heard that the other has left.
        await Promise.race([once(next, 'data'), once(next, 'close')]);
        return heard();
      })
      .toMatch(/^HTTP\/1\.1 200/);
  });

  it('over which nobody takes what was asked for are cut; those that take it slowly are not', async () => {
    await using server = await startGuarded({ perAddress: 10, lookEveryMs: 50, looks: 20 });
    const deaf = await open(server.port, ASK);
    deaf.socket.pause();
    const slow = await open(server.port, ASK);
    const reading = setInterval(
      () => (slow.socket.isPaused() ? slow.socket.resume() : slow.socket.pause()),
      10,
    );
    await expect.poll(server.countConnections).toBe(1);
    await expect.poll(() => slow.heard().length, { timeout: 60_000 }).toBeGreaterThan(LARGE);
    expect(slow.socket.closed).toBe(false);
    clearInterval(reading);
    deaf.socket.resume();
    await expect.poll(() => deaf.socket.closed).toBe(true);
    expect(deaf.heard().length).toBeLessThan(LARGE);
  });
});
