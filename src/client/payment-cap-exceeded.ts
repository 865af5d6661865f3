import { ForecourtError } from './forecourt-error.ts';

/** The call would cost more than it may. Nothing was signed. */
export class PaymentCapExceeded extends ForecourtError {
  override name = 'PaymentCapExceeded';
  declare readonly cap: 'call' | 'total';
  declare readonly priceUsd: number;
  /** What one call may cost, or what is left of the total. */
  declare readonly capUsd: number;

  constructor(cap: 'call' | 'total', priceUsd: number, capUsd: number) {
    const facts = { cap, priceUsd, capUsd };
    super('payment_cap_exceeded', `It costs $${priceUsd}; the cap per ${cap} leaves $${capUsd}.`, facts);
  }
}
