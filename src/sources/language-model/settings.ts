import type { Secret } from '../../lib/secret.ts';

export interface ModelSettings {
  provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible';
  model: string;
  apiKey: Secret | undefined;
  /** Needed for openai-compatible; for the others it replaces the provider's own address. */
  baseUrl: string | undefined;
}

/** Dollars for a million tokens. */
export interface ModelPrice {
  read: number;
  written: number;
}

export interface LanguageModelConfig extends ModelSettings {
  price: ModelPrice;
  monthlyBudgetUsd: number;
  /** The longest wait of a caller before the embedded engine stands in. */
  deadlineMs: number;
}

export function modelInWords({ provider, model, price, monthlyBudgetUsd }: LanguageModelConfig): string {
  return `${provider}/${model}, $${price.read} a million tokens read and $${price.written} written, at most $${monthlyBudgetUsd} a month`;
}
