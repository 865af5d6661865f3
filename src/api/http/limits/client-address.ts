import { isIPv6 } from 'node:net';

/**
 * The address by which a caller is counted: the one that the outermost trusted proxy saw, or the socket's.
 * What stands further left in X-Forwarded-For was written by strangers and counts for nothing.
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
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return withoutPort(hops.at(-trustedProxies) ?? hops[0] ?? socketAddress);
}

/** Some proxies write the port of the connection too; every call has another. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** IPv4 counts per address; IPv6 per /64, for a household has all of that. */
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
