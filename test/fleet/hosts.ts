import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockOf, hasMovedClock, NO_MOVED_CLOCK, setClock } from '../moved-clock.ts';

/** A machine of its own, as far as its network and its clock go. */
export interface Host {
  address: string;
  /** Leads a command into its network. */
  within: readonly string[];
  /** The environment in which programs there see its clock. */
  environment: Record<string, string>;
  /** Nothing comes or goes any more, and nobody is told. */
  lose(): void;
  find(): void;
  /** So far from the true time is its clock now. */
  setClock(offSeconds: number): void;
}

export interface Hosts extends AsyncDisposable {
  /** The address under which those hosts reach what runs here. */
  address: string;
  hosts: readonly Host[];
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });

/** Why there can be no such hosts here. */
export function whyNoHosts(): string | undefined {
  if (!hasMovedClock) return NO_MOVED_CLOCK;
  const name = `forecourt-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'delete', name);
    return undefined;
  } catch {
    return 'this user may make no network of its own';
  }
}

/**
 * Must be called in a network of its own (`unshare --net`): every interface that comes or goes tells each browser of the
 * network to break off what it loads.
 */
export async function openHosts(count: number): Promise<Hosts> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-hosts-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  ip('link', 'set', 'lo', 'up');
  const net = '10.111.0';
  const address = `${net}.1`;
  ip('address', 'add', `${address}/32`, 'dev', 'lo');
  parts.defer(() => void ip('address', 'delete', `${address}/32`, 'dev', 'lo'));
  const hosts = Array.from({ length: count }, (_, index): Host => {
    const name = `fc${randomInt(1_000_000)}`;
    const [here, there] = [`${net}.${index * 4 + 5}`, `${net}.${index * 4 + 6}`];
    ip('netns', 'add', name);
    parts.defer(() => void ip('netns', 'delete', name));
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('address', 'add', `${here}/30`, 'dev', name);
    ip('link', 'set', name, 'up');
    ip('-n', name, 'address', 'add', `${there}/30`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'route', 'add', 'default', 'via', here);
    const clock = join(folder, name);
    setClock(clock, 0);
    return {
      address: there,
      within: ['ip', 'netns', 'exec', name],
      environment: clockOf(clock),
      lose: () => void ip('link', 'set', name, 'down'),
      find: () => void ip('link', 'set', name, 'up'),
      setClock: (offSeconds) => setClock(clock, offSeconds),
    };
  });
  const built = parts.move();
  return { address, hosts, [Symbol.asyncDispose]: () => built.disposeAsync() };
}
