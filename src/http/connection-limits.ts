import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createTally } from '../lib/tally.ts';
import { clientKey } from './request.ts';

interface Options {
  /** Open connections of one address; left out where all callers come through the addresses of proxies. */
  perAddress: number | undefined;
  lookEveryMs?: number;
  /** A caller who has taken nothing of what waits for them at so many looks in a row is cut off. */
  looks?: number;
}

interface Watched {
  /** What waited for the caller at the last look, and how many looks in a row found just that. */
  waiting: string;
  looks: number;
}

/** Keeps one caller from holding all connections, and callers who don't read from filling the memory. */
export function guardConnections(
  server: Server,
  { perAddress, lookEveryMs = 5_000, looks = 12 }: Options,
): Disposable {
  const watched = new Map<Socket, Watched>();
  const open = createTally();

  const accept = (socket: Socket) => {
    const address = clientKey(socket.remoteAddress ?? '', undefined, 0);
    if (perAddress !== undefined && open.countOf(address) >= perAddress) {
      socket.destroy();
      return;
    }
    open.add(address);
    watched.set(socket, { waiting: '', looks: 0 });
    socket.once('close', () => {
      watched.delete(socket);
      open.remove(address);
    });
  };

  // Looks are counted, not time: while the process itself was held up, nobody could take anything.
  const look = () => {
    for (const [socket, seen] of watched) {
      const { writableLength, bytesWritten } = socket;
      const waiting = writableLength === 0 ? '' : `${writableLength} ${bytesWritten}`;
      if (waiting === '' || waiting !== seen.waiting) Object.assign(seen, { waiting, looks: 0 });
      else if (++seen.looks >= looks) socket.destroy();
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
