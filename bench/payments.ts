import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { askRequirements } from './payments/ask-requirements.ts';
import { createPayer } from './payments/sign.ts';
import { spend } from './payments/spend.ts';
import { startStock } from './payments/stock.ts';

const PAY_TO = '0x00000000000000000000000000000000feedbeef';
const PATH = '/v1/decode';
const ROUNDS = 5;
const SOLD_PATH = '/v1/purchase-costs';
const UNPAID_CALLS = 6_000;
const UNPAID_ROUNDS = 9;
const CALLS_PER_CLIENT = 10;
const OUR_PAYMENTS = 640;
const STOCK_PAYMENTS = 128;

interface Comparison {
  name: string;
  ours: number[];
  other: { name: string; rates: number[] };
  least: number;
}

/**
 * What a 402 costs against a bare answer of the same body, and what forged and good payments cost against the stock
 * middleware. Facilitator and chain are models that answer at once on both sides; the signature is checked on both.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    report(await compareUnpaid(folder));
    await using till = await startChild(['bench/payments/till.ts', PAY_TO, join(folder, 'ledger.sqlite')]);
    const stock = await startStock(PAY_TO);
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

/** The whole service, asked by ever new clients; in short turns, so that what else the machine does falls on both. */
async function compareUnpaid(folder: string): Promise<Comparison> {
  await using service = await startChild(['bin/forecourt.js', 'serve'], {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SAMPLES_REFRESH: 'off',
    TRUSTED_PROXIES: '1',
  });
  const challenged = await fetch(`http://127.0.0.1:${service.port}${SOLD_PATH}`);
  await using bare = await startChild(['bench/payments/bare.ts', await challenged.text()]);

  const comparison: Comparison = {
    name: 'unpaid 402 of the whole service',
    ours: [],
    other: { name: 'bare Hono with the same body', rates: [] },
    least: 0.5,
  };
  const turn = async (port: number, path: string) => {
    const { requestsPerSecond, statuses } = await spend(port, path, newClients(UNPAID_CALLS));
    expectOnly(402, statuses);
    return requestsPerSecond;
  };
  await turn(bare.port, '/bare');
  await turn(service.port, SOLD_PATH);
  for (let round = 0; round < UNPAID_ROUNDS; round++) {
    comparison.other.rates.push(await turn(bare.port, '/bare'));
    comparison.ours.push(await turn(service.port, SOLD_PATH));
  }
  return comparison;
}

/** Each asks a few times: one alone would soon be told to wait. */
function newClients(calls: number): string[] {
  const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const clients = Array.from({ length: calls / CALLS_PER_CLIENT }, () => `X-Forwarded-For: ${address()}`);
  return Array.from({ length: calls }, (_, index) => clients[index % clients.length] ?? '');
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
    const payments = Array.from({ length: count }, () => `PAYMENT-SIGNATURE: ${sign(options)}`);
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
