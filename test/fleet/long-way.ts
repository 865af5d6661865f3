import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface LongWay extends AsyncDisposable {
  port: number;
  /** Each piece takes so long, in both directions; with Infinity nothing comes through, and no connection ends. */
  delayMs: number;
}

const LOOK_AGAIN_MS = 50;

/** Passes bytes on to a port of this machine, as late as a network far away would. */
export async function openLongWay(port: number): Promise<LongWay> {
  const sockets = new Set<Socket>();
  const carry = async (from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        await wait(way.delayMs === Number.POSITIVE_INFINITY ? LOOK_AGAIN_MS : way.delayMs);
        while (way.delayMs === Number.POSITIVE_INFINITY) await wait(LOOK_AGAIN_MS);
        to.write(piece);
      }
      to.end();
    } catch {
      to.destroy();
    }
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      socket.setNoDelay();
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    void carry(near, far);
    void carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  const way: LongWay = {
    port: address.port,
    delayMs: 0,
    async [Symbol.asyncDispose]() {
      way.delayMs = 0;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return way;
}
