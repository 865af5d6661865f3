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
  signatureDigest: string;
  /** Absent once the answer has had its time. */
  requestDigest: string | undefined;
  identifierDigest: string | undefined;
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

/** `taken`: this row stands in the way. `again`: what stood in the way is gone, so another try may succeed. */
type Reserved = { kind: 'reserved' } | { kind: 'taken'; row: PaymentRow } | { kind: 'again' };

/**
 * Each step is one atomic change that reports whether it took place, and is on disk when its promise resolves. Only
 * reservations, for which nothing was sent yet, and counts of hand-outs may be lost in a power cut.
 */
export interface LedgerStore {
  /**
   * Takes the authorization for this claim unless a row holds it, or another row of this payer holds its identifier
   * or stands for the same request: nobody is sold the same twice while the answer is kept. A row that was abandoned
   * before anything was sent, or whose answer has had its time, gives way.
   */
  reserve(bound: BoundPayment, claim: Claim, nowMs: number): Promise<Reserved>;
  find(key: PaymentKey): Promise<PaymentRow | undefined>;
  findByRequest(payer: string, requestDigest: string): Promise<PaymentRow | undefined>;
  /**
   * Sums what this payer has under way up to this payment, leaving out what was reserved after it. Unknown outcomes do
   * not count: their money may have left the payer already.
   */
  amountUnderWay(key: PaymentKey, nowMs: number): Promise<bigint>;
  /** reserved -> settling; the sealed answer is kept from here on, and the sealed payment where it is to be audited. */
  beginSettlement(
    key: PaymentKey,
    claim: Claim,
    answer: string,
    nowMs: number,
    payment?: string,
  ): Promise<boolean>;
  /** A new claim on a settlement that nobody is working on: unknown, or settling with an expired claim. */
  claimSettlement(key: PaymentKey, previousClaim: string, claim: Claim, nowMs: number): Promise<boolean>;
  /** settling -> unknown, to be looked at again from `checkAtMs` on. */
  markUnknown(
    key: PaymentKey,
    claim: string,
    transaction: string | undefined,
    nowMs: number,
    checkAtMs: number,
  ): Promise<boolean>;
  /** settling or unknown -> settled, whoever finds out. Enters the sale in the journal in the same change. */
  markSettled(key: PaymentKey, settled: SettledMark, nowMs: number): Promise<boolean>;
  /** Forgets a payment that took no money, so that it can be used again. Never a settled one. */
  release(key: PaymentKey, claim: string): Promise<boolean>;
  /** Counts one more hand-out of a settled answer, up to `maxHandOuts`. */
  countHandOut(key: PaymentKey, maxHandOuts: number): Promise<boolean>;
  /** A hand-out that was counted did not arrive. */
  takeBackHandOut(key: PaymentKey): Promise<void>;
  /** Keeps the claims of work that takes long alive. */
  renew(claims: readonly string[], claimedUntilMs: number): Promise<void>;
  /** Payments whose outcome nobody is working on and that are due to be looked at. */
  findUnresolved(due: Due, limit: number): Promise<PaymentRow[]>;
  /** Settled payments whose settlement is not final yet and that are due to be looked at. */
  findUnaudited(due: Due, limit: number): Promise<PaymentRow[]>;
  /** The settlement is final, in this transaction: the sealed payment is deleted. */
  markFinal(key: PaymentKey, transaction: string): Promise<boolean>;
  /** settled -> unknown, as `dropped`: its transaction has vanished from the chain. */
  markDropped(key: PaymentKey, transaction: string, nowMs: number): Promise<boolean>;
  /** Not to be looked at again before `checkAtMs`. */
  postpone(key: PaymentKey, checkAtMs: number): Promise<void>;
  /** Rows in each state, for metrics. */
  countByState(): Promise<Record<PaymentState, number>>;
}

interface Due {
  nowMs: number;
  /** A look that is put off beyond this was noted by a clock that was wrong, and is due. */
  latestMs: number;
}

interface SettledMark {
  transaction: string;
  answerUntilMs: number;
  /** Time of the first look whether the chain still has it; at once where it is left out. */
  auditAtMs?: number;
  /** The row stands against a second use until this time. */
  forgetAtMs: number;
}
