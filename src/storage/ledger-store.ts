/** The authorization on the chain: nobody but the payer can make a second one with the same nonce. */
export interface PaymentKey {
  payer: string;
  nonce: string;
}

/**
 * `reserved`: being verified and computed, nothing was sent. `settling`: the answer is kept and settlement may have been sent.
 * `unknown`: settlement was sent and its outcome lost; only the chain can tell. `settled`: the money is ours.
 * A payment that is released has no row and can be used again.
 */
export type PaymentState = 'reserved' | 'settling' | 'unknown' | 'settled';

/** What a payment is bound to. Digests are keyed: nothing here tells a VIN, a query or a signature. */
export interface PaymentBinding extends PaymentKey {
  signatureDigest: string;
  requestDigest: string;
  identifierDigest: string | undefined;
  /** The path of what was bought, without its query. */
  resource: string;
  asset: string;
  payTo: string;
  amount: bigint;
  validBeforeSeconds: number;
}

/** The right to act on a row. Who lets it expire has lost it: every step names its claim and fails without it. */
export interface Claim {
  claim: string;
  claimedUntilMs: number;
}

export interface PaymentRow extends PaymentBinding, Claim {
  state: PaymentState;
  /** Sealed: only the identical request can open it. Absent once its time is over. */
  answer: string | undefined;
  answerUntilMs: number | undefined;
  transaction: string | undefined;
  /** True once a caller has been given the answer. */
  handedOut: boolean;
  replays: number;
  settleAttempts: number;
  createdAtMs: number;
  updatedAtMs: number;
}

export type Reservation = { reserved: true } | { reserved: false; row: PaymentRow | undefined };

/** Each step is one atomic change that reports whether it took place, and is on disk when its promise resolves. */
export interface LedgerStore {
  /**
   * Takes the authorization for this claim unless a row holds it, or another row of this payer holds its identifier.
   * A row that was abandoned before anything was sent is taken over.
   */
  reserve(binding: PaymentBinding, claim: Claim, nowMs: number): Promise<Reservation>;
  find(key: PaymentKey): Promise<PaymentRow | undefined>;
  /**
   * Payments of this payer for this request that are being settled, whose outcome is open, or whose answer nobody was
   * given, oldest first.
   */
  findOwed(payer: string, requestDigest: string, nowMs: number): Promise<PaymentRow[]>;
  /**
   * What this payer has under way, this payment included, leaving out what was reserved after it. Unknown outcomes do
   * not count: their money may have left the payer already.
   */
  amountUnderWay(key: PaymentKey, nowMs: number): Promise<bigint>;
  /** reserved -> settling; the sealed answer is kept from here on. */
  beginSettlement(key: PaymentKey, claim: Claim, answer: string, nowMs: number): Promise<boolean>;
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
  /** settling or unknown -> settled, whoever finds out. */
  markSettled(key: PaymentKey, settled: SettledMark, nowMs: number): Promise<boolean>;
  /** Forgets a payment that took no money, so that it can be used again. Never a settled one. */
  release(key: PaymentKey, claim: string): Promise<boolean>;
  /** Counts one more hand-out of a settled answer, up to `maxReplays`. */
  replay(key: PaymentKey, maxReplays: number, nowMs: number): Promise<boolean>;
  /** Gives the answer that nobody was given yet to one caller: true for exactly one of them. */
  takeUndelivered(key: PaymentKey, nowMs: number): Promise<boolean>;
  /** Keeps the claims of work that takes long alive. */
  renew(claims: readonly string[], claimedUntilMs: number): Promise<void>;
  /** Payments whose outcome nobody is working on and that are due to be looked at. */
  findUnresolved(nowMs: number, limit: number): Promise<PaymentRow[]>;
  /** Not to be looked at again before `checkAtMs`. */
  postpone(key: PaymentKey, checkAtMs: number): Promise<void>;
  /** Rows in each state, for metrics. */
  countByState(): Promise<Record<PaymentState, number>>;
}

export interface SettledMark {
  transaction: string;
  handedOut: boolean;
  answerUntilMs: number;
  /** Until then the row stands against a second use. */
  forgetAtMs: number;
}
