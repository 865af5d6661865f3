import type { CounterStore } from '../../storage/storage.ts';

/** What a model's tokens cost; the default is above what small models ask, so that the cap holds. */
export interface TokenPrices {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
}

export const CAUTIOUS_PRICES: TokenPrices = { inputUsdPerMillion: 3, outputUsdPerMillion: 15 };

export interface ModelBudget {
  /** False once the month's money is spent. A store that fails counts as spent: money is never at stake by accident. */
  isLeft(): Promise<boolean>;
  /** Returns the cost in dollars. */
  spend(tokens: { input: number; output: number }): Promise<number>;
}

interface BudgetOptions {
  counters: Pick<CounterStore, 'increment' | 'read'>;
  monthlyUsd: number;
  prices?: TokenPrices;
  now: () => number;
}

const KEY = 'language-model/spent-microdollars';
const MICRODOLLARS = 1_000_000;

/** One cap for all instances: the counter lives in the storage, one window per calendar month (UTC). */
export function createModelBudget({
  counters,
  monthlyUsd,
  prices = CAUTIOUS_PRICES,
  now,
}: BudgetOptions): ModelBudget {
  const monthOf = (ms: number) => {
    const date = new Date(ms);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startMs: Date.UTC(year, month), expiresAtMs: Date.UTC(year, month + 2) };
  };
  return {
    async isLeft() {
      const spent = await counters.read(KEY, monthOf(now()).startMs).catch(() => Number.POSITIVE_INFINITY);
      return spent < monthlyUsd * MICRODOLLARS;
    },
    async spend({ input, output }) {
      const microdollars = Math.ceil(input * prices.inputUsdPerMillion + output * prices.outputUsdPerMillion);
      const { startMs, expiresAtMs } = monthOf(now());
      if (microdollars > 0) await counters.increment(KEY, startMs, expiresAtMs, microdollars).catch(() => 0);
      return microdollars / MICRODOLLARS;
    },
  };
}
