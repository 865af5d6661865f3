import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../payments/sale/strikes.ts';

export const UNPAID_CHALLENGES = 'unpaid_challenges';
export const FAILED_PAYMENTS = 'failed_payments';

export interface Policy {
  /** Who is counted. */
  by: 'client' | 'payer';
  limit: number;
  windowSeconds: number;
}

/** The limits on what is paid; those of free paths stand with their paths and are called by them. */
export const limitByName = {
  [UNPAID_CHALLENGES]: { by: 'client', limit: 120, windowSeconds: 60 },
  [FAILED_PAYMENTS]: { by: 'client', limit: 20, windowSeconds: 60 },
  failed_settlements: { by: 'payer', limit: MAX_STRIKES, windowSeconds: STRIKES_WINDOW_MS / 1_000 },
} as const satisfies Record<string, Policy>;

export function policyOf(name: string): Policy | undefined {
  const found = Object.entries(limitByName).find(([known]) => known === name);
  return found?.[1];
}
