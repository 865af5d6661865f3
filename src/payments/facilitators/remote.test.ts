import { describe, expect, test } from 'vitest';
import { endlessAnswer } from '../../../test/endless-answer.ts';
import { addressOfNobody } from '../../../test/payments/rpc-proxy.ts';
import {
  answer,
  clientOf,
  failed,
  hang,
  offer,
  payment,
  type Reply,
  reset,
  setScriptedFacilitator,
  settled,
  transaction,
} from '../../../test/payments/scripted-facilitator.ts';
import { newWallet } from '../../../test/payments/wallet.ts';
import type { Doubt, FacilitatorEvent } from './facilitator.ts';
import type { RemoteFacilitatorOptions } from './remote.ts';

const remote = setScriptedFacilitator();
const invalid = (invalidReason: string, status = 200) => answer(status, { isValid: false, invalidReason });
const start = (options: Partial<RemoteFacilitatorOptions> = {}) => clientOf(remote, options);

describe('verification', () => {
  test('asks with our requirements and nothing of the caller’s making', async () => {
    remote.reply = answer(200, { isValid: true, payer: payment.payer });
    expect(await start().verify(payment)).toEqual({ kind: 'valid' });
    expect(remote.seen).toMatchObject([
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
    ['invalid_exact_evm_signature', 'invalid_signature'],
    ['invalid_exact_evm_transaction_simulation_failed', 'payment_invalid'],
    ['invalid_payload', 'payment_invalid'],
    ['sanctioned_address_denied', 'payment_invalid'],
    ['a sentence with https://node.test/secret-key in it', 'payment_invalid'],
  ])('gives %s in our own words', async (theirs, ours) => {
    for (const status of [200, 400]) {
      remote.reply = invalid(theirs, status);
      expect(await start().verify(payment)).toEqual({ kind: 'invalid', reason: ours });
    }
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
    remote.reply = fault;
    expect(await start().verify(payment)).toEqual({ kind: 'unavailable' });
  });
});

describe('a reason counts as a whole word of the known list', () => {
  test.each([
    'unsupported_network_gateway',
    'no_insufficient_funds',
    'insufficient_funds_of_relayer',
    'INSUFFICIENT_FUNDS',
    'gas_required_amount',
    'relayer nonce already_used',
    'blocked_by_rate_limit',
  ])('"%s" is none of them', async (theirs) => {
    remote.reply = failed(theirs);
    expect(await start().settle(payment)).toEqual({ kind: 'unknown' });
    remote.reply = invalid(theirs);
    expect(await start().verify(payment)).toEqual({ kind: 'invalid', reason: 'payment_invalid' });
  });
});

describe('a facilitator', () => {
  const kind = { x402Version: 2, scheme: 'exact', network: 'eip155:8453' };

  test('is ready when it serves our scheme on our network, and is then not asked again for a while', async () => {
    remote.reply = answer(200, { kinds: [{ ...kind, x402Version: 1 }, kind], extensions: [], signers: {} });
    const facilitator = start();
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(remote.seen).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['breaks off', reset],
    ['fails', answer(503, '')],
    ['is silent', hang],
  ])('is asked again whether it is ready when it %s in the middle of a sale', async (_name, fault) => {
    remote.reply = answer(200, { kinds: [kind] });
    const facilitator = clientOf(remote, { verifyTimeoutMs: 150 });
    expect(await facilitator.support()).toEqual({ ready: true });
    remote.reply = fault;
    expect(await facilitator.verify(payment)).toEqual({ kind: 'unavailable' });
    expect(await facilitator.support()).toEqual({ ready: false });
  });

  test.each<[string, Reply]>([
    ['serves another network', answer(200, { kinds: [{ ...kind, network: 'eip155:1' }] })],
    ['is down', answer(503, '')],
    ['is silent', hang],
  ])('is not ready when it %s', async (_name, fault) => {
    remote.reply = fault;
    expect(await start().support()).toEqual({ ready: false });
  });

  test('is asked with who asks, anew for each path', async () => {
    const asked: string[] = [];
    const authorize = async (request: { method: string; url: string }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return { Authorization: `Bearer ${asked.length}` };
    };
    const facilitator = start({ authorize });
    remote.reply = answer(200, { isValid: true });
    await facilitator.verify(payment);
    remote.reply = settled;
    await facilitator.settle(payment);
    expect(asked).toEqual(['POST /verify', 'POST /settle']);
    expect(remote.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 1', 'Bearer 2']);
  });
});

describe.each([undefined, 'gzip'] as const)('an answer without end, packed as %s', (encoding) => {
  test('is not read to where it would fill the memory', async () => {
    const endless = endlessAnswer(encoding);
    remote.reply = endless.reply;
    expect(await start().verify(payment)).toEqual({ kind: 'unavailable' });
    await endless.ended;
    expect(endless.sentMegabytes()).toBeLessThan(512);
    remote.reply = endlessAnswer(encoding).reply;
    // Nobody knows what was done before it began to talk.
    expect(await start().settle(payment)).toEqual({ kind: 'unknown' });
    expect(await start().support()).toEqual({ ready: false });
  });
});

test('one that is asked too often is not asked again at once whether it is ready', async () => {
  remote.reply = answer(429, 'Too many requests');
  const facilitator = start();
  for (let time = 0; time < 3; time++) expect(await facilitator.support()).toEqual({ ready: false });
  expect(remote.seen).toHaveLength(1);
});

const UNAVAILABLE = { kind: 'failed', reason: 'payment_service_unavailable' };

describe('settlement', () => {
  test('is settled with its transaction', async () => {
    remote.reply = settled;
    expect(await start().settle(payment)).toEqual({ kind: 'settled', transaction });
  });

  test.each([
    ['insufficient_funds', 'insufficient_funds'],
    ['invalid_exact_evm_nonce_already_used', 'payment_already_used'],
    ['duplicate_settlement', 'payment_already_used'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'payment_expired'],
    ['invalid_transaction_state', 'settlement_failed'],
  ])('is denied by %s, and by nothing more than that word', async (theirs, ours) => {
    for (const status of [200, 400, 402]) {
      remote.reply = failed(theirs, status);
      expect(await start().settle(payment)).toEqual({ kind: 'denied', reason: ours });
    }
    remote.reply = failed(theirs, 200, { transaction });
    expect(await start().settle(payment)).toEqual({ kind: 'denied', reason: ours, transaction });
  });

  test('is unknown after a redirect, which is not followed: the payment is for nobody else', async () => {
    remote.reply = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await start().settle(payment)).toEqual({ kind: 'unknown' });
    expect(remote.seen).toHaveLength(1);
  });

  test.each([
    // It may have been broadcast before the trouble began, or what was found here says otherwise.
    ...['settlement_pending', 'invalid_exact_evm_transaction_failed', 'unexpected_settle_error'],
    ...['unexpected_verify_error', 'invalid_exact_evm_failed_to_get_balance', 'settle_exact_node_failure'],
    ...['invalid_network', 'invalid_exact_evm_recipient_mismatch', 'something new', ''],
  ])('is unknown after "%s", and says where to look when the facilitator says it', async (theirs) => {
    for (const status of [200, 400, 500]) {
      remote.reply = failed(theirs, status);
      expect(await start().settle(payment)).toEqual({ kind: 'unknown' });
    }
    remote.reply = failed(theirs, 200, { transaction });
    expect(await start().settle(payment)).toEqual({ kind: 'unknown', transaction });
  });

  test.each<[string, ...Reply[]]>([
    ['is reset', reset],
    ['hangs', hang],
    ['fails inside, whatever reason it adds', answer(500, 'oops'), failed('insufficient_funds', 500)],
    ['is behind a gateway that gave up', answer(504, '')],
    ['answers nonsense', answer(200, '<html>')],
    ['answers something else', answer(200, { ok: true })],
    // A proxy before the facilitator may do so after it has settled.
    ...[400, 401, 403, 404, 413, 422, 429, 503].map((status): [string, Reply, Reply] => [
      `is turned away with ${status}`,
      answer(status, 'no'),
      answer(status, { error: 'no' }),
    ]),
  ])('is unknown when the facilitator %s: the money may be gone', async (_name, ...faults) => {
    for (const fault of faults) {
      remote.reply = fault;
      expect(await start().settle(payment)).toEqual({ kind: 'unknown' });
    }
  });

  test.each<[Doubt, object]>([
    ['network', { network: 'eip155:84532' }],
    ['payer', { payer: newWallet().address }],
    ['amount', { amount: '1' }],
    ['transaction', { transaction: '0x1234' }],
    ['transaction', { transaction: '' }],
  ])('of another %s is not ours: the chain has to show it', async (doubt, other) => {
    const events: FacilitatorEvent[] = [];
    remote.reply = answer(200, { success: true, transaction, network: 'eip155:8453', ...other });
    expect(await start({ notify: (event) => events.push(event) }).settle(payment)).toEqual({
      kind: 'unknown',
    });
    expect(events).toEqual([{ event: 'settlement_doubted', doubt }]);
  });

  test('may name the network as version 1 does, the payer in any case, and the amount', async () => {
    const more = { network: 'base', payer: payment.payer.toUpperCase().replace('X', 'x'), amount: '10000' };
    remote.reply = answer(200, { success: true, transaction, ...more });
    expect(await start().settle(payment)).toEqual({ kind: 'settled', transaction });
  });

  test('took nothing when nobody listens', async () => {
    expect(await start({ url: await addressOfNobody() }).settle(payment)).toEqual(UNAVAILABLE);
  });

  test('took nothing when we could not even say who we are', async () => {
    const authorize = () => Promise.reject(new Error('no key'));
    expect(await start({ authorize }).settle(payment)).toEqual(UNAVAILABLE);
    expect(remote.seen).toEqual([]);
  });
});
