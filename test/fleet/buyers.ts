import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { askRequirements } from '../../bench/payments/ask-requirements.ts';
import { createPayer } from '../../bench/payments/sign.ts';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { SAMPLE_VIN } from '../../src/products/sample-vehicle.ts';

/** One answer that somebody paid for, and all that was needed for it. */
export interface Purchase {
  payer: string;
  attempts: number;
  /** From the first request to the answer. */
  ms: number;
  /** When the answer came. */
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
  ports(): readonly number[];
  count: number;
  /** No caller tries longer than this for one answer. */
  patienceMs?: number;
}

const AGAIN = new Set([502, 503]);

/**
 * So many callers who buy one decode after another, each with a new wallet. Where the line breaks or the service asks
 * for patience, the same payment is sent again, as the official clients do.
 */
export async function startBuyers({ ports, count, patienceMs = 60_000 }: Options): Promise<Buyers> {
  const requirements = await askRequirements(ports()[0] ?? 0, '/v1/decode');
  const bought: Purchase[] = [];
  const wrongs: string[] = [];
  let going = true;
  const buyer = async () => {
    while (going) await buyOne(requirements, ports, patienceMs, bought, wrongs);
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
  requirements: PaymentRequirements,
  ports: () => readonly number[],
  patienceMs: number,
  bought: Purchase[],
  wrongs: string[],
): Promise<void> {
  const payer = createPayer(requirements);
  const headers = { 'PAYMENT-SIGNATURE': payer.sign(), 'X-Forwarded-For': anAddress() };
  const startedMs = performance.now();
  let last = '';
  for (let attempts = 1; performance.now() - startedMs < patienceMs; attempts++) {
    const open = ports();
    const port = open[(attempts + randomInt(open.length)) % open.length] ?? 0;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/decode?vin=${SAMPLE_VIN}`, { headers });
      const body = (await response.json()) as { charged?: boolean; error?: string };
      last = `${response.status} ${body.error ?? ''}`;
      if (response.status === 200) {
        const atMs = performance.now();
        if (body.charged !== true) wrongs.push('an answer that was paid for says it was not charged');
        bought.push({ payer: payer.address, attempts, ms: atMs - startedMs, atMs });
        return;
      }
      if (!AGAIN.has(response.status)) {
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
