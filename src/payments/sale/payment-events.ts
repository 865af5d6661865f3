import type { MalformedPayment } from '../wire/header.ts';
import type { PaymentRefusal } from '../wire/payment.ts';

/** Who found out that the money is ours: the settling call itself, or the chain's events afterwards. */
export type SettledBy = 'facilitator' | 'evidence';

/** What happens to payments, for counters and logs: one method per event. None of them may throw. */
export interface PaymentEvents {
  challenged(reason: PaymentRefusal): void;
  malformed(reason: MalformedPayment['reason']): void;
  /** A request waited for the computation and settlement of another one. */
  joined(): void;
  /** A kept answer was given again to its payment, or to its payer in place of taking another payment. */
  replayed(how: 'same_payment' | 'paid_before'): void;
  uncharged(): void;
  settled(settled: { by: SettledBy; amountAtomic: bigint; durationMs: number }): void;
  settlementFailed(reason: PaymentRefusal): void;
  settlementUnknown(): void;
  /** A payment whose outcome was open has been cleared up. */
  resolved(resolution: 'settled' | 'void', ageMs: number): void;
  /** Payments whose outcome is still open after a round of the reconciler. */
  unresolved(count: number): void;
  /**
   * A settled payment was compared with the chain. `final`: deep enough. `dropped`: its transfer is not there any more,
   * or never was. `restored`: there again. `lost`: it can never be, and the answer was given for nothing.
   */
  audited(result: 'final' | 'dropped' | 'restored' | 'lost', amountAtomic: bigint): void;
  unavailable(part: 'facilitator' | 'chain' | 'ledger'): void;
  /** A payer whose settlements keep failing was asked to wait. */
  slowed(): void;
}
