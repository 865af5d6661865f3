/** What an operator of the in-process facilitator should hear of. Nothing in it is secret. */
export type FacilitatorEvent =
  | { event: 'gas_low'; settlementsLeft: number }
  | { event: 'gas_exhausted' }
  | { event: 'fee_bumped'; bumps: number };

export type Notify = (event: FacilitatorEvent) => void;
