import { readFileSync } from 'node:fs';
import {
  ConnectionFailed,
  createClient,
  type DebugEvent,
  InvalidRequest,
  PaymentCapExceeded,
  PaymentUncertain,
} from '@forecourt/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newWallet } from '../payments/wallet.ts';
import { challenge, failure, paidBody, startFakeService, terms } from './fake-service.ts';

const VIN = '5NPDH4AE8DH100013';
const account = newWallet();
const answered = { status: 200, body: paidBody };
const silent = { status: 200, isSilent: true } as const;

describe('where the service is', () => {
  test.each([
    ['nope', 'not "nope"'],
    ['ftp://forecourt.example', 'not "ftp'],
    ['forecourt.example:8402', 'not "forecourt'],
    ['https://forecourt.example/?a=1', 'not "https'],
    ['https://me:secret@forecourt.example', 'not "https'],
    [undefined, 'FORECOURT_URL'],
  ])('%s is refused before anything is asked', (url, message) => {
    const create = () => createClient(url === undefined ? undefined : { url });
    expect(create).toThrow(InvalidRequest);
    expect(create).toThrow(message);
  });

  test('may end with a slash or hold a path', async () => {
    await using service = await startFakeService(answered);
    await createClient({ url: `${service.url}/` }).sample.decode();
    await createClient({ url: `${service.url}/cars` }).sample.decode();
    expect(service.asked.map(({ path }) => path)).toEqual(['/v1/sample/decode?', '/cars/v1/sample/decode?']);
  });
});

describe('the environment says what the code leaves out', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('where the service is, and the caps', async () => {
    await using service = await startFakeService(challenge(), answered);
    vi.stubEnv('FORECOURT_URL', service.url);
    vi.stubEnv('FORECOURT_MAX_PER_CALL_USD', '0.005');
    await expect(createClient({ account }).decode(VIN)).rejects.toMatchObject({ cap: 'call', capUsd: 0.005 });
    const client = createClient({ account, maxPerCallUsd: 0.01 });
    await client.decode(VIN);
    vi.stubEnv('FORECOURT_MAX_TOTAL_USD', '0');
    await client.decode(VIN);
    const poor = createClient({ account, maxPerCallUsd: 0.01 });
    await expect(poor.decode(VIN)).rejects.toBeInstanceOf(PaymentCapExceeded);
  });

  test('who may be paid', async () => {
    await using service = await startFakeService(challenge(), answered);
    vi.stubEnv('FORECOURT_PAY_TO', account.address);
    const paying = createClient({ url: service.url, account }).decode(VIN);
    await expect(paying).rejects.toMatchObject({ code: 'unacceptable_terms' });
    await createClient({ url: service.url, account, payTo: terms.payTo }).decode(VIN);
  });

  test('an amount that is none is named', () => {
    vi.stubEnv('FORECOURT_MAX_TOTAL_USD', 'all');
    const create = () => createClient({ url: 'https://forecourt.example' });
    expect(create).toThrow('FORECOURT_MAX_TOTAL_USD must be an amount of dollars.');
  });
});

test.each([{ maxPerCallUsd: -1 }, { maxTotalUsd: Number.NaN }])('%j is refused', (cap) => {
  expect(() => createClient({ url: 'https://forecourt.example', ...cap })).toThrow(InvalidRequest);
});

describe('a call takes no longer than it may', () => {
  test('before anything is paid', async () => {
    await using service = await startFakeService(silent);
    const client = createClient({ url: service.url, account, timeoutMs: 50 });
    const error = await client.decode(VIN).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error).toMatchObject({ code: 'timed_out', charged: false });
    expect(error).toMatchObject({ message: `There was no answer of ${service.url} in time.` });
    expect(client.spentUsd).toBe(0);
  });

  test('with a payment under way, which the next call sends again', async () => {
    await using service = await startFakeService(challenge(), silent, answered);
    const client = createClient({ url: service.url, account });
    const error = await client.decode(VIN, { timeoutMs: 5_000 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaymentUncertain);
    expect(error).toMatchObject({ cause: { code: 'timed_out' } });
    await client.decode(VIN);
    const payments = service.asked.flatMap(({ payment }) => payment ?? []);
    expect(payments).toHaveLength(2);
    expect(new Set(payments).size).toBe(1);
  });

  test('also while it is repeated', async () => {
    await using service = await startFakeService(failure(503, 'overloaded', { retryAfterSeconds: 60 }));
    const client = createClient({ url: service.url, timeoutMs: 30_000 });
    await expect(client.sample.decode()).rejects.toMatchObject({ code: 'overloaded' });
    expect(service.asked).toHaveLength(1);
  });
});

test('withResponse gives what came with the answer', async () => {
  const receipt = {
    transaction: '0xabc',
    extensions: { 'offer-receipt': { info: { receipt: { signature: 'jws' } } } },
  };
  const headers = { 'X-Request-Id': 'one', 'PAYMENT-RESPONSE': btoa(JSON.stringify(receipt)) };
  await using service = await startFakeService(challenge(), { ...answered, headers });
  const client = createClient({ url: service.url, account });
  const { headers: got, ...bought } = await client.withResponse.decode(VIN);
  expect(bought).toEqual({
    answer: paidBody,
    status: 200,
    requestId: 'one',
    paidUsd: 0.01,
    transaction: '0xabc',
    receipt: 'jws',
  });
  expect(got.get('PAYMENT-RESPONSE')).toBe(headers['PAYMENT-RESPONSE']);
});

test('a free answer took nothing', async () => {
  await using service = await startFakeService({ status: 200, body: { sample: true, disclaimer: 'x' } });
  const { sample } = createClient({ url: service.url }).withResponse;
  expect(await sample.recalls()).toMatchObject({ paidUsd: 0, answer: { sample: true } });
});

test('onDebug sees every step, and no payment', async () => {
  const steps: DebugEvent[] = [];
  const pending = failure(503, 'settlement_pending');
  await using service = await startFakeService(challenge(), pending, answered);
  await createClient({ url: service.url, account, onDebug: (step) => steps.push(step) }).decode(VIN);
  expect(steps.map(({ kind }) => kind)).toEqual([
    ...['request', 'response', 'signed'],
    ...['request', 'response', 'pause'],
    ...['request', 'response'],
  ]);
  expect(steps).toMatchObject([
    { attempt: 1, isPaid: false, url: expect.stringContaining(VIN) },
    { status: 402 },
    { priceUsd: 0.01, payTo: terms.payTo },
    { attempt: 1, isPaid: true },
    { status: 503 },
    {},
    { attempt: 2, isPaid: true },
    { status: 200 },
  ]);
  const [payment = ''] = service.asked.flatMap(({ payment }) => payment ?? []);
  expect(JSON.stringify(steps)).not.toContain(payment.slice(0, 40));
});

test('an onDebug that throws changes nothing', async () => {
  await using service = await startFakeService(challenge(), answered);
  const onDebug = () => {
    throw new Error('The watcher fell asleep');
  };
  const client = createClient({ url: service.url, account, onDebug });
  expect(await client.decode(VIN)).toEqual(paidBody);
  expect(client.spentUsd).toBe(0.01);
});

test('the client says which version asks', async () => {
  await using service = await startFakeService(answered);
  await createClient({ url: service.url }).sample.decode();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(service.asked[0]?.userAgent).toBe(`forecourt-client/${version} node/${process.versions.node}`);
});
