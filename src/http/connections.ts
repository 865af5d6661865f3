import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientKey, hasBody } from './request.ts';

/** Counts how many there are of each key, holding nothing for a key of which there are none. */
export function createTally() {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    countOf,
    add(key: string) {
      counts.set(key, countOf(key) + 1);
    },
    remove(key: string) {
      const left = countOf(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

interface GuardOptions {
  /** Open connections of one address; left out where all callers come through the addresses of proxies. */
  perAddress: number | undefined;
  lookEveryMs?: number;
  /** Looks in a row at which a caller has taken nothing of what waits for them, until they are cut off. */
  looks?: number;
}

interface Watched {
  /** Bytes that waited for the caller at the last look, and the number of looks in a row that found just those. */
  waiting: string;
  looks: number;
}

/** Keeps one caller from holding all connections, and callers who don't read from filling the memory. */
export function guardConnections(
  server: Server,
  { perAddress, lookEveryMs = 5_000, looks = 12 }: GuardOptions,
): Disposable & { readonly open: number } {
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
    get open() {
      return watched.size;
    },
    [Symbol.dispose]() {
      clearInterval(looking);
      server.off('connection', accept);
    },
  };
}

/** The requests of one connection: HTTP/1.1 lets callers send them without waiting for answers. */
interface Pipeline {
  last: ServerResponse;
  before: ServerResponse | undefined;
  waiting: number;
}

/** Nobody who wants the answers asks further ahead. */
const MOST_WAITING = 16;

/**
 * Has the requests of one connection answered one after another. All at once, a few callers who send thousands together
 * would keep everybody else waiting.
 */
export function createPipelining(listen: RequestListener) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return {
    take(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const { socket } = incoming;
      const known = pipelines.get(socket);
      const pipeline: Pipeline = known ?? { last: outgoing, before: undefined, waiting: 0 };
      if (known === undefined) pipelines.set(socket, pipeline);
      else [pipeline.before, pipeline.last] = [pipeline.last, outgoing];

      const { before } = pipeline;
      if (before === undefined || before.closed) {
        listen(incoming, outgoing);
      } else if (pipeline.waiting >= MOST_WAITING) {
        socket.destroy();
      } else {
        pipeline.waiting += 1;
        before.once('close', () => {
          pipeline.waiting -= 1;
          if (socket.writable) listen(incoming, outgoing);
        });
      }
    },

    /** Acts when everything that came over the connection is answered, but for a request whose body will not come. */
    whenAnswered(socket: Socket, act: () => void): void {
      const pipeline = pipelines.get(socket);
      const due = pipeline && isHalf(pipeline.last.req) ? pipeline.before : pipeline?.last;
      if (due === undefined || due.closed) act();
      else due.once('close', act);
    },
  };
}

const isHalf = (incoming: IncomingMessage): boolean => hasBody(incoming) && !incoming.complete;
