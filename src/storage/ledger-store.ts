/** The authorization on the chain: nobody but the payer can make a second one with the same nonce. */
export interface PaymentKey {
  payer: string;
  nonce: string;
}

/**
 * `reserved`: being verified and computed, nothing was sent. `settling`: the answer is kept and settlement may have been sent.
 * `unknown`: settlement was sent and its outcome lost; only the chain knows. `settled`: the money is ours.
 * A payment that is released has no row and can be used again.
 */
export type PaymentState = 'reserved' | 'settling' | 'unknown' | 'settled';

/** The terms that a payment is bound to. Digests are keyed: nothing here shows a VIN, a query or a signature. */
export interface BoundPayment extends PaymentKey {
  /** Names the form of these digests and of what is sealed, and the secret; absent in rows of before it was written. */
  form?: string | undefined;
  signatureDigest: string;
  /** Absent once the answer has had its time. */
  requestDigest: string | undefined;
  identifierDigest: string | undefined;
  /** Of the first call that showed the payment. */
  requestId: string | undefined;
  /** The path of what was bought, without its query. */
  resource: string;
  asset: string;
  network: string;
  payTo: string;
  amount: bigint;
  validBeforeSeconds: number;
}

/** The right to act on a row. Who lets it expire has lost it: every step names its claim and fails without it. */
export interface Claim {
  claim: string;
  claimedUntilMs: number;
}

export interface PaymentRow extends BoundPayment, Claim {
  state: PaymentState;
  /** Sealed: only the identical request can open it. Absent once its time is over. */
  answer: string | undefined;
  answerUntilMs: number | undefined;
  transaction: string | undefined;
  /** Number of responses with the answer that were sent whole, or are being sent. */
  handOuts: number;
  settleAttempts: number;
  /** Sealed; kept until the settlement is deep enough in the chain to be final, to send it again if it vanishes. */
  payment: string | undefined;
  /** True where the settlement was noted and has vanished from the chain since. */
  dropped: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

/** A transaction that settled a payment, and what that has cost the seller in gas, in wei, where it is known. */
export interface SettlementTransaction {
  transaction: string;
  gas?: bigint | undefined;
}

/** The begin of a ledger, by the clock and by the chain. */
export interface LedgerBegin {
  atMs: number;
  block: number;
}

export interface Due {
  nowMs: number;
  /** A look that is put off beyond this was noted by a clock that was wrong, and is due. */
  latestMs: number;
}

export interface SettledMark extends SettlementTransaction {
  answerUntilMs: number;
  /** Time of the first look whether the chain still has it; at once where it is left out. */
  auditAtMs?: number;
  /** The row stands against a second use until this time. */
  forgetAtMs: number;
}
