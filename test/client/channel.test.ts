import { createClient, type DebugEvent, type ForecourtClient, type OpenChannel } from '@forecourt/client';
import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme, InMemoryClientChannelStorage } from '@x402/evm/batch-settlement/client';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintUsdc } from '../../src/payments/dev/install-usdc.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/rpc.ts';
import { channelContracts, skipped } from '../payments/channel-shop.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { newWallet } from '../payments/wallet.ts';
import { challenge, failure, paidBody, startFakeService, terms } from './fake-service.ts';

const FUNDS = 10_000_000n;
const sale = (price: number) => ({ country: 'CA', province: 'ON', saleType: 'private', price }) as const;
let price = 20_000;
/** Of a cent and a thousand dollars more each time: what was bought before costs nothing again. */
const buyOne = (client: ForecourtClient) => client.purchaseCosts(sale(++price));

/** A service's answer to a payment does not arrive. */
function losing(count: number): typeof fetch {
  let lost = 0;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!new Headers(init?.headers).has('PAYMENT-SIGNATURE') || lost >= count) return response;
    lost += 1;
    await response.arrayBuffer();
    throw new TypeError('The connection was closed');
  };
}

describe.skipIf(skipped)(`paying by a channel${skipped}`, () => {
  let service: DevService;
  let rpcUrl: string;
  beforeAll(async () => {
    if (skipped) return;
    service = await startDevService({ CHANNEL_CONTRACTS: channelContracts ?? '' });
    ({ rpcUrl } = await service.payments.ready);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  const balanceOf = ({ address }: PrivateKeyAccount) => service.payments.chain.balanceOf(address);

  /** A wallet with money; each client of it that is given the same storage is one that was started again. */
  async function openWallet() {
    const account = privateKeyToAccount(generatePrivateKey());
    await mintUsdc(createRpc(rpcUrl), BASE.usdc, { to: account.address, amount: FUNDS });
    const signer = toClientEvmSigner(account, createPublicClient({ transport: http(rpcUrl) }));
    const scheme =
      (storage: InMemoryClientChannelStorage): OpenChannel =>
      (deposits) =>
        new BatchSettlementEvmScheme(signer, { ...deposits, storage });
    return { account, scheme };
  }

  test('twenty calls are one deposit, also of a client that is started again', async () => {
    const { account, scheme } = await openWallet();
    const storage = new InMemoryClientChannelStorage();
    const deposits: unknown[] = [];
    const onDebug = (event: DebugEvent) => {
      if (event.kind === 'signed') deposits.push(event.depositUsd);
    };
    const options = { url: service.url, channel: scheme(storage), onDebug };
    const client = createClient(options);
    for (let call = 0; call < 20; call += 1) expect((await buyOne(client)).charged).toBe(true);
    expect(deposits).toEqual([1, ...Array.from({ length: 19 }, () => 0)]);
    expect([client.spentUsd, client.openUsd]).toEqual([0.4, 0.6]);
    expect(await balanceOf(account)).toBe(FUNDS - 1_000_000n);

    const again = createClient(options);
    expect((await buyOne(again)).charged).toBe(true);
    expect(await balanceOf(account)).toBe(FUNDS - 1_000_000n);
    expect([again.spentUsd, again.openUsd]).toEqual([0.02, 0]);
  });

  test('calls at once go one after another, and those for the same are one', async () => {
    const { scheme } = await openWallet();
    const client = createClient({ url: service.url, channel: scheme(new InMemoryClientChannelStorage()) });
    const first = ++price;
    const calls = [first, first, ++price, ++price].map((one) => client.purchaseCosts(sale(one)));
    const answers = await Promise.all(calls);
    expect(answers.map(({ charged }) => charged)).toEqual([true, true, true, true]);
    expect(client.spentUsd).toBe(0.06);
  });

  test('an answer that is lost is fetched again with the same voucher', async () => {
    const { account, scheme } = await openWallet();
    const channel = scheme(new InMemoryClientChannelStorage());
    const client = createClient({ url: service.url, channel, fetch: losing(2) });
    expect((await buyOne(client)).charged).toBe(true);
    const impatient = createClient({ url: service.url, channel, fetch: losing(1), repeatForMs: 0 });
    const call = () => impatient.purchaseCosts(sale(price + 1));
    await expect(call()).rejects.toMatchObject({ code: 'payment_uncertain', charged: 'unknown' });
    expect((await call()).charged).toBe(true);
    expect([client.spentUsd, impatient.spentUsd]).toEqual([0.02, 0.02]);
    price += 1;
    await buyOne(client);
    expect(await balanceOf(account)).toBe(FUNDS - 1_000_000n);
    expect(await client.refund()).toMatchObject({ refundedUsd: 0.94 });
  });

  test('of two clients of one channel the one that is out of step goes on', async () => {
    const { account, scheme } = await openWallet();
    const open = () =>
      createClient({ url: service.url, channel: scheme(new InMemoryClientChannelStorage()) });
    const [one, other] = [open(), open()];
    for (const client of [one, one, other, other, one]) expect((await buyOne(client)).charged).toBe(true);
    expect([one.spentUsd, other.spentUsd]).toEqual([0.06, 0.04]);
    expect(await balanceOf(account)).toBe(FUNDS - 1_000_000n);
  });

  test('a deposit is no more than the total leaves, and none is made that is not enough', async () => {
    const { account, scheme } = await openWallet();
    const channel = scheme(new InMemoryClientChannelStorage());
    const client = createClient({ url: service.url, channel, maxTotalUsd: 0.05 });
    await buyOne(client);
    await buyOne(client);
    const refused = await buyOne(client).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'payment_cap_exceeded', cap: 'total', priceUsd: 0.01, capUsd: 0 });
    expect([client.spentUsd, client.openUsd]).toEqual([0.04, 0.01]);
    expect(await balanceOf(account)).toBe(FUNDS - 50_000n);
    const dear = createClient({ url: service.url, channel, maxPerCallUsd: 0.01 });
    await expect(buyOne(dear)).rejects.toMatchObject({ cap: 'call', priceUsd: 0.02 });
    expect(dear.openUsd).toBe(0);
  });

  test('a deposit whose call failed is sent with the next one', async () => {
    const { account, scheme } = await openWallet();
    const channel = scheme(new InMemoryClientChannelStorage());
    const client = createClient({ url: service.url, channel });
    await expect(client.decode('1'.repeat(17))).rejects.toMatchObject({ code: 'vehicle_not_resolved' });
    await buyOne(client);
    expect([client.spentUsd, client.openUsd]).toEqual([0.02, 0.98]);
    expect(await balanceOf(account)).toBe(FUNDS - 1_000_000n);
  });

  test('what is left comes back', async () => {
    const { account, scheme } = await openWallet();
    const channel = scheme(new InMemoryClientChannelStorage());
    const client = createClient({ url: service.url, channel, depositUsd: 2 });
    await buyOne(client);
    const { refundedUsd, transaction } = await client.refund();
    expect(refundedUsd).toBe(1.98);
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await balanceOf(account)).toBe(FUNDS - 20_000n);
    expect([client.spentUsd, client.openUsd]).toEqual([0.02, 0]);
    await buyOne(client);
    expect(await balanceOf(account)).toBe(FUNDS - 2_020_000n);
  });
});
