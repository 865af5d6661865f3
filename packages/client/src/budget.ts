import { PaymentCapExceeded } from './payment-cap-exceeded.ts';

/** Amounts are USDC in atomic units. */
export interface Budget {
  /** Sets the amount aside, or throws where it is too much. Nothing may be signed before. */
  hold(amount: number, callUsd?: number): void;
  /** The amount was not taken. */
  release(amount: number): void;
  readonly held: number;
}

export const ATOMIC_PER_USD = 1e6;

/** Keeps what is paid, and what is signed and may still be taken, below two caps. */
export function createBudget(perCallUsd: number, totalUsd: number): Budget {
  let held = 0;
  const check = (cap: 'call' | 'total', amount: number, limitUsd: number, used: number) => {
    const left = Math.round(limitUsd * ATOMIC_PER_USD) - used;
    // Written so that an amount or a limit that is no number lets nothing pass.
    if (!(amount >= 0 && amount <= left))
      throw new PaymentCapExceeded(cap, amount / ATOMIC_PER_USD, left / ATOMIC_PER_USD);
  };
  return {
    hold(amount, callUsd = perCallUsd) {
      check('call', amount, callUsd, 0);
      check('total', amount, totalUsd, held);
      held += amount;
    },
    release(amount) {
      held -= amount;
    },
    get held() {
      return held;
    },
  };
}
