import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './request.ts';

/** HTTP lets callers send requests without waiting for answers: those of one connection stand in a line. */
interface Line {
  /** The answers to the request that came last, and to the one before. */
  last: ServerResponse;
  before: ServerResponse | undefined;
  /** Requests that are not begun. */
  waiting: number;
}

/** Nobody asks so far ahead who wants the answers. */
const MOST_WAITING = 16;

/**
 * Has the requests of one connection heard one after another. All at once, a few callers who send thousands together
 * would keep everybody else waiting.
 */
export function createLines(listen: RequestListener) {
  const lines = new WeakMap<Socket, Line>();
  return {
    hear(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const { socket } = incoming;
      const known = lines.get(socket);
      const line: Line = known ?? { last: outgoing, before: undefined, waiting: 0 };
      if (known === undefined) lines.set(socket, line);
      else [line.before, line.last] = [line.last, outgoing];

      const { before } = line;
      if (before === undefined || before.closed) {
        listen(incoming, outgoing);
      } else if (line.waiting >= MOST_WAITING) {
        socket.destroy();
      } else {
        line.waiting += 1;
        before.once('close', () => {
          line.waiting -= 1;
          if (socket.writable) listen(incoming, outgoing);
        });
      }
    },

    /** Acts when everything that came over the connection is answered, but for a request whose body will not come. */
    whenAnswered(socket: Socket, act: () => void): void {
      const line = lines.get(socket);
      const due = line && isHalf(line.last.req) ? line.before : line?.last;
      if (due === undefined || due.closed) act();
      else due.once('close', act);
    },
  };
}

const isHalf = (incoming: IncomingMessage): boolean => hasBody(incoming) && !incoming.complete;
