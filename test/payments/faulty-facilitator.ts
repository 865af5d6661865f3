import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { BASE } from '../../src/payments/evm/networks.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { check } from './checked.ts';
import { anOffer } from './offer.ts';

/**
 * `lose_before`: the connection breaks before anything is done. `lose_after`: when it is done. `refuse_after`: the
 * request is turned away when it is done. `lie_*`: nothing is done, and it is called settled: in an invented
 * transaction, in one that is another payment's, on another network, by another payer or for another amount.
 * `deny_after`: it is done, and called unfunded. `deny_first`: it is called unfunded, and done a moment later.
 */
export type FacilitatorFault =
  | 'none'
  | 'lose_before'
  | 'lose_after'
  | 'hang_after'
  | 'error_500'
  | 'refuse_after_400'
  | 'refuse_after_429'
  | 'lie_transaction'
  | 'lie_other_transaction'
  | 'lie_network'
  | 'lie_payer'
  | 'lie_amount'
  | 'deny_after'
  | 'deny_first';

const LIES: { readonly [Fault in FacilitatorFault]?: object } = {
  lie_transaction: { transaction: `0x${'1e'.repeat(32)}` },
  lie_network: { network: 'eip155:84532' },
  lie_payer: { payer: `0x${'ba'.repeat(20)}` },
  lie_amount: { amount: '1' },
};

export interface FaultyFacilitator extends AsyncDisposable {
  url: string;
  faultOf: (operation: 'verify' | 'settle') => FacilitatorFault;
  counts: { verify: number; settle: number };
  /** Called when a verification is done, just before it is answered. */
  onVerified: () => void;
}

/** A remote facilitator that does its work through another one and fails on the way as asked. */
export async function startFaultyFacilitator(facilitator: Facilitator): Promise<FaultyFacilitator> {
  let lastTransaction: string | undefined;
  const server = await startFakeSource(async (request, response) => {
    const operation = request.url?.slice(1);
    if (operation === 'supported') {
      return reply(response, {
        kinds: [{ x402Version: 2, scheme: 'exact', network: BASE.id }],
        extensions: [],
        signers: {},
      });
    }
    if (operation !== 'verify' && operation !== 'settle') return response.writeHead(404).end();
    faulty.counts[operation] += 1;
    const body = (await json(request)) as { paymentPayload: object };
    const fault = faulty.faultOf(operation);
    if (fault === 'error_500') return response.writeHead(500).end('<html>oops</html>');
    if (fault === 'lose_before') return response.destroy();
    const payment = check(body.paymentPayload, anOffer());
    const common = { payer: payment.payer, network: BASE.id };
    if (fault.startsWith('lie_') && operation === 'settle') {
      const transaction = lastTransaction ?? `0x${'1e'.repeat(32)}`;
      return reply(response, { ...common, success: true, transaction, ...LIES[fault] });
    }
    const denied = { ...common, success: false, errorReason: 'insufficient_funds', transaction: '' };
    if (fault === 'deny_first' && operation === 'settle') {
      reply(response, denied);
      await once(response, 'close');
      await facilitator.settle(payment);
      return;
    }
    let answer: object;
    if (operation === 'verify') {
      const verification = await facilitator.verify(payment);
      if (verification.kind === 'unavailable') return response.writeHead(503).end('{}');
      answer =
        verification.kind === 'valid'
          ? { ...common, isValid: true }
          : { ...common, isValid: false, invalidReason: wireReason(verification.reason) };
    } else {
      const settlement = await facilitator.settle(payment);
      if (settlement.kind === 'unknown')
        answer = { ...common, success: false, errorReason: 'settlement_pending', transaction: '' };
      else if (settlement.kind === 'settled') {
        lastTransaction = settlement.transaction;
        answer = { ...common, success: true, transaction: settlement.transaction };
      } else
        answer = { ...common, success: false, errorReason: wireReason(settlement.reason), transaction: '' };
    }
    if (operation === 'verify') faulty.onVerified();
    if (fault === 'refuse_after_400') return response.writeHead(400).end('{"error":"bad request"}');
    if (fault === 'refuse_after_429') return response.writeHead(429).end('slow down');
    if (fault === 'deny_after' && operation === 'settle') return reply(response, denied);
    if (fault === 'lose_after') return response.destroy();
    if (fault === 'hang_after') return;
    return reply(response, answer);
  });
  const faulty: FaultyFacilitator = {
    ...server,
    faultOf: () => 'none',
    counts: { verify: 0, settle: 0 },
    onVerified: () => {},
  };
  return faulty;
}

/** The spelling of the common facilitator library. */
function wireReason(reason: string): string {
  const spelled: Record<string, string> = {
    payment_already_used: 'invalid_exact_evm_nonce_already_used',
    insufficient_funds: 'insufficient_funds',
    payment_expired: 'invalid_exact_evm_payload_authorization_valid_before',
    payment_not_yet_valid: 'invalid_exact_evm_payload_authorization_valid_after',
    invalid_signature: 'invalid_exact_evm_payload_signature',
    settlement_failed: 'invalid_transaction_state',
    payment_service_unavailable: 'rpc_unavailable',
  };
  return spelled[reason] ?? reason;
}

function reply(response: ServerResponse, body: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
