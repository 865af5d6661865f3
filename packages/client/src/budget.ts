import { PaymentCapExceeded } from './payment-cap-exceeded.ts';

/** Amounts are USDC in atomic units. */
export interface Budget {
  /** Counts the amount, less what counts already, or throws where it is too much. Nothing may be signed before. */
  hold(amount: number, callUsd?: number, counted?: number): void;
  /** The amount was not signed for, or can never be taken any more. */
  release(amount: number): void;
  /** It was taken. */
  charge(amount: number): void;
  /** All that counts: what was taken, and what is signed and may have been, or may yet be. */
  readonly held: number;
  readonly spent: number;
  /** The rest of the total. */
  readonly left: number;
}

export const ATOMIC_PER_USD = 1e6;

/** Keeps what is signed below two caps, whatever is said to have become of it. */
export function createBudget(perCallUsd: number, totalUsd: number): Budget {
  let held = 0;
  let spent = 0;
  const leftOf = (limitUsd: number, used: number) => Math.round(limitUsd * ATOMIC_PER_USD) - used;
  const check = (cap: 'call' | 'total', amount: number, left: number) => {
    // Written so that an amount or a limit that is no number lets nothing pass.
    if (!(amount >= 0 && amount <= left))
      throw new PaymentCapExceeded(cap, amount / ATOMIC_PER_USD, left / ATOMIC_PER_USD);
  };
  return {
    hold(amount, callUsd = perCallUsd, counted = 0) {
      check('call', amount, leftOf(callUsd, 0));
      check('total', amount - counted, leftOf(totalUsd, held));
      held += amount - counted;
    },
    release(amount) {
      held -= amount;
    },
    charge(amount) {
      spent += amount;
    },
    get held() {
      return held;
    },
    get spent() {
      return spent;
    },
    get left() {
      return leftOf(totalUsd, held);
    },
  };
}
