import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

const MEGABYTE = 2 ** 20;

export interface EndlessAnswer {
  reply(response: ServerResponse): void;
  /** Bytes sent before the other side hung up; as they arrive there, unpacked. */
  sentMegabytes(): number;
  /** Resolves when the other side has hung up. */
  ended: Promise<void>;
}

/** An answer that goes on for as long as anybody listens, as it is or packed to a thousandth. */
export function endlessAnswer(encoding?: 'gzip'): EndlessAnswer {
  let megabytes = 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return {
    reply(response) {
      response.writeHead(200, {
        'content-type': 'application/json',
        ...(encoding && { 'content-encoding': encoding }),
      });
      const body = encoding ? createGzip() : response;
      if (body !== response) body.pipe(response);
      const more = () => {
        if (response.destroyed) return;
        megabytes += 1;
        // Node 26 fails a write to somebody who has hung up before it says that he has.
        body.write(Buffer.alloc(MEGABYTE, ' '), (error) => {
          if (!error) more();
        });
      };
      response.once('close', end);
      more();
    },
    sentMegabytes: () => megabytes,
    ended,
  };
}
