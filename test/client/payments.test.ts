import { json } from 'node:stream/consumers';
import {
  ConnectionFailed,
  createClient,
  type DebugEvent,
  ForecourtError,
  InvalidRequest,
  PaymentCapExceeded,
  PaymentRefused,
  PaymentUncertain,
  ServiceUnavailable,
  VehicleNotResolved,
} from '@forecourt/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { networks } from '../../src/payments/evm/networks.ts';
import { recoverSigner, transferDigest } from '../../src/payments/evm/signature.ts';
import { freePort } from '../free-port.ts';
import { newWallet } from '../payments/wallet.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { challenge, failure, paidBody, startFakeService, terms } from './fake-service.ts';

const VIN = '5NPDH4AE8DH100013';
const account = newWallet();
const rehearsal = networks['base-sepolia'];
const TEST_USDC = rehearsal.usdc;
const nobody = await freePort();
const answered = { status: 200, body: paidBody };
const paymentsOf = ({ asked }: { asked: { payment: string | undefined }[] }) =>
  asked.flatMap(({ payment }) => (payment === undefined ? [] : [payment]));

const identifiersOf = (service: { asked: { payment: string | undefined }[] }) =>
  paymentsOf(service).map((payment) => {
    const { extensions } = JSON.parse(atob(payment));
    return extensions['payment-identifier'].info.id;
  });

describe('what passes is repeated with the same payment', () => {
  test.each([
    ['a settlement that is on its way', failure(503, 'settlement_pending', { retryAfterSeconds: 0 })],
    ['a payment service that rests', failure(503, 'payment_service_unavailable')],
    ['a restart', failure(503, 'shutting_down')],
    ['a proxy that lost the service', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('%s', async (_name, passing) => {
    await using service = await startFakeService(challenge(), passing, answered);
    const client = createClient({ url: service.url, account });
    expect(await client.decode(VIN)).toEqual(paidBody);
    const payments = paymentsOf(service);
    expect(payments).toHaveLength(2);
    expect(new Set(payments).size).toBe(1);
    expect(client.spentUsd).toBe(0.01);
  });

  test('but not for longer than allowed; then the payment is kept for the next call', async () => {
    const pending = failure(503, 'settlement_pending', { retryAfterSeconds: 3 });
    await using service = await startFakeService(challenge(), pending, answered);
    const client = createClient({ url: service.url, account, repeatForMs: 0 });
    const error = await client.decode(VIN).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaymentUncertain);
    expect(error).toMatchObject({ code: 'payment_uncertain', charged: 'unknown' });
    expect(error).toMatchObject({ cause: { code: 'settlement_pending', retryAfterSeconds: 3 } });
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0.01]);
    expect(await client.decode(VIN)).toEqual(paidBody);
    expect(new Set(paymentsOf(service)).size).toBe(1);
    expect([client.spentUsd, client.openUsd]).toEqual([0.01, 0]);
  });

  test('an uncertain payment stays uncertain when the door is closed before it is looked at', async () => {
    const lost = { status: 502, body: 'gone' };
    await using service = await startFakeService(challenge(), lost, failure(503, 'overloaded'), answered);
    const client = createClient({ url: service.url, account, repeatForMs: 0 });
    await expect(client.decode(VIN)).rejects.toBeInstanceOf(PaymentUncertain);
    await expect(client.decode(VIN)).rejects.toBeInstanceOf(PaymentUncertain);
    await client.decode(VIN);
    expect(new Set(paymentsOf(service)).size).toBe(1);
  });

  test.each(['payment_expired', 'settlement_failed'])(
    'a kept payment that can never be taken any more gives way to a new one: %s',
    async (code) => {
      const never = failure(402, code, { accepts: [terms] });
      const pending = failure(503, 'settlement_pending');
      await using service = await startFakeService(challenge(), pending, never, answered);
      const client = createClient({ url: service.url, account, repeatForMs: 0, maxTotalUsd: 0.02 });
      await expect(client.decode(VIN)).rejects.toBeInstanceOf(PaymentUncertain);
      expect(await client.decode(VIN)).toEqual(paidBody);
      expect(new Set(paymentsOf(service)).size).toBe(2);
      expect(new Set(identifiersOf(service)).size).toBe(1);
    },
  );

  test('a payment that never got an answer because the caller left is kept too', async () => {
    await using service = await startFakeService(challenge(), { status: 502 }, answered);
    const client = createClient({ url: service.url, account });
    const leaving = new AbortController();
    const reason = new Error('closed the page');
    const left = client.decode(VIN, { signal: leaving.signal });
    await vi.waitFor(() => expect(paymentsOf(service)).toHaveLength(1));
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(client.openUsd).toBe(0.01);
    await client.decode(VIN);
    expect(new Set(paymentsOf(service)).size).toBe(1);
  });
});

describe('what was bought is read again with the payment that bought it', () => {
  test('in either form: nothing is signed, nothing counts and nothing is reported as paid', async () => {
    await using service = await startFakeService(challenge(), answered);
    const onPaid = vi.fn();
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.01, onPaid });
    const first = await client.withResponse.brief.decode(VIN);
    const again = await client.withResponse.decode(VIN);
    await client.brief.decode({ vin: VIN });
    expect([first.paidUsd, again.paidUsd]).toEqual([0.01, 0]);
    expect(again.answer).toEqual(paidBody);
    expect(new Set(paymentsOf(service)).size).toBe(1);
    expect([client.spentUsd, client.openUsd]).toEqual([0.01, 0]);
    expect(onPaid).toHaveBeenCalledTimes(1);
  });

  test('also at once in both forms: one payment is signed', async () => {
    await using service = await startFakeService(challenge(), answered);
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.01 });
    await Promise.all([client.decode(VIN), client.brief.decode(VIN)]);
    expect(new Set(paymentsOf(service)).size).toBe(1);
    expect(client.spentUsd).toBe(0.01);
  });

  test('until the service keeps it no longer: then it is bought anew', async () => {
    const gone = failure(402, 'payment_already_used', { accepts: [terms] });
    await using service = await startFakeService(challenge(), answered, gone, answered);
    const client = createClient({ url: service.url, account });
    await client.decode(VIN);
    await client.decode(VIN);
    expect(new Set(paymentsOf(service)).size).toBe(2);
    expect([client.spentUsd, client.openUsd]).toEqual([0.02, 0]);
  });

  test('but not of what was not charged', async () => {
    const unpaid = { status: 200, body: { ...paidBody, charged: false } };
    await using service = await startFakeService(challenge(), unpaid);
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.01 });
    await client.knownIssues(VIN);
    await client.knownIssues(VIN);
    expect(service.asked.filter(({ payment }) => payment === undefined)).toHaveLength(2);
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0.01]);
  });
});

test('in a rehearsal test money is signed for, under the domain of its own network', async () => {
  const inTestMoney = { ...terms, network: rehearsal.id, asset: TEST_USDC.address };
  await using service = await startFakeService(challenge([inTestMoney]), answered);
  await createClient({ url: service.url, account }).decode(VIN);
  const { accepted, payload } = JSON.parse(atob(paymentsOf(service)[0] ?? ''));
  expect(accepted).toEqual(inTestMoney);
  const digest = transferDigest(payload.authorization, rehearsal.domain);
  expect(recoverSigner(digest, payload.signature)).toBe(account.address.toLowerCase());
});

describe('what does not pass is reported at once and costs nothing', () => {
  test.each([
    ['insufficient_funds', 402, PaymentRefused, { accepts: [terms] }],
    ['invalid_payment_payload', 400, PaymentRefused, { accepts: [terms] }],
    ['payment_identifier_conflict', 409, PaymentRefused, {}],
    ['invalid_parameters', 400, InvalidRequest, {}],
    ['vehicle_not_resolved', 422, VehicleNotResolved, {}],
    ['upstream_unavailable', 502, ServiceUnavailable, {}],
    ['a_code_of_tomorrow', 418, InvalidRequest, {}],
  ])('%s', async (code, status, family, more) => {
    const reported = failure(status, code, { vpicErrorText: 'x', ...more });
    const headers = { 'X-Request-Id': `request of ${code}` };
    await using service = await startFakeService(challenge(), { ...reported, headers });
    const client = createClient({ url: service.url, account });
    const error = await client.decode(VIN).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ForecourtError);
    expect(error).toBeInstanceOf(family);
    expect(error).toMatchObject({ name: family.name, code, status, charged: false });
    expect(error).toMatchObject({ requestId: `request of ${code}`, details: { vpicErrorText: 'x' } });
    expect(paymentsOf(service)).toHaveLength(1);
    expect(client.spentUsd).toBe(0);
  });

  test.each([
    ['http://127.0.0.1', nobody, 'ECONNREFUSED'],
    ['http://localhost', nobody, 'ECONNREFUSED'],
    ['http://127.0.0.1', 1, 'bad port'],
  ])('a service that is not there: %s, port %i', async (host, port, reason) => {
    const steps: string[] = [];
    const onDebug = ({ kind }: DebugEvent) => steps.push(kind);
    const client = createClient({ url: `${host}:${port}`, account, onDebug });
    const error = await client.decode(VIN).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(error).toMatchObject({ code: 'unreachable', charged: false });
    expect(error).toMatchObject({ message: `${host}:${port} did not answer (${reason}).` });
    expect(steps).toEqual(['request', 'failure']);
  });

  test.each([
    ['a name that nobody has', 'ENOTFOUND', false],
    ['a certificate that is out of date', 'CERT_HAS_EXPIRED', false],
    ['a connection that was cut', 'ECONNRESET', true],
  ])('%s', async (_name, reason, isRepeated) => {
    const cause = Object.assign(new Error('x'), { code: reason });
    const failing = vi.fn(() => Promise.reject(new TypeError('fetch failed', { cause })));
    const client = createClient({ url: 'https://forecourt.example', fetch: failing, repeatForMs: 1_000 });
    await expect(client.decode(VIN)).rejects.toThrow(`https://forecourt.example did not answer (${reason}).`);
    expect(failing.mock.calls.length > 1).toBe(isRepeated);
  });
});

test('a payment is good for ten minutes at most, whatever the service asks for', async () => {
  await using service = await startFakeService(
    challenge([{ ...terms, maxTimeoutSeconds: 86_400 }]),
    answered,
  );
  await createClient({ url: service.url, account }).decode(VIN);
  const { validBefore } = JSON.parse(atob(paymentsOf(service).join(''))).payload.authorization;
  expect(Number(validBefore)).toBeLessThanOrEqual(Date.now() / 1_000 + 600);
});

describe('nothing is signed', () => {
  const watched = () => ({ address: account.address, signTypedData: vi.fn(async () => '0x') });

  test.each([
    ['for another token', { asset: '0x00000000000000000000000000000000000a11ce' }, 'unacceptable_terms'],
    ['on another chain', { network: 'eip155:1' }, 'unacceptable_terms'],
    ['for test money by the contract of real', { network: 'eip155:84532' }, 'unacceptable_terms'],
    ['for real money by the contract of test', { asset: TEST_USDC.address }, 'unacceptable_terms'],
    ['to somebody else than payTo', { payTo: account.address }, 'unacceptable_terms'],
    ['for an amount that is none', { amount: 'all' }, 'unacceptable_terms'],
    ['for less than nothing', { amount: '-1' }, 'unacceptable_terms'],
    ['above the cap of one call', { amount: '250001' }, 'payment_cap_exceeded'],
  ])('%s', async (_name, bent, code) => {
    await using service = await startFakeService(challenge([{ ...terms, ...bent }]), answered);
    const signer = watched();
    const client = createClient({ url: service.url, account: signer, payTo: terms.payTo });
    await expect(client.decode(VIN)).rejects.toMatchObject({ code, charged: false });
    expect(signer.signTypedData).not.toHaveBeenCalled();
    expect(client.spentUsd).toBe(0);
  });

  test('above the cap of all calls, also when they come at once', async () => {
    await using service = await startFakeService(challenge(), answered);
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.03 });
    const prices = [1000, 2000, 3000, 4000, 5000];
    const sale = { country: 'CA', province: 'ON', saleType: 'private' } as const;
    const calls = prices.map((price) => client.purchaseCosts({ ...sale, price }));
    const results = await Promise.allSettled(calls);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toBeInstanceOf(PaymentCapExceeded);
      expect(error).toMatchObject({ cap: 'total', priceUsd: 0.01, capUsd: 0 });
    }
    expect(client.spentUsd).toBe(0.03);
  });

  test('above what this call may cost', async () => {
    await using service = await startFakeService(challenge(), answered);
    const signer = watched();
    const client = createClient({ url: service.url, account: signer });
    const error = await client.decode(VIN, { maxUsd: 0.005 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PaymentCapExceeded);
    expect(error).toBeInstanceOf(PaymentRefused);
    expect(error).toMatchObject({ message: 'It costs $0.01, and one call may cost $0.005.' });
    expect(signer.signTypedData).not.toHaveBeenCalled();
    await createClient({ url: service.url, account }).decode(VIN, { maxUsd: 0.01 });
  });

  test.each([
    ['5NPDH4AE8DH10001', 'length'],
    ['5NPDH4AE8DH10001O', 'characters'],
  ])('for %s, which is no VIN; the service is not even asked', async (vin, reason) => {
    await using service = await startFakeService(challenge(), answered);
    const client = createClient({ url: service.url, account });
    const sale = { country: 'CA', province: 'ON', saleType: 'private', price: 9000, vin } as const;
    for (const call of [client.decode(vin), client.prepurchase({ vin }), client.purchaseCosts(sale)]) {
      const error = await call.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidRequest);
      expect(error).toMatchObject({ code: 'invalid_vin', charged: false, details: { vin, reason } });
    }
    expect(service.asked).toEqual([]);
  });

  test('without an account', async () => {
    await using service = await startFakeService(challenge());
    const asking = createClient({ url: service.url }).decode(VIN);
    await expect(asking).rejects.toMatchObject({ code: 'signer_missing' });
  });

  test('when the wallet refuses; the money is not held then', async () => {
    await using service = await startFakeService(challenge());
    const refusing = { address: account.address, signTypedData: () => Promise.reject(new Error('no')) };
    const client = createClient({ url: service.url, account: refusing });
    await expect(client.decode(VIN)).rejects.toThrow('no');
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0]);
  });

  test.each([
    [
      'all of it',
      [
        { parameter: 'state', message: 'is none of them' },
        { parameter: 'price', message: 'x' },
      ],
    ],
    ['one parameter', [{ parameter: 'state', message: 'is none of them' }]],
  ])('for a call that the service already calls wrong: %s', async (_name, issues) => {
    const message = 'Correct this parameter: state (is none of them).';
    await using service = await startFakeService(
      {
        status: 402,
        body: { error: 'payment_required', accepts: [terms], issues, message, disclaimer: 'x' },
      },
      answered,
    );
    const signer = watched();
    const client = createClient({ url: service.url, account: signer });
    const error = await client.decode(VIN).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidRequest);
    expect(error).toMatchObject({ code: 'invalid_parameters', charged: false, details: { issues } });
    expect(error).toMatchObject({ message });
    expect(signer.signTypedData).not.toHaveBeenCalled();
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0]);
  });
});

describe('the cap of all calls holds against a service that lies', () => {
  const dear = challenge([{ ...terms, amount: '250000', maxTimeoutSeconds: 5 }]);
  const unchanged = { ...paidBody, charged: false };

  test.each([
    ['an answer is free', { status: 200, body: unchanged }],
    ['a call failed', failure(422, 'vehicle_not_resolved')],
    ['a payment was refused', failure(402, 'settlement_failed', { accepts: [terms] })],
    ['a payment has expired', failure(402, 'payment_expired', { accepts: [terms] })],
    ['it is overloaded', failure(503, 'overloaded')],
  ])('saying that %s', async (_name, lie) => {
    await using service = await startFakeService(dear, lie);
    const client = createClient({ url: service.url, account, maxTotalUsd: 1, repeatForMs: 0 });
    const prices = [1, 2, 3, 4, 5, 6, 7];
    for (const price of prices)
      await client
        .purchaseCosts({ country: 'CA', province: 'ON', saleType: 'private', price })
        .catch((error: unknown) => expect(error).toBeInstanceOf(ForecourtError));
    expect(new Set(paymentsOf(service)).size).toBe(4);
    expect([client.spentUsd, client.openUsd]).toEqual([0, 1]);
    await expect(client.decode(VIN)).rejects.toMatchObject({ code: 'payment_cap_exceeded', capUsd: 0 });
  });

  test('and what an honest one did not take pays for the next call', async () => {
    const free = { status: 200, body: unchanged };
    await using service = await startFakeService(
      challenge(),
      free,
      failure(502, 'upstream_unavailable'),
      answered,
    );
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.01 });
    expect(await client.knownIssues(VIN)).toEqual(unchanged);
    await expect(client.recalls(VIN)).rejects.toBeInstanceOf(ServiceUnavailable);
    expect([client.spentUsd, client.openUsd]).toEqual([0, 0.01]);
    expect(await client.decode(VIN)).toEqual(paidBody);
    expect(new Set(paymentsOf(service)).size).toBe(1);
    expect([client.spentUsd, client.openUsd]).toEqual([0.01, 0]);
  });

  test('and what was turned away for too long pays for the next call', async () => {
    await using service = await startFakeService(challenge(), failure(503, 'overloaded'), answered);
    const client = createClient({ url: service.url, account, maxTotalUsd: 0.01, repeatForMs: 0 });
    await expect(client.recalls(VIN)).rejects.toBeInstanceOf(ServiceUnavailable);
    expect(await client.decode(VIN)).toEqual(paidBody);
    expect(new Set(paymentsOf(service)).size).toBe(1);
  });

  describe('until the chain proves that a payment was never taken', () => {
    const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
    afterEach(() => void vi.useRealTimers());

    test.each([
      ['its time is over and it was not used', 300_000, { result: word(0) }, true],
      ['it was used', 300_000, { result: word(1) }, false],
      ['the node has no such contract', 300_000, { result: '0x' }, false],
      ['the node fails', 300_000, { error: { message: 'no' } }, false],
      ['it may still be taken', 10_000, { result: word(0) }, false],
    ])('%s', async (_name, laterMs, said, isFree) => {
      const calls: { method: string; params: [{ to: string; data: string }, string] }[] = [];
      await using node = await startFakeSource(async (request, response) => {
        calls.push((await json(request)) as (typeof calls)[number]);
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...said }));
      });
      await using service = await startFakeService(challenge(), { status: 200, body: unchanged }, answered);
      const client = createClient({ url: service.url, account, maxTotalUsd: 0.01, rpcUrl: node.url });
      await client.decode(VIN);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs });
      // A payment that is still good is used again; another price needs another signature.
      const next = client.recalls(VIN);
      if (isFree) expect(await next).toEqual(paidBody);
      else if (laterMs > 120_000) await expect(next).rejects.toMatchObject({ code: 'payment_cap_exceeded' });
      else await next;
      if (laterMs < 120_000) return expect(calls).toEqual([]);
      const [authorization] = paymentsOf(service).map((one) => JSON.parse(atob(one)).payload.authorization);
      expect(calls).toMatchObject([
        {
          method: 'eth_call',
          params: [
            {
              to: terms.asset,
              data: `0xe94a0102${'0'.repeat(24)}${account.address.slice(2)}${authorization.nonce.slice(2)}`,
            },
            'latest',
          ],
        },
      ]);
    });
  });
});

test('a payment is shown to no other address', async () => {
  await using elsewhere = await startFakeService(challenge(), answered);
  const moved = { status: 307, headers: { location: `${elsewhere.url}/v1/decode` } };
  await using service = await startFakeService(challenge(), moved);
  const client = createClient({ url: service.url, account, repeatForMs: 0 });
  await expect(client.decode(VIN)).rejects.toBeInstanceOf(PaymentUncertain);
  expect(elsewhere.asked).toEqual([]);
});

test('each call has a payment identifier of its own', async () => {
  await using service = await startFakeService(challenge(), answered);
  const client = createClient({ url: service.url, account });
  for (const odometer of [1, 2, 3]) await client.decode({ vin: VIN, odometer, odometerUnit: 'km' });
  const identifiers = identifiersOf(service);
  expect(new Set(identifiers).size).toBe(3);
  for (const identifier of identifiers) expect(identifier).toMatch(/^[a-zA-Z0-9_-]{16,128}$/);
});

test('a receipt that cannot be read is no reason to lose the answer', async () => {
  const paid: object[] = [];
  const unread = { ...answered, headers: { 'PAYMENT-RESPONSE': '!' } };
  await using service = await startFakeService(challenge(), unread);
  const client = createClient({ url: service.url, account, onPaid: (payment) => paid.push(payment) });
  expect(await client.decode(VIN)).toEqual(paidBody);
  expect(paid).toEqual([{ url: expect.stringContaining(VIN), priceUsd: 0.01 }]);
});
