import { PaymentRefused } from './error-families.ts';

/** With cents, and with what is less than a cent where there is any. */
const usd = (dollars: number) => `$${dollars.toFixed(6).replace(/0{1,4}$/, '')}`;

/** The call would cost more than it may. Nothing was signed. */
export class PaymentCapExceeded extends PaymentRefused {
  override name = 'PaymentCapExceeded';
  readonly cap: 'call' | 'total';
  readonly priceUsd: number;
  /** The most that one call may cost, or the rest of the total. */
  readonly capUsd: number;

  constructor(cap: 'call' | 'total', priceUsd: number, capUsd: number) {
    const limit =
      cap === 'call'
        ? `one call may cost ${usd(capUsd)}`
        : `${usd(capUsd)} is left of what all calls together may cost`;
    super('payment_cap_exceeded', `It costs ${usd(priceUsd)}, and ${limit}.`);
    this.cap = cap;
    this.priceUsd = priceUsd;
    this.capUsd = capUsd;
  }
}
