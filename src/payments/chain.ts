import type { Hex } from './payment.ts';

/** What identifies one authorization on the chain and what it must have paid. */
export interface AuthorizedTransfer {
  payer: Hex;
  nonce: Hex;
  asset: Hex;
  payTo: Hex;
  amount: bigint;
  validBeforeSeconds: number;
}

/**
 * `paid`: AuthorizationUsed and the Transfer to us stand in one successful receipt.
 * `void`: cancelled, spent on something else, or past its time: it can never pay us any more.
 * `open`: not spent; it may still be.
 */
export type Evidence = { state: 'paid'; transaction: Hex } | { state: 'void' } | { state: 'open' };

/** Reads the chain. Every method rejects when the node cannot be asked: silence is never taken for an answer. */
export interface Chain {
  /** `sinceMs` bounds the search for events: when the authorization was first seen here, or earlier. */
  findEvidence(transfer: AuthorizedTransfer, sinceMs: number): Promise<Evidence>;
  /** USDC in atomic units. */
  balanceOf(address: Hex): Promise<bigint>;
  /** True for contracts, smart wallets and delegated accounts. */
  hasCode(address: Hex): Promise<boolean>;
  /** True when the nonce is spent or cancelled: by itself no proof that anybody was paid. */
  authorizationState(payer: Hex, nonce: Hex): Promise<boolean>;
}
