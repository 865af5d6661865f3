import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { encodeCall, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import { fromHeader, newWallet, signPayment, toHeader } from '../payments/wallet.ts';
import { withPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';
import { type RunningService, runService } from '../running-service.ts';

const VIN = '5NPDH4AE8DH100013';
const DECODE = `/v1/decode?vin=${VIN}`;
// The same request of the same payer would be given the kept answer, and not be sold again.
const OTHER_DECODE = '/v1/decode?vin=1HGCM82633A004352';
const COSTS = '/v1/purchase-costs?country=CA&province=ON&price=25000&sale_type=private';
const payTo = newWallet().address;
const REFUNDER = '0x00000000000000000000000000000000cafebeef';
const wallet = newWallet();
const today = new Date().toISOString().slice(0, 10);

interface Selling extends AsyncDisposable {
  chain: DevChain;
  service: RunningService;
  environment: Record<string, string>;
  buy(path: string, payment?: string): Promise<Bought>;
}

interface Bought {
  transaction: string;
  requestId: string;
  payment: string;
}

const figures = (usdc: string) => ({ grossUsdc: usdc, refundUsdc: '0.00', feeUsd: '0.00', netUsdc: usdc });
const [aCent, twoCents] = [figures('0.01'), figures('0.02')];
const gasEth = expect.any(String);

/** The real service on a real chain that it settles on itself. */
async function startSelling(environment: Record<string, string>): Promise<Selling> {
  await using parts = new AsyncDisposableStack();
  const chain = parts.use(await startDevChain());
  const privateKey = generatePrivateKey();
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(privateKey).address, '0xde0b6b3a7640000']);
  await chain.mint(wallet.address, 1_000_000n);
  const live = {
    ...environment,
    PAY_TO: payTo,
    FACILITATOR_PRIVATE_KEY: privateKey,
    // Gas costs nothing here, whatever the chain says.
    MAX_GAS_SHARE: '1000',
    RPC_URL: chain.rpcUrl,
  };
  const service = parts.use(await runService(live));
  const built = parts.move();
  return {
    chain,
    service,
    environment: { ...live, DATA_DIR: service.folder },
    async buy(path, before) {
      const { accepts } = (await (await service.get(path)).json()) as { accepts: [Offer['requirements']] };
      const payment = before ?? toHeader(await signPayment(wallet, { requirements: accepts[0] }));
      const { status, headers } = await service.get(path, { headers: { 'PAYMENT-SIGNATURE': payment } });
      expect(status).toBe(200);
      const { transaction } = fromHeader(headers.get('PAYMENT-RESPONSE')) as { transaction: string };
      return { transaction, requestId: headers.get('X-Request-Id') ?? '', payment };
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

const run = (environment: Record<string, string>, ...args: string[]) => runCommand(args, environment);
const sales = (environment: Record<string, string>, ...args: string[]) => run(environment, 'sales', ...args);

function changeDatabase({ service }: Selling, statement: string): void {
  const database = new DatabaseSync(join(service.folder, 'forecourt.sqlite'));
  database.exec(statement);
  database.close();
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
    const bought = [await selling.buy(DECODE), await selling.buy(COSTS), await selling.buy(OTHER_DECODE)];

    const listed = await sales(environment, '--from', today, '--check', '--json');
    expect(listed.stderr).toBe('');
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout)).toEqual({
      sales: ['/v1/decode', '/v1/purchase-costs', '/v1/decode'].map((product, index) => ({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        kind: 'sale',
        product,
        ...(product === '/v1/decode' ? aCent : twoCents),
        gasEth: expect.stringMatching(/^0\.000\d+$/),
        network: 'eip155:8453',
        transaction: bought[index]?.transaction,
        requestId: bought[index]?.requestId,
      })),
      sums: [
        { day: today, product: '/v1/decode', sales: 2, ...twoCents, gasEth },
        { day: today, product: '/v1/purchase-costs', sales: 1, ...twoCents, gasEth },
      ],
      total: { sales: 3, ...twoCents, grossUsdc: '0.04', netUsdc: '0.04', gasEth },
      check: { transactions: 3, differences: [], beingSettled: 0, notCompared: 0 },
    });
    expect(listed.stdout).not.toContain(VIN);
    expect(listed.stdout.toLowerCase()).not.toContain(wallet.address.toLowerCase());

    // However often it is fetched, its buyer is given the id that the books have.
    const [first, second] = bought;
    expect((await selling.buy(DECODE, first?.payment)).requestId).toBe(first?.requestId);
    for (const id of [second?.requestId, second?.transaction]) {
      const csv = await sales(environment, '--csv', '--find', id ?? '');
      expect(csv.stdout.split('\r\n')).toEqual([
        expect.stringMatching(/^time,kind,product,gross_usdc,/),
        expect.stringMatching(
          `^\\S+Z,sale,/v1/purchase-costs,0.02,.*${second?.transaction},,${second?.requestId}\n$`,
        ),
      ]);
    }
    expect((await sales(environment, '--find', VIN)).code).toBe(1);
    expect((await sales(environment, '--open')).stdout).toBe('No open settlements.\n');
    expect((await sales(environment, '--failed', '--json')).stdout).toBe('{\n  "failed": []\n}\n');
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
  const { transaction } = await selling.buy(DECODE);
  changeDatabase(
    selling,
    `INSERT INTO sales (sold_at_ms, product, amount, network, pay_to, tx)
     SELECT sold_at_ms, product, amount, network, pay_to, '0x${'ab'.repeat(32)}' FROM sales`,
  );
  const { code, stdout } = await sales(selling.environment, '--check', '--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout).check.differences).toEqual([
    { transaction: `0x${'ab'.repeat(32)}`, inJournal: '0.01', onChain: '0.00' },
  ]);
  expect(stdout).toContain(transaction);
});

it('takes refunds that the chain shows, each once and no more than was paid', {
  timeout: 120_000,
}, async () => {
  await using selling = await startSelling({});
  const { environment, chain } = selling;
  const { requestId, transaction } = await selling.buy(COSTS);
  const { requestId: other } = await selling.buy(DECODE);
  await chain.mint(REFUNDER, 1_000_000n);
  await chain.rpc.call('anvil_impersonateAccount', [REFUNDER]);
  await chain.rpc.call('anvil_setBalance', [REFUNDER, '0xde0b6b3a7640000']);
  const send = async (amount: bigint, to = wallet.address) => {
    const data = encodeCall('transfer(address,uint256)', word(to), word(amount));
    const sent = { from: REFUNDER, to: BASE.usdc.address, data };
    return String(await chain.rpc.call('eth_sendTransaction', [sent]));
  };
  const refund = (sale: string, back: string) => run(environment, 'refund', sale, back);
  const refused = (message: string) => ({ code: 1, stderr: expect.stringContaining(message) });

  const half = await send(10_000n);
  expect(await refund(requestId, half)).toMatchObject({
    code: 0,
    stdout: 'Entered: 0.01 USDC for /v1/purchase-costs came back. 0.01 are left of the sale.\n',
  });
  expect(await refund(requestId, half)).toMatchObject(refused('stands in the journal already'));
  expect(await refund(other, half)).toMatchObject(refused('stands in the journal already'));
  const tooMuch = await send(10_001n);
  expect(await refund(transaction, tooMuch)).toMatchObject(
    refused('0.010001 USDC came back, and 0.01 are left'),
  );
  const elsewhere = await send(10_000n, newWallet().address);
  expect(await refund(requestId, elsewhere)).toMatchObject(refused('brings no USDC to the wallet that paid'));
  expect(await refund(requestId, `0x${'ab'.repeat(32)}`)).toMatchObject(refused('The chain does not show'));
  expect(await refund('nobody', half)).toMatchObject(refused('No sale is known by nobody'));
  expect((await refund(transaction.toUpperCase().replace('0X', '0x'), await send(10_000n))).code).toBe(0);

  const found = JSON.parse((await sales(environment, '--find', requestId, '--json')).stdout);
  expect(found.sales).toMatchObject([
    { kind: 'sale', grossUsdc: '0.02' },
    {
      kind: 'refund',
      grossUsdc: '0.00',
      refundUsdc: '-0.01',
      netUsdc: '-0.01',
      transaction: half,
      refundOf: transaction,
    },
    { kind: 'refund', refundUsdc: '-0.01' },
  ]);
  expect(found.total).toMatchObject({ sales: 1, grossUsdc: '0.02', refundUsdc: '-0.02', netUsdc: '0.00' });

  const checked = await sales(environment, '--check');
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('agrees: 4 transactions') });
  // A month is closed once it is over, its settlements are known and it agrees with the chain.
  changeDatabase(
    selling,
    `UPDATE payments SET state = 'unknown', created_at_ms = 0 WHERE request_id = '${other}'`,
  );
  const lastMonth = "1000 * unixepoch('now', 'start of month', '-1 day')";
  changeDatabase(
    selling,
    `INSERT INTO sales (sold_at_ms, product, amount, network, pay_to, tx, request_id, refund_of)
     SELECT ${lastMonth}, product, amount, network, pay_to,
       CASE WHEN refund_of IS NULL THEN tx ELSE '0x${'cd'.repeat(32)}' END, request_id, refund_of
     FROM sales WHERE tx IN ('${transaction}', '${half}')`,
  );
  const month = new Date(Date.now() - new Date().getUTCDate() * 86_400_000).toISOString().slice(0, 7);
  const notClosed = (because: RegExp) => ({ code: 3, stdout: '', stderr: expect.stringMatching(because) });
  const close = (...args: string[]) => sales(environment, '--month', ...args);
  expect(await close(today.slice(0, 7))).toMatchObject(notClosed(/not closed.*It is not over/s));
  expect(await close(month, '--csv')).toMatchObject(notClosed(/Settlements are open, by number 1/));
  const { open } = JSON.parse((await sales(environment, '--open', '--json')).stdout);
  expect(open).toMatchObject([
    { state: 'unknown', product: '/v1/decode', amountUsdc: '0.01', requestId: other },
  ]);
  changeDatabase(selling, 'DELETE FROM payments');
  // The vanished refund, and the sale whose transaction is in the journal twice.
  expect(await close(month, '--check')).toMatchObject(
    notClosed(/0xcd\S+: -0.01 in the journal, 0.00 on the chain/),
  );
  const closed = await close(month, '--csv', '--fee', '0.001');
  expect(closed).toMatchObject({ code: 0, stderr: '' });
  expect(
    closed.stdout
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(1, 7)),
  ).toEqual([
    ['sale', '/v1/purchase-costs', '0.02', '0.00', '0.001', '0.019'],
    ['refund', '/v1/purchase-costs', '0.00', '-0.01', '0.00', '-0.01'],
  ]);
});

it.each([
  [['--from', 'yesterday'], /A date is a day/],
  [['--from', '2026-02-30'], /A date is a day/],
  [['--csv', '--json'], /cannot be used with/],
  [['--month', '2026-13'], /as 2026-11/],
  [['--month', '2026-11', '--from', '2026-11-01'], /cannot be used with/],
  [['--fee', 'a cent'], /as 0.001/],
  [['--delete-before', 'always'], /A date is a day/],
  [['--delete-before', '2026-01-01', '--csv'], /cannot be used with/],
])('refuses %j before it opens anything', async (args, message) => {
  const { code, stderr } = await sales({ DATA_DIR: '/nowhere/at/all' }, ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

it('has no chain to compare with where payments are not real', async () => {
  await using service = await runService();
  const { code, stderr } = await sales({ DATA_DIR: service.folder }, '--check');
  expect(code).toBe(2);
  expect(stderr).toContain('no chain to compare with');
});
