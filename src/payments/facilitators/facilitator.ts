import type { ChannelMove } from '../../storage/sql/channels.ts';
import type { Hex } from '../evm/encoding.ts';
import type { NodeEvent } from '../evm/nodes.ts';
import type { MinedTransfer } from '../evm/transfer.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';

/** `unavailable` says nothing about the payment: the service that checks it could not be asked. */
export type Verification =
  | { kind: 'valid' }
  | { kind: 'invalid'; reason: PaymentRefusal }
  | { kind: 'unavailable' };

/**
 * `settled`: the money is ours. `failed`: this attempt took nothing and nothing of it is under way.
 * `denied`: so says somebody else, who may settle it yet. `unknown`: money may have moved or may yet move; only the chain knows, and nobody may hear "uncharged".
 *
 * @NOTE A failed attempt does not exclude that somebody else broadcast the same authorization:
 * look for evidence on the chain before releasing one that failed as `payment_already_used` or `settlement_failed`.
 */
export type Settlement =
  | ({ kind: 'settled' } & MinedTransfer)
  | {
      kind: 'failed';
      reason: PaymentRefusal | 'payment_service_unavailable';
      /** The code at the payer's own address has made it fail after it was found good: nobody else is to blame. */
      byPayersCode?: true;
    }
  | { kind: 'denied'; reason: PaymentRefusal; transaction?: Hex }
  | { kind: 'unknown'; transaction?: Hex };

/** `ready` is false while the service cannot be reached or does not serve our scheme and network. */
interface Support {
  ready: boolean;
  /** The least that a sale must bring, while gas is dear. */
  leastAmount?: bigint;
}

/** Checks and settles payments. No method rejects, and none lets a message of a library or a node through. */
export interface Facilitator {
  /** Asks before anything is computed; moves no money. */
  verify(payment: Payment): Promise<Verification>;
  /** Takes the money. Resolves within the facilitator's own time limit, with `unknown` where it ran out. */
  settle(payment: Payment): Promise<Settlement>;
  support(): Promise<Support>;
}

/** The part of a facilitator's "settled" that does not fit the payment, or that the chain does not show. */
export type Doubt = 'network' | 'payer' | 'amount' | 'transaction';

/** News of a facilitator or of a node, for the operator. Nothing in it is secret. */
export type FacilitatorEvent =
  | NodeEvent
  /** Circle has barred the seller's own address: nobody can pay there. */
  | { event: 'pay_to_barred' }
  | { event: 'gas_enough' | 'gas_low'; settlementsLeft: number }
  | { event: 'gas_exhausted' }
  | { event: 'fee_bumped'; bumps: number }
  /** A settlement would take more than its share of the price; what it is sold for is in millionths of USDC. */
  | { event: 'gas_too_dear'; amountAtomic: string }
  /** Somebody else has sent with our key: it must be in one process only. */
  | { event: 'nonce_taken' }
  /** The chain had fewer transactions of the key than were mined, as after a reorganisation. */
  | { event: 'nonce_resynchronised'; missing: number }
  | { event: 'settlement_doubted'; doubt: Doubt }
  /**
   * A sum that channels owe us was not claimed, or not transferred, or a deposit that the chain has dropped was not sent
   * anew: it is tried again. Unwatched, nobody would see a withdrawal.
   */
  | { event: 'channel_trouble'; trouble: ChannelMove['kind']; amountAtomic: string }
  | { event: 'channel_trouble'; trouble: 'unwatched' }
  /** A payer asks the contract for what is left of a channel: what it owes us is claimed now. */
  | { event: 'channel_withdrawal'; amountAtomic: string }
  /** Sums in channels, while none are offered: said when it changes, until nothing is. */
  | { event: 'channels_left'; left: string };

export type Notify = (event: FacilitatorEvent) => void;
