import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay, withSignature } from '../../../test/payments/checked.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { addressOfNobody } from '../../../test/payments/rpc-proxy.ts';
import { newWallet } from '../../../test/payments/wallet.ts';
import { createRemoteFacilitator, type RemoteFacilitatorOptions } from './remote.ts';

const transaction = `0x${'ab'.repeat(32)}`;
const offer = anOffer();
const payment = await pay(newWallet(), offer);
const contractPayment = withSignature(payment, payment.signature);

type Reply = (response: ServerResponse) => void;
let reply: Reply;
let seen: { path: string; headers: NodeJS.Dict<string | string[]>; body: unknown }[];
let url: string;

const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await json(request) : undefined;
  seen.push({ path: request.url ?? '', headers: request.headers, body });
  reply(response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const start = (options: Partial<RemoteFacilitatorOptions> = {}) =>
  createRemoteFacilitator({ url, verifyTimeoutMs: 150, settleTimeoutMs: 150, ...options });

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const invalid = (invalidReason: string, status = 200) => answer(status, { isValid: false, invalidReason });
const failed = (errorReason: string, status = 200, more = {}) =>
  answer(status, { success: false, errorReason, transaction: '', network: 'eip155:8453', ...more });
const settled = answer(200, { success: true, transaction, network: 'eip155:8453', payer: payment.payer });
const hang: Reply = () => {};
const reset: Reply = (response) => response.destroy();

const UNAVAILABLE = { outcome: 'failed', reason: 'payment_service_unavailable' };

describe('verification', () => {
  test('asks with our requirements and nothing of the caller’s making', async () => {
    reply = answer(200, { isValid: true, payer: payment.payer });
    expect(await start().verify(payment)).toEqual({ outcome: 'valid' });
    expect(seen).toMatchObject([
      {
        path: '/verify',
        body: {
          x402Version: 2,
          paymentRequirements: offer.requirements,
          paymentPayload: {
            accepted: offer.requirements,
            resource: { url: offer.resource.url },
            payload: payment.payload.payload,
          },
        },
      },
    ]);
  });

  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_insufficient_balance', 'insufficient_funds'],
    ['invalid_exact_evm_nonce_already_used', 'payment_already_used'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'payment_expired'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'payment_not_yet_valid'],
    ['invalid_exact_evm_payload_authorization_value_mismatch', 'wrong_amount'],
    ['invalid_exact_evm_payload_recipient_mismatch', 'wrong_recipient'],
    ['invalid_network', 'wrong_network'],
    ['invalid_exact_evm_transaction_simulation_failed', 'payment_invalid'],
    ['invalid_payload', 'payment_invalid'],
    ['sanctioned_address_denied', 'payment_invalid'],
    ['a sentence with https://node.test/secret-key in it', 'payment_invalid'],
  ])('tells %s in our own words', async (theirs, ours) => {
    for (const status of [200, 400]) {
      reply = invalid(theirs, status);
      expect(await start().verify(payment)).toEqual({ outcome: 'invalid', reason: ours });
    }
  });

  test('believes that the signature of a smart wallet is wrong, but not one checked here', async () => {
    reply = invalid('invalid_exact_evm_signature');
    expect(await start().verify(contractPayment)).toEqual({
      outcome: 'invalid',
      reason: 'invalid_signature',
    });
    expect(await start().verify(payment)).toEqual({ outcome: 'unavailable' });
  });

  test.each<[string, Reply]>([
    ['is reset', reset],
    ['hangs', hang],
    ['fails inside', answer(500, 'secret-key')],
    ['is overloaded', answer(503, '')],
    ['wants to be asked less', answer(429, '')],
    ['does not know us', answer(401, { error: 'unauthorized' })],
    ['answers nonsense', answer(200, '<html>')],
    ['answers something else', answer(200, { ok: true })],
    ['blames its own node', invalid('unexpected_verify_error')],
  ])('is unavailable, not the payment’s fault, when the facilitator %s', async (_name, fault) => {
    reply = fault;
    expect(await start().verify(payment)).toEqual({ outcome: 'unavailable' });
  });
});

describe('settlement', () => {
  test('is settled with its transaction', async () => {
    reply = settled;
    expect(await start().settle(payment)).toEqual({ outcome: 'settled', transaction });
  });

  test('is left to the chain when no transaction proves it', async () => {
    reply = answer(200, { success: true, transaction: '', network: 'eip155:8453' });
    expect(await start().settle(payment)).toEqual({ outcome: 'unknown' });
  });

  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_nonce_already_used', 'payment_already_used'],
    ['duplicate_settlement', 'payment_already_used'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'payment_expired'],
    ['invalid_transaction_state', 'settlement_failed'],
  ])('has failed for certain after %s', async (theirs, ours) => {
    for (const status of [200, 400, 402]) {
      reply = failed(theirs, status);
      expect(await start().settle(payment)).toEqual({ outcome: 'failed', reason: ours });
    }
  });

  test.each([
    'settlement_pending',
    'invalid_exact_evm_transaction_failed',
    'unexpected_settle_error',
    'something new',
    '',
  ])('is unknown after "%s"', async (theirs) => {
    for (const status of [200, 500]) {
      reply = failed(theirs, status, { transaction });
      expect(await start().settle(payment)).toMatchObject({ outcome: 'unknown' });
    }
  });

  test.each(['service_unavailable', 'internal_error', 'rpc_error', 'out_of_gas', 'transaction_timed_out'])(
    'is unknown after "%s": it may have been broadcast before the trouble began',
    async (theirs) => {
      for (const status of [200, 400, 500]) {
        reply = failed(theirs, status);
        expect(await start().settle(payment)).toEqual({ outcome: 'unknown' });
      }
    },
  );

  test('is unknown where a refusal comes with a transaction: something was broadcast', async () => {
    reply = failed('insufficient_funds', 200, { transaction });
    expect(await start().settle(payment)).toEqual({ outcome: 'unknown', transaction });
  });

  test('says where to look when the facilitator says it', async () => {
    reply = failed('settlement_pending', 200, { transaction });
    expect(await start().settle(payment)).toEqual({ outcome: 'unknown', transaction });
  });

  test.each<[string, Reply]>([
    ['is reset', reset],
    ['hangs', hang],
    ['fails inside', answer(500, 'oops')],
    ['is behind a gateway that gave up', answer(504, '')],
    ['answers nonsense', answer(200, '<html>')],
    ['answers something else', answer(200, { ok: true })],
  ])('is unknown when the facilitator %s: the money may be gone', async (_name, fault) => {
    reply = fault;
    expect(await start().settle(payment)).toEqual({ outcome: 'unknown' });
  });

  test.each([400, 401, 403, 404, 429])('took nothing when it is turned away with %i', async (status) => {
    reply = answer(status, 'no');
    expect(await start().settle(payment)).toEqual(UNAVAILABLE);
  });

  test('took nothing when nobody listens', async () => {
    expect(await start({ url: await addressOfNobody() }).settle(payment)).toEqual(UNAVAILABLE);
  });

  test('took nothing when we could not even say who we are', async () => {
    const authorize = () => Promise.reject(new Error('no key'));
    expect(await start({ authorize }).settle(payment)).toEqual(UNAVAILABLE);
    expect(seen).toEqual([]);
  });
});

describe('a facilitator', () => {
  const kind = { x402Version: 2, scheme: 'exact', network: 'eip155:8453' };

  test('is ready when it serves our scheme on our network, and is then not asked again for a while', async () => {
    reply = answer(200, { kinds: [{ ...kind, x402Version: 1 }, kind], extensions: [], signers: {} });
    const facilitator = start();
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(seen).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['serves another network', answer(200, { kinds: [{ ...kind, network: 'eip155:1' }] })],
    ['is down', answer(503, '')],
    ['is silent', hang],
  ])('is not ready when it %s', async (_name, fault) => {
    reply = fault;
    expect(await start().support()).toEqual({ ready: false });
  });

  test('is told who asks, anew for each path', async () => {
    const asked: string[] = [];
    const authorize = async (request: { method: string; url: string }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return { Authorization: `Bearer ${asked.length}` };
    };
    const facilitator = start({ authorize });
    reply = answer(200, { isValid: true });
    await facilitator.verify(payment);
    reply = settled;
    await facilitator.settle(payment);
    expect(asked).toEqual(['POST /verify', 'POST /settle']);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });
});
