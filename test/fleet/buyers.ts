import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';

/** One answer that somebody paid for, and all that was needed for it. */
export interface Purchase {
  payer: string;
  attempts: number;
  /** From the first request to the answer. */
  ms: number;
  /** The time of the answer. */
  atMs: number;
}

interface Buyers {
  /** Everybody has what he paid for by then. */
  stop(): Promise<Purchase[]>;
  readonly bought: readonly Purchase[];
  /** Answers that were neither what was asked for nor "try again". */
  readonly wrongs: readonly string[];
}

interface Options {
  /** Tried in turn, as a balancer in front would. */
  urls(): readonly string[];
  count: number;
  /** No caller tries longer than this for one answer. */
  patienceMs?: number;
  /** The paths that are bought, in turn. */
  paths?: readonly string[];
  /** Says why an answer that was paid for is wrong. */
  faultOf?(body: unknown): string | undefined;
  /** Answers after which the same payment is sent again. */
  again?: ReadonlySet<number>;
}

const AGAIN: ReadonlySet<number> = new Set([502, 503]);
/** An answer that never comes is as good as a line that broke. */
const ANSWER_MS = 20_000;

/**
 * So many callers who buy one decode after another, each with a new wallet. Where the line breaks or the service asks
 * for patience, the same payment is sent again, as the official clients do.
 */
export async function startBuyers(options: Options): Promise<Buyers> {
  const { urls, count, paths = [`/v1/decode?vin=${SAMPLE_VIN}`] } = options;
  const offers = await Promise.all(
    paths.map(async (path) => ({ path, requirements: await askRequirements(urls()[0] ?? '', path) })),
  );
  const bought: Purchase[] = [];
  const wrongs: string[] = [];
  let going = true;
  let turn = 0;
  const buyer = async () => {
    for (;;) {
      const offer = offers[turn++ % offers.length];
      if (!going || offer === undefined) return;
      await buyOne(offer, options, bought, wrongs);
    }
  };
  const all = Promise.all(Array.from({ length: count }, buyer));
  return {
    bought,
    wrongs,
    async stop() {
      going = false;
      await all;
      return bought;
    },
  };
}

async function buyOne(
  { path, requirements }: { path: string; requirements: PaymentRequirements },
  { urls, patienceMs = 60_000, faultOf, again = AGAIN }: Options,
  bought: Purchase[],
  wrongs: string[],
): Promise<void> {
  const payer = createPayer(requirements);
  const headers = { 'PAYMENT-SIGNATURE': payer.sign(), 'X-Forwarded-For': anAddress() };
  const startedMs = performance.now();
  let last = '';
  for (let attempts = 1; performance.now() - startedMs < patienceMs; attempts++) {
    const open = urls();
    const url = open[randomInt(open.length)] ?? '';
    try {
      const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
      const body = (await response.json()) as { charged?: boolean; error?: string };
      last = `${response.status} ${body.error ?? ''}`;
      if (response.status === 200) {
        const atMs = performance.now();
        if (body.charged !== true) wrongs.push('an answer that was paid for says it was not charged');
        const fault = faultOf?.(body);
        if (fault !== undefined) wrongs.push(fault);
        bought.push({ payer: payer.address, attempts, ms: atMs - startedMs, atMs });
        return;
      }
      if (!again.has(response.status)) {
        wrongs.push(last);
        return;
      }
    } catch {
      last = 'the line broke';
    }
    await wait(50 + randomInt(100));
  }
  wrongs.push(`no answer in ${patienceMs} ms, at last: ${last}`);
}

export const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${1 + randomInt(254)}`;
