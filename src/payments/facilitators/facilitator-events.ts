/** What in a facilitator's "settled" does not fit the payment, or which part of it the chain does not show. */
export type Doubt = 'network' | 'payer' | 'amount' | 'transaction';

/** What an operator should hear of a facilitator, their own or another's. Nothing in it is secret. */
export type FacilitatorEvent =
  | { event: 'gas_low'; settlementsLeft: number }
  | { event: 'gas_exhausted' }
  | { event: 'fee_bumped'; bumps: number }
  /** The chain had fewer transactions of the key than were mined, as after a reorganisation. */
  | { event: 'nonce_resynchronised'; missing: number }
  | { event: 'settlement_doubted'; doubt: Doubt };

export type Notify = (event: FacilitatorEvent) => void;
