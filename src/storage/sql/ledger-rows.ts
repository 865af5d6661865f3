import type { PaymentRow, PaymentState } from '../ledger-store.ts';

/** A row of the table `payments` as both engines give it. */
export interface StoredPayment {
  payer: string;
  nonce: string;
  signature_digest: string;
  request_digest: string;
  identifier_digest: string | null;
  resource: string;
  asset: string;
  pay_to: string;
  amount: number;
  valid_before_seconds: number;
  state: PaymentState;
  claim: string;
  claimed_until_ms: number;
  answer: string | null;
  answer_until_ms: number | null;
  tx: string | null;
  handed_out: number;
  replays: number;
  settle_attempts: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export function paymentRow(stored: StoredPayment): PaymentRow {
  return {
    payer: stored.payer,
    nonce: stored.nonce,
    signatureDigest: stored.signature_digest,
    requestDigest: stored.request_digest,
    identifierDigest: stored.identifier_digest ?? undefined,
    resource: stored.resource,
    asset: stored.asset,
    payTo: stored.pay_to,
    amount: BigInt(stored.amount),
    validBeforeSeconds: stored.valid_before_seconds,
    state: stored.state,
    claim: stored.claim,
    claimedUntilMs: stored.claimed_until_ms,
    answer: stored.answer ?? undefined,
    answerUntilMs: stored.answer_until_ms ?? undefined,
    transaction: stored.tx ?? undefined,
    handedOut: stored.handed_out !== 0,
    replays: stored.replays,
    settleAttempts: stored.settle_attempts,
    createdAtMs: stored.created_at_ms,
    updatedAtMs: stored.updated_at_ms,
  };
}
