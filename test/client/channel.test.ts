import { createClient, type DebugEvent, type ForecourtClient, type OpenChannel } from '@forecourt/client';
import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme, InMemoryClientChannelStorage } from '@x402/evm/batch-settlement/client';
import { createPublicClient, http } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintUsdc } from '../../src/payments/dev/install-usdc.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import { channelContracts, skipped } from '../payments/channel-shop.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { challenge, failure, paidBody, terms } from './fake-service.ts';

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

  test('an answer is read again with the voucher that bought it', async () => {
    const { scheme } = await openWallet();
    const channel = scheme(new InMemoryClientChannelStorage());
    const client = createClient({ url: service.url, channel, depositUsd: 0.04, maxTotalUsd: 0.04 });
    await buyOne(client);
    const first = price;
    await buyOne(client);
    const again = await client.withResponse.brief.purchaseCosts(sale(first));
    expect([again.answer.price, again.paidUsd]).toEqual([first, 0]);
    expect([client.spentUsd, client.openUsd]).toEqual([0.04, 0]);
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

    const unlucky = createClient({ url: service.url, channel, fetch: losing(1) });
    await expect(unlucky.refund()).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await balanceOf(account)).toBe(FUNDS - 40_000n);
    await buyOne(unlucky);
    expect(await balanceOf(account)).toBe(FUNDS - 1_040_000n);
  });
});

describe('whatever a service says', () => {
  const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
  const VIN = '5NPDH4AE8DH100013';
  const extra = {
    // None of it is signed for.
    name: 'Other Coin',
    version: '9',
    assetTransferMethod: 'permit2',
    minDeposit: '1000000000',
    receiverAuthorizer: '0x00000000000000000000000000000000000b0b00',
    withdrawDelay: 86_400,
  };
  const offered = { ...terms, scheme: 'batch-settlement', extra };
  const account = privateKeyToAccount(generatePrivateKey());
  const bodyOf = ({ body }: { body?: unknown }): object => Object(body);

  interface Sent {
    payload: {
      type: string;
      voucher: { maxClaimableAmount: string; signature: string };
      deposit?: { amount: string };
    };
  }
  /** A service that answers payments so; the chain holds a dollar in every channel. */
  function open(answerTo: (sent: Sent) => object, accepts: object[] = [terms, offered]) {
    const sent: Sent[] = [];
    const signed: { primaryType: string; domain: object }[] = [];
    const deposited = { balance: 1_000_000n };
    const service: typeof fetch = async (_url, init) => {
      const header = new Headers(init?.headers).get('PAYMENT-SIGNATURE');
      if (header === null) return Response.json(bodyOf(challenge(accepts)), { status: 402 });
      const payment: Sent = JSON.parse(atob(header));
      sent.push(payment);
      const body = answerTo(payment);
      return Response.json(body, { status: 'error' in body ? 402 : 200 });
    };
    const signer = {
      address: account.address,
      signTypedData(data: Parameters<typeof account.signTypedData>[0]) {
        signed.push({ primaryType: data.primaryType, domain: data.domain ?? {} });
        return account.signTypedData(data);
      },
      readContract: async () => [deposited.balance, 0n],
    };
    const channel: OpenChannel = (deposits) => new BatchSettlementEvmScheme(signer, deposits);
    const options = { url: 'https://forecourt.example', channel, fetch: service };
    return { sent, signed, deposited, options };
  }
  const outOfStep = (channelState: object, voucherState?: object) => {
    const state = { channelState, ...(voucherState && { voucherState }) };
    return bodyOf(failure(402, OUT_OF_STEP, { accepts: [{ ...offered, extra: { ...extra, ...state } }] }));
  };
  const stateAt = (sum: string, signature: string, signedMaxClaimable = sum) =>
    [{ chargedCumulativeAmount: sum }, { signedMaxClaimable, signature }] as const;

  test.each([
    ['that nobody has signed', () => stateAt('900000', `0x${'11'.repeat(65)}`)],
    ['that is no signature', () => stateAt('900000', 'yes')],
    ['above what was signed', ({ payload }: Sent) => stateAt('900000', payload.voucher.signature, '10000')],
    ['under a signature for another', ({ payload }: Sent) => stateAt('900000', payload.voucher.signature)],
    ['that is no number', ({ payload }: Sent) => stateAt('much', payload.voucher.signature)],
  ])('nothing is signed for a sum %s', async (_name, lie) => {
    const { sent, signed, options } = open((payment) => outOfStep(...lie(payment)));
    const client = createClient(options);
    await expect(client.decode(VIN)).rejects.toMatchObject({ name: 'PaymentRefused', code: OUT_OF_STEP });
    expect([sent.length, signed.length]).toEqual([1, 1]);
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0.01]);
  });

  test('it gets one more voucher for its word that the last was for another call, and that counts', async () => {
    const { sent, options } = open(({ payload: { voucher } }) =>
      outOfStep(...stateAt(voucher.maxClaimableAmount, voucher.signature)),
    );
    const client = createClient({ ...options, maxTotalUsd: 0.03 });
    await expect(client.decode(VIN)).rejects.toMatchObject({ code: OUT_OF_STEP });
    expect(sent.map(({ payload }) => payload.voucher.maxClaimableAmount)).toEqual(['10000', '20000']);
    expect(client.openUsd).toBe(0.02);
    await expect(client.decode(VIN)).rejects.toMatchObject({ code: OUT_OF_STEP });
    await expect(client.decode(VIN)).rejects.toMatchObject({ code: 'payment_cap_exceeded' });
    expect(sent.at(-1)?.payload.voucher.maxClaimableAmount).toBe('30000');
    expect(client.openUsd).toBe(0.03);
  });

  test('a deposit is of the caller, in USDC, and for the collector of deposits', async () => {
    const { sent, signed, deposited, options } = open(() => paidBody);
    deposited.balance = 0n;
    await createClient({ ...options, depositUsd: 0.5 }).decode(VIN);
    expect(sent[0]?.payload.deposit).toMatchObject({ amount: '500000' });
    expect(signed.map(({ primaryType }) => primaryType)).toEqual(['ReceiveWithAuthorization', 'Voucher']);
    expect(signed[0]?.domain).toMatchObject({ name: 'USD Coin', version: '2', chainId: 8453 });
  });

  test('a call that waits for another one ends when its time is over, or its caller leaves', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { sent, signed, options } = open(() => paidBody);
    const slow: typeof fetch = async (...asked) => {
      const response = await options.fetch(...asked);
      if (response.ok) await answered;
      return response;
    };
    const client = createClient({ ...options, fetch: slow });
    const first = client.decode(VIN);
    await expect.poll(() => sent.length).toBe(1);
    await expect(client.recalls(VIN, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timed_out' });
    const leaving = new AbortController();
    const left = client.recalls(VIN, { signal: leaving.signal });
    leaving.abort(new Error('closed the page'));
    await expect(left).rejects.toThrow('closed the page');
    const last = client.recalls(VIN);
    answer();
    expect(await Promise.all([first, last])).toEqual([paidBody, paidBody]);
    expect([sent.length, signed.length, client.spentUsd, client.openUsd]).toEqual([2, 2, 0.02, 0]);
  });

  test('what is signed and cannot be sent counts nowhere', async () => {
    const strange = { ...offered, note: '€' };
    const { sent, deposited, options } = open(() => paidBody, [strange]);
    deposited.balance = 0n;
    const client = createClient({ ...options, maxTotalUsd: 1 });
    for (let call = 0; call < 3; call += 1) await expect(client.decode(VIN)).rejects.toThrow();
    expect([sent.length, client.openUsd]).toEqual([0, 0]);
    const other = createClient({ ...options, maxTotalUsd: 0 });
    await expect(other.decode(VIN)).rejects.toMatchObject({ code: 'payment_cap_exceeded' });
  });

  test('another coin and another receiver are not paid by a channel', async () => {
    const other = { ...offered, asset: '0x00000000000000000000000000000000000c0149' };
    const { sent, options } = open(() => paidBody, [terms, other]);
    await createClient({ ...options, account }).decode(VIN);
    expect(sent[0]).toMatchObject({ accepted: { scheme: 'exact' } });
    const strict = createClient({ ...options, payTo: '0x0000000000000000000000000000000000000bad' });
    await expect(strict.decode(VIN)).rejects.toMatchObject({ code: 'unacceptable_terms' });
    await expect(strict.refund()).rejects.toMatchObject({ code: 'unacceptable_terms' });
    expect(sent).toHaveLength(1);
  });

  test('where it holds less than is believed the chain is asked anew', async () => {
    let isEmpty = true;
    const none = bodyOf(failure(402, 'insufficient_funds', { accepts: [terms, offered] }));
    const { sent, deposited, options } = open(() => (isEmpty ? none : paidBody));
    const client = createClient(options);
    await expect(client.decode(VIN)).rejects.toMatchObject({ code: 'insufficient_funds' });
    deposited.balance = 0n;
    isEmpty = false;
    await client.decode(VIN);
    expect(sent.map(({ payload }) => payload.type)).toEqual(['voucher', 'deposit']);
  });
});
