import { ServiceError } from '../errors/service-error.ts';
import { steadyNow } from '../lib/clock.ts';
import { type LimitName, type Terms, usualLimits } from '../lib/terms.ts';
import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../payments/sale/settle.ts';
import type { CounterStore } from '../storage/storage.ts';

export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one more request is allowed (when refused) or until the window has emptied. */
  resetSeconds: number;
}

export type MinuteLimit = ReturnType<Limits['of']>;
export type Limits = ReturnType<typeof createLimits>;

interface Shared {
  counters: Pick<CounterStore, 'add' | 'since'>;
  /** Names a client to the storage without naming its address. */
  nameOf(client: string): string;
}

const WINDOW_MS = 60_000;
/** A part that reaches into the window counts whole: whoever has used up a limit waits one part longer at most. */
const PART_MS = 5_000;
const PARTS = WINDOW_MS / PART_MS;

/** The calls of one part of the window, by the number of the part since the epoch. */
interface Part {
  part: number;
  here: number;
  /** Those that came here and the other instances know of. */
  told: number;
  elsewhere: number;
}

/** Counts that are surely remembered, and never twice as many: 30 MB at most, measured, whoever asks. */
const REMEMBERED = 60_000;
/** Counts that are merged in one turn. In a flood of addresses each instance counts alone what goes beyond, until it is asked again. */
const MERGED_AT_ONCE = 500;

/**
 * Holds the limits of everything, by name: one count for all transports through which a thing is reached. It is kept in
 * memory, so that nobody ever waits for the storage; `merge` tells the other instances what came here and learns what came
 * there. Until it has run each of them lets through the whole number.
 */
export function createLimits(shared?: Shared, now: () => number = steadyNow, given: Terms['limits'] = {}) {
  let lately = new Map<string, Part[]>();
  let before = new Map<string, Part[]>();
  /** The part in which the latest began: once it is as old as the window, what was not asked for since is of no use. */
  let begun = 0;
  const untold = new Set<string>();
  let merging: Promise<void> | undefined;

  /** The parts of the window, oldest first; the last is the present one. */
  function partsOf(key: string, present: number): Part[] {
    let parts = lately.get(key);
    if (parts === undefined) {
      parts = before.get(key) ?? [];
      if (present > begun + PARTS || lately.size >= REMEMBERED) {
        before = lately;
        lately = new Map();
        begun = present;
      }
      lately.set(key, parts);
    }
    while (parts[0] && parts[0].part < present - PARTS) parts.shift();
    return parts;
  }

  function count(key: string, parts: Part[], present: number, by: 1 | -1): void {
    const given =
      by === 1 ? parts.find(({ part }) => part === present) : parts.findLast(({ here }) => here > 0);
    if (given) given.here += by;
    else if (by === 1) parts.push({ part: present, here: 1, told: 0, elsewhere: 0 });
    if (shared) untold.add(key);
  }

  async function tell({ counters, nameOf }: Shared): Promise<void> {
    const present = Math.floor(now() / PART_MS);
    const keys = [...untold].slice(0, MERGED_AT_ONCE);
    untold.clear();
    if (keys.length === 0) return;
    const names = new Map(keys.map((key) => [nameOf(key), key]));
    const rows = [...names].flatMap(([name, key]) =>
      partsOf(key, present).flatMap((part) => {
        const by = part.here - part.told;
        // A message that is lost on its way is not told again: it could have arrived.
        part.told = part.here;
        return by === 0 ? [] : [{ key: name, startMs: part.part * PART_MS, by }];
      }),
    );
    if (rows.length > 0) await counters.add(rows, (present + PARTS + 1) * PART_MS);
    for (const { key: name, startMs, count: total } of await counters.since(
      [...names.keys()],
      (present - PARTS) * PART_MS,
    )) {
      const parts = partsOf(names.get(name) ?? '', present);
      const at = startMs / PART_MS;
      const known = parts.find(({ part }) => part === at);
      if (known) {
        known.elsewhere = Math.max(0, total - known.told);
      } else {
        parts.push({ part: at, here: 0, told: 0, elsewhere: total });
        parts.sort((a, b) => a.part - b.part);
      }
    }
  }

  /** `counted` is the name of what has a count of its own and the number of another. */
  function of(name: string, limit: number, counted = name) {
    return {
      name,
      limit,
      /** Counts a call of this client, where neither it nor a network around it has used up its number. */
      take(client: string): RateDecision {
        const nowMs = now();
        const present = Math.floor(nowMs / PART_MS);
        const networks = networksOf(client).map(({ network, times }) => {
          const key = `${counted}:${network}`;
          const parts = partsOf(key, present);
          const used = parts.reduce((sum, { here, elsewhere }) => sum + here + elsewhere, 0);
          return { key, parts, left: limit * times - used };
        });
        const full = networks.find(({ left }) => left <= 0);
        if (!full) for (const { key, parts } of networks) count(key, parts, present, 1);
        const parts = (full ?? networks[0])?.parts ?? [];
        const last = full ? parts.find(({ here, elsewhere }) => here + elsewhere > 0) : parts.at(-1);
        const resetMs = ((last?.part ?? present) + PARTS + 1) * PART_MS - nowMs;
        return {
          allowed: !full,
          limit,
          remaining: full ? 0 : Math.min(limit, ...networks.map(({ left }) => left)) - 1,
          resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
        };
      },
      /** Takes a count back: what was counted turned out to be welcome. */
      giveBack(client: string): void {
        const present = Math.floor(now() / PART_MS);
        for (const { network } of networksOf(client)) {
          const key = `${counted}:${network}`;
          count(key, partsOf(key, present), present, -1);
        }
      },
    };
  }

  return {
    of,
    /** The operator may have set another number than the usual one. */
    named: (name: LimitName, counted?: string) => of(name, given[name] ?? usualLimits[name], counted),
    /** The limit of this name on what is paid, as headers say it. */
    policyOf(name: string): Policy | undefined {
      const found = Object.entries(limitByName).find(([known]) => known === name)?.[1];
      return found && { ...found, limit: given[name] ?? found.limit };
    },
    /** Never rejects and never runs twice at once: while the storage fails, each instance counts alone. */
    merge(): Promise<void> {
      if (!shared) return Promise.resolve();
      merging ??= tell(shared)
        .catch(() => {})
        .finally(() => {
          merging = undefined;
        });
      return merging;
    },
  };
}

const IPV6 = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;

/** The networks by which a client is counted: a household may have a /56 of IPv6, and a tunnel gives anybody a /48. */
function networksOf(client: string): readonly { network: string; times: number }[] {
  const [, a, b, c, d = ''] = IPV6.exec(client) ?? [];
  if (a === undefined) return [{ network: client, times: 1 }];
  const upper = (Number.parseInt(d, 16) >> 8).toString(16);
  return [
    { network: client, times: 1 },
    { network: `${a}:${b}:${c}:${upper}00::/56`, times: 4 },
    { network: `${a}:${b}:${c}::/48`, times: 16 },
  ];
}

/** Tells who is refused which limit it was, and when to come back. */
export function rateLimited(limit: string, { resetSeconds }: Pick<RateDecision, 'resetSeconds'>) {
  return new ServiceError('rate_limited', { limit, retryAfterSeconds: resetSeconds });
}

export const UNPAID_CHALLENGES = 'unpaid_challenges';
export const FAILED_PAYMENTS = 'failed_payments';

export interface Policy {
  by: 'client' | 'payer';
  limit: number;
  windowSeconds: number;
}

/** Limits on what is paid; those of free paths stand with their paths and are called by them. */
export const limitByName = {
  [UNPAID_CHALLENGES]: { by: 'client', limit: usualLimits.unpaid_challenges, windowSeconds: 60 },
  [FAILED_PAYMENTS]: { by: 'client', limit: usualLimits.failed_payments, windowSeconds: 60 },
  failed_settlements: { by: 'payer', limit: MAX_STRIKES, windowSeconds: STRIKES_WINDOW_MS / 1_000 },
} as const satisfies Record<string, Policy>;
