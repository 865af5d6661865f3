import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { load } from './load.ts';
import { askRequirements } from './payments/ask-requirements.ts';
import { createPayer } from './payments/sign.ts';
import { spend } from './payments/spend.ts';
import { startStock } from './payments/stock.ts';

const PAY_TO = '0x00000000000000000000000000000000feedbeef';
const PATH = '/v1/decode';
const ROUNDS = 5;
const TURN_MS = 600;
const OUR_PAYMENTS = 300;
const STOCK_PAYMENTS = 60;

interface Comparison {
  name: string;
  ours: number[];
  other: { name: string; rates: number[] };
  least: number;
}

/**
 * What a 402 costs against a bare answer of the same bytes, and what forged and good payments cost against the stock
 * middleware. Facilitator and chain are models that answer at once on both sides; the signature is checked on both.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using till = await startChild(['bench/payments/till.ts', PAY_TO, join(folder, 'ledger.sqlite')]);
    const stock = await startStock(PAY_TO);
    report(await compareUnpaid(till.port));
    if ('missing' in stock) {
      console.log(`forged and paid against @x402/hono: skipped, it cannot be started (${stock.missing})`);
      return;
    }
    await using _ = stock;
    const ours = createPayer(await askRequirements(till.port, PATH));
    const theirs = createPayer(await askRequirements(stock.port, PATH));
    const sides = { ours: { port: till.port, sign: ours }, stock: { port: stock.port, sign: theirs } };
    report(await comparePayments('forged signature refused', 402, sides, { forged: true }));
    report(await comparePayments('paid call (ours with its ledger on disk)', 200, sides, { forged: false }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In short turns, so that whatever else the machine does falls on both alike. */
async function compareUnpaid(port: number): Promise<Comparison> {
  const comparison: Comparison = {
    name: 'unpaid 402 (through the gate)',
    ours: [],
    other: { name: 'bare Hono, same bytes', rates: [] },
    least: 0.5,
  };
  for (const path of ['/bare', PATH]) await load({ port, path, durationMs: TURN_MS });
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await load({ port, path: '/bare', durationMs: TURN_MS });
    const ours = await load({ port, path: PATH, durationMs: TURN_MS });
    expectOnly(402, bare.statuses);
    expectOnly(402, ours.statuses);
    comparison.other.rates.push(bare.requestsPerSecond);
    comparison.ours.push(ours.requestsPerSecond);
  }
  return comparison;
}

interface Side {
  port: number;
  sign: ReturnType<typeof createPayer>;
}

async function comparePayments(
  name: string,
  status: number,
  sides: { ours: Side; stock: Side },
  options: { forged: boolean },
): Promise<Comparison> {
  const comparison: Comparison = { name, ours: [], other: { name: '@x402/hono', rates: [] }, least: 5 };
  const turn = async ({ port, sign }: Side, count: number) => {
    const payments = Array.from({ length: count }, () => sign(options));
    const { requestsPerSecond, statuses } = await spend(port, PATH, payments);
    expectOnly(status, statuses);
    return requestsPerSecond;
  };
  await turn(sides.ours, OUR_PAYMENTS);
  await turn(sides.stock, STOCK_PAYMENTS);
  for (let round = 0; round < ROUNDS; round++) {
    comparison.other.rates.push(await turn(sides.stock, STOCK_PAYMENTS));
    comparison.ours.push(await turn(sides.ours, OUR_PAYMENTS));
  }
  return comparison;
}

/** A rate of wrong answers is worth nothing. */
function expectOnly(status: number, statuses: ReadonlyMap<number, number>): void {
  const others = [...statuses].filter(([found]) => found !== status);
  if (others.length > 0) throw new Error(`Expected only ${status}, got ${JSON.stringify([...statuses])}`);
}

function report({ name, ours, other, least }: Comparison): void {
  const [our, their] = [median(ours), median(other.rates)];
  const ratio = our / their;
  console.log(
    `${name}: ours ${Math.round(our)}/s, ${other.name} ${Math.round(their)}/s, ratio ${ratio.toFixed(2)} (at least ${least})`,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
