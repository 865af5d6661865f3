import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Options {
  /** Open connections of one address; left out where all callers come through the addresses of proxies. */
  perAddress: number | undefined;
  lookEveryMs?: number;
  /** Longest time in which a caller takes nothing of what waits for them. */
  patienceMs?: number;
}

interface Watched {
  address: string;
  /** What waited for the caller when it was looked last, and since when. */
  waiting: string;
  sinceMs: number;
}

/** Keeps one caller from holding all connections, and callers who don't read from filling the memory. */
export function guardConnections(
  server: Server,
  { perAddress, lookEveryMs = 5_000, patienceMs = 60_000 }: Options,
): Disposable {
  const watched = new Map<Socket, Watched>();
  const open = new Map<string, number>();

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const theirs = (open.get(address) ?? 0) + 1;
    if (perAddress !== undefined && theirs > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, theirs);
    watched.set(socket, { address, waiting: '', sinceMs: 0 });
    socket.once('close', () => {
      watched.delete(socket);
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  };

  const look = () => {
    const nowMs = performance.now();
    for (const [socket, seen] of watched) {
      const { writableLength, bytesWritten } = socket;
      const waiting = writableLength === 0 ? '' : `${writableLength} ${bytesWritten}`;
      if (waiting === '' || waiting !== seen.waiting) Object.assign(seen, { waiting, sinceMs: nowMs });
      else if (nowMs - seen.sinceMs >= patienceMs) socket.destroy();
    }
  };

  server.on('connection', accept);
  const looking = setInterval(look, lookEveryMs);
  looking.unref();
  return {
    [Symbol.dispose]() {
      clearInterval(looking);
      server.off('connection', accept);
    },
  };
}
