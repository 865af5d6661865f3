import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import { newWallet, signPayment, toHeader } from '../payments/wallet.ts';
import { withPostgres } from '../postgres.ts';
import { type RunningService, runService } from '../running-service.ts';

const VIN = '5NPDH4AE8DH100013';
const DECODE = `/v1/decode?vin=${VIN}`;
// The same request of the same payer would be given the kept answer, and not be sold again.
const OTHER_DECODE = '/v1/decode?vin=1HGCM82633A004352';
const COSTS = '/v1/purchase-costs?country=CA&province=ON&price=25000&sale_type=private';
const payTo = newWallet().address;
const wallet = newWallet();
const today = new Date().toISOString().slice(0, 10);

interface Selling extends AsyncDisposable {
  chain: DevChain;
  service: RunningService;
  environment: Record<string, string>;
  buy(path: string): Promise<string>;
}

/** The real service on a real chain that it settles on itself. */
async function startSelling(environment: Record<string, string>): Promise<Selling> {
  await using parts = new AsyncDisposableStack();
  const chain = parts.use(await startDevChain());
  const privateKey = generatePrivateKey();
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(privateKey).address, '0xde0b6b3a7640000']);
  await chain.mint(wallet.address, 1_000_000n);
  const live = { ...environment, PAY_TO: payTo, FACILITATOR_PRIVATE_KEY: privateKey, RPC_URL: chain.rpcUrl };
  const service = parts.use(await runService(live));
  const built = parts.move();
  return {
    chain,
    service,
    environment: { ...live, DATA_DIR: service.folder },
    async buy(path) {
      const { accepts } = (await (await service.get(path)).json()) as { accepts: [Offer['requirements']] };
      const payment = await signPayment(wallet, { requirements: accepts[0] });
      const response = await service.get(path, { headers: { 'PAYMENT-SIGNATURE': toHeader(payment) } });
      expect(response.status).toBe(200);
      const receipt = response.headers.get('PAYMENT-RESPONSE') ?? '';
      return (JSON.parse(Buffer.from(receipt, 'base64').toString()) as { transaction: string }).transaction;
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

async function sales(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['bin/forecourt.js', 'sales', ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

describe.each(['sqlite', 'postgres'] as const)('forecourt sales on %s, while the service runs', (kind) => {
  const open: AsyncDisposable[] = [];
  afterAll(async () => {
    for (const part of open.toReversed()) await part[Symbol.asyncDispose]();
  });

  it('lists and sums what was sold, compares it with the chain and deletes it', {
    timeout: 120_000,
  }, async () => {
    const database = kind === 'postgres' ? await withPostgres() : undefined;
    if (database) open.push(database);
    const selling = await startSelling(database ? { DATABASE_URL: database.url } : {});
    open.push(selling);
    const { environment, chain } = selling;

    expect(await sales(environment, '--check')).toMatchObject({
      code: 0,
      stdout: 'No sales.\n\nThe chain agrees: 0 transactions compared.\n',
    });
    const transactions = [
      await selling.buy(DECODE),
      await selling.buy(COSTS),
      await selling.buy(OTHER_DECODE),
    ];

    const listed = await sales(environment, '--from', today, '--check', '--json');
    expect(listed.stderr).toBe('');
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout)).toEqual({
      sales: ['/v1/decode', '/v1/purchase-costs', '/v1/decode'].map((product, index) => ({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        product,
        amount: product === '/v1/decode' ? '0.01' : '0.02',
        network: 'eip155:8453',
        transaction: transactions[index],
      })),
      sums: [
        { day: today, product: '/v1/decode', sales: 2, amount: '0.02' },
        { day: today, product: '/v1/purchase-costs', sales: 1, amount: '0.02' },
      ],
      total: '0.04',
      check: { transactions: 3, differences: [], beingSettled: 0, notCompared: 0 },
    });
    expect(listed.stdout).not.toContain(VIN);
    expect(listed.stdout.toLowerCase()).not.toContain(wallet.address.toLowerCase());

    const csv = await sales(environment, '--csv');
    expect(csv.stdout.split('\r\n')[0]).toBe('time,product,amount_usdc,network,transaction');
    expect(csv.stdout.split('\r\n')[2]).toMatch(
      /^\S+Z,\/v1\/purchase-costs,0\.02,eip155:8453,0x[0-9a-f]{64}$/,
    );
    expect((await sales(environment, '--to', '2020-01-01')).stdout).toBe('No sales.\n');

    // Somebody sends money for which nothing was sold.
    await chain.mint(`0x${payTo.slice(2).toLowerCase()}`, 5_000_000n);
    const foreign = await sales(environment, '--check');
    expect(foreign.code).toBe(3);
    expect(foreign.stdout).toMatch(/^0x[0-9a-f]{64}: 0\.00 in the journal, 5\.00 on the chain$/m);

    expect((await sales({ ...environment, RPC_URL: 'http://127.0.0.1:1' }, '--check')).code).toBe(1);
    expect((await sales(environment, '--delete-before', today)).stdout).toBe('Deleted 0 sales.\n');
    expect((await sales(environment, '--delete-before', '2999-01-01')).stdout).toBe('Deleted 3 sales.\n');
    expect((await sales(environment, '--check')).code).toBe(3);
  });
});

it('finds a sale for which no money came', { timeout: 120_000 }, async () => {
  await using selling = await startSelling({});
  const transaction = await selling.buy(DECODE);
  const database = new DatabaseSync(join(selling.service.folder, 'forecourt.sqlite'));
  database.exec(
    `INSERT INTO sales (sold_at_ms, product, amount, network, pay_to, tx)
     SELECT sold_at_ms, product, amount, network, pay_to, '0x${'ab'.repeat(32)}' FROM sales`,
  );
  database.close();
  const { code, stdout } = await sales(selling.environment, '--check', '--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout).check.differences).toEqual([
    { transaction: `0x${'ab'.repeat(32)}`, inJournal: '0.01', onChain: '0.00' },
  ]);
  expect(stdout).toContain(transaction);
});

it.each([
  [['--from', 'yesterday'], /a date is a day/],
  [['--from', '2026-02-30'], /a date is a day/],
  [['--csv', '--json'], /not both/],
  [['--delete-before', 'always'], /takes a date/],
  [['--delete-before', '2026-01-01', '--csv'], /no other option/],
])('refuses %j before it opens anything', async (args, message) => {
  const { code, stderr } = await sales({ DATA_DIR: '/nowhere/at/all' }, ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

it('has no chain to compare with where payments are not real', async () => {
  await using service = await runService();
  const { code, stderr } = await sales({ DATA_DIR: service.folder }, '--check');
  expect(code).toBe(1);
  expect(stderr).toContain('no chain to compare with');
});
