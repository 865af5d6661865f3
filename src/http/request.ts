import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { ServiceError } from '../errors/service-error.ts';

export type RequestBody = Buffer | 'too_large';

interface Limits {
  bytes: number;
  /** Time from the end of the headers to the end of the body, however steadily it trickles in. */
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

export function searchOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** Recognizes browsers, which ask for pages first; programs ask for JSON or for anything. */
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

/**
 * Finds the address by which a caller is counted: the one that the outermost trusted proxy saw, or the socket's.
 * Anything further left in X-Forwarded-For was written by strangers and counts for nothing.
 */
export function clientKey(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  return networkOf(
    trustedProxies === 0 ? socketAddress : behindProxies(socketAddress, forwardedFor, trustedProxies),
  );
}

function behindProxies(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  // One address, as most proxies write: there is nothing to take apart.
  if (forwardedFor && /^[\da-f.]+$/i.test(forwardedFor)) return forwardedFor;
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return withoutPort(hops.at(-trustedProxies) ?? hops[0] ?? socketAddress);
}

/** Drops the port of the connection, which some proxies write too; every call has another. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Counts IPv4 per address, IPv6 per /64, for a household has all of that. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = IPV4_IN_IPV6.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? `${firstFourGroups(address)}::/64` : address;
}

function firstFourGroups(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Math.max(0, 8 - headGroups.length - tailGroups.length) : 0;
  const groups = [...headGroups, ...Array<string>(zeros).fill('0'), ...tailGroups];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
