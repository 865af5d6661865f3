import { describe, expect, test } from 'vitest';
import { addressOfNobody } from '../../../test/payments/rpc-proxy.ts';
import {
  answer,
  clientOf,
  failed,
  hang,
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
const UNAVAILABLE = { kind: 'failed', reason: 'payment_service_unavailable' };
const start = (options: Partial<RemoteFacilitatorOptions> = {}) => clientOf(remote, options);

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
    // What stands before the facilitator may do so after it has settled.
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
