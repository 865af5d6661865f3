import type { PaymentRow, PaymentState } from '../ledger-store.ts';

/** A row of the table `payments` as both engines give it. */
export interface StoredPayment {
  payer: string;
  nonce: string;
  signature_digest: string;
  request_digest: string | null;
  identifier_digest: string | null;
  resource: string;
  asset: string;
  network: string;
  pay_to: string;
  amount: number;
  valid_before_seconds: number;
  state: PaymentState;
  claim: string;
  claimed_until_ms: number;
  answer: string | null;
  answer_until_ms: number | null;
  tx: string | null;
  hand_outs: number;
  settle_attempts: number;
  payment: string | null;
  dropped: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export function paymentRow(stored: StoredPayment): PaymentRow {
  return {
    payer: stored.payer,
    nonce: stored.nonce,
    signatureDigest: stored.signature_digest,
    requestDigest: stored.request_digest ?? undefined,
    identifierDigest: stored.identifier_digest ?? undefined,
    resource: stored.resource,
    asset: stored.asset,
    network: stored.network,
    payTo: stored.pay_to,
    amount: BigInt(stored.amount),
    validBeforeSeconds: stored.valid_before_seconds,
    state: stored.state,
    claim: stored.claim,
    claimedUntilMs: stored.claimed_until_ms,
    answer: stored.answer ?? undefined,
    answerUntilMs: stored.answer_until_ms ?? undefined,
    transaction: stored.tx ?? undefined,
    handOuts: stored.hand_outs,
    settleAttempts: stored.settle_attempts,
    payment: stored.payment ?? undefined,
    dropped: stored.dropped !== 0,
    createdAtMs: stored.created_at_ms,
    updatedAtMs: stored.updated_at_ms,
  };
}
