import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../errors/service-error.ts';

/** A body that was read whole, or why it was not looked at. */
export type RequestBody = Buffer | 'too_large';

interface Limits {
  bytes: number;
  /** From the end of the headers to the end of the body, however steadily it trickles in. */
  deadlineMs: number;
}

/** Only agent protocols take bodies, and only with POST; that of any other request is never read. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return method === 'POST' && !isEmpty;
}

/** Reads no more than may be; rejects with request_timeout where it does not come in time. */
export function readBody(incoming: IncomingMessage, limits: Limits): Promise<RequestBody> {
  if (Number(incoming.headers['content-length'] ?? 0) > limits.bytes) return Promise.resolve('too_large');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const conclude = (act: () => void) => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', end).off('close', breakOff);
      incoming.pause();
      act();
    };
    const timer = setTimeout(
      () => conclude(() => reject(new ServiceError('request_timeout'))),
      limits.deadlineMs,
    );
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > limits.bytes) conclude(() => resolve('too_large'));
    };
    const end = () => conclude(() => resolve(Buffer.concat(chunks)));
    // Nobody is there any more to read this.
    const breakOff = () => conclude(() => reject(new ServiceError('bad_request')));
    incoming.on('data', take).once('end', end).once('close', breakOff);
  });
}

/** True for browsers, which ask for pages first; programs ask for JSON or for anything. */
export function prefersPage(accept: string | undefined): boolean {
  if (!accept?.includes('text/html')) return false;
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type.toLowerCase(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get('text/html') ?? 0) > (weights.get('application/json') ?? 0);
}
