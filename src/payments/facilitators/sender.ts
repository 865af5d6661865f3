import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { keccakHex } from '../abi.ts';
import { createLock } from '../lock.ts';
import type { Hex } from '../payment.ts';
import type { Rpc } from '../rpc.ts';
import { Receipt } from '../transfer-events.ts';
import { broadcast } from './broadcast.ts';
import type { Notify } from './facilitator-events.ts';
import { bumpFees, createFeeSource, type Fees } from './fees.ts';
import type { ContractCall } from './transfer-call.ts';

/** `refused`: no node took it and none will. `mined`: with its receipt. `unknown`: sent, or perhaps sent. */
export type Sending =
  | { outcome: 'mined'; receipt: Receipt }
  | { outcome: 'refused' }
  | { outcome: 'unknown'; transaction: Hex };

/** Signs for one account on one chain. */
export interface TransactionSigner {
  address: Hex;
  sign(transaction: ContractCall & Fees & { nonce: number; gas: bigint }): Promise<Hex>;
}

export interface SenderOptions {
  rpc: Rpc;
  signer: TransactionSigner;
  /** How long one sending waits to be mined once it is sent. */
  confirmationTimeoutMs: number;
  pollMs: number;
  /** A transaction that is not mined for so long is sent again with higher fees. */
  bumpAfterMs: number;
  notify: Notify;
}

interface Pending {
  call: ContractCall;
  gas: bigint;
  nonce: number;
  fees: Fees;
  /** One for each time it was sent; at most one of them is ever mined. */
  transactions: [Hex, ...Hex[]];
  sentAtMs: number;
  bumps: number;
  resendings: number;
  mined: PromiseWithResolvers<Receipt>;
}

/** Waiting for a turn costs nobody anything, but callers do not wait for ever. */
const MAX_QUEUE_MS = 15_000;
/** Six times the first fee; past that the fee is not what is wrong. */
const MAX_BUMPS = 8;
const MAX_RESENDINGS = 3;

/**
 * Sends the transactions of one account in order. Nothing that can fail for a payer's sake runs while a nonce is
 * held, so that a bad payment never leaves a gap which would stop the good ones behind it.
 *
 * @NOTE Give a key to one process only. Two get in each other's way; they recover, but slowly.
 */
export function createSender(options: SenderOptions) {
  const { rpc, signer, notify } = options;
  const lock = createLock();
  const currentFees = createFeeSource(rpc);
  const pending = new Set<Pending>();
  const closing = Promise.withResolvers<void>();
  let nextNonce: number | undefined;
  let isFollowing = false;
  let closed = false;

  async function countTransactions(block: 'latest' | 'pending'): Promise<number> {
    return Number(z.string().parse(await rpc.call('eth_getTransactionCount', [signer.address, block])));
  }

  async function findReceipt({ transactions }: Pending): Promise<Receipt | undefined> {
    for (const transaction of transactions) {
      const receipt = await rpc.call('eth_getTransactionReceipt', [transaction]);
      if (receipt !== null) return Receipt.parse(receipt);
    }
    return undefined;
  }

  async function signAndBroadcast(call: ContractCall, gas: bigint, fees: Fees, nonce: number) {
    const raw = await signer.sign({ ...call, ...fees, gas, nonce });
    const transaction = keccakHex(Buffer.from(raw.slice(2), 'hex'));
    return { transaction, result: await broadcast(rpc, raw, notify) };
  }

  /** Takes a nonce and sends, or gives the nonce back. Whose turn comes too late is not sent at all. */
  function dispatch(call: ContractCall, gas: bigint, fees: Fees, deadlineMs: number) {
    return lock(async (): Promise<Pending | { refused: true }> => {
      if (Date.now() > deadlineMs) return { refused: true };
      for (let attempt = 0; ; attempt++) {
        const nonce: number = nextNonce ?? (await countTransactions('pending'));
        nextNonce = undefined;
        const { transaction, result } = await signAndBroadcast(call, gas, fees, nonce);
        // Somebody else used this key, or an earlier sending arrived after all: ask for the nonce once more.
        if (result === 'stale' && attempt < 2) continue;
        if (result === 'refused' || result === 'stale') return { refused: true };
        if (result === 'taken') nextNonce = nonce + 1;
        const sent: Pending = {
          call,
          gas,
          nonce,
          fees,
          transactions: [transaction],
          sentAtMs: Date.now(),
          bumps: 0,
          resendings: 0,
          mined: Promise.withResolvers(),
        };
        // One that got lost and whose nonce was free again must not be bumped over its successor.
        for (const earlier of pending) if (earlier.nonce === nonce) pending.delete(earlier);
        pending.add(sent);
        return sent;
      }
    });
  }

  /**
   * The same once more at the same place, for more as long as that makes sense. It is never given up: a node may have
   * dropped it, and without it nothing behind it is ever mined.
   */
  async function bump(sent: Pending): Promise<void> {
    const isRaised = sent.bumps < MAX_BUMPS;
    const fees = isRaised ? bumpFees(sent.fees, await currentFees()) : sent.fees;
    const { transaction, result } = await signAndBroadcast(sent.call, sent.gas, fees, sent.nonce);
    if (!isRaised || result === 'refused' || result === 'stale') return;
    sent.fees = fees;
    sent.bumps += 1;
    sent.transactions.push(transaction);
    notify({ event: 'fee_bumped', bumps: sent.bumps });
  }

  /** Its nonce went to another transaction. Taking the money twice is what USDC's own nonces exclude. */
  function resend(sent: Pending): Promise<void> {
    return lock(async () => {
      const nonce = await countTransactions('pending');
      nextNonce = undefined;
      const { transaction, result } = await signAndBroadcast(sent.call, sent.gas, sent.fees, nonce);
      if (result === 'refused' || result === 'stale') return;
      sent.nonce = nonce;
      sent.transactions.push(transaction);
    });
  }

  async function lookAfter(sent: Pending, minedCount: number): Promise<void> {
    const itsNonceIsSpent = sent.nonce < minedCount;
    const receipt = itsNonceIsSpent ? await findReceipt(sent) : undefined;
    if (receipt) {
      pending.delete(sent);
      sent.mined.resolve(receipt);
    } else if (Date.now() - sent.sentAtMs >= options.bumpAfterMs) {
      sent.sentAtMs = Date.now();
      if (!itsNonceIsSpent) await bump(sent);
      else if (sent.resendings++ < MAX_RESENDINGS) await resend(sent);
      else pending.delete(sent);
    }
  }

  /**
   * Runs while anything is pending, also for those whose callers have given up: one that is stuck stops all behind it.
   * One question tells how far all have come, so that many pending cost the node no more than one.
   */
  async function follow(): Promise<void> {
    isFollowing = true;
    while (pending.size > 0 && !closed) {
      await wait(options.pollMs);
      try {
        const minedCount = await countTransactions('latest');
        await Promise.all([...pending].map((sent) => lookAfter(sent, minedCount)));
      } catch {
        // Sent is sent: a node that does not answer now says nothing about it. The next round asks again.
      }
    }
    isFollowing = false;
  }

  async function awaitReceipt(sent: Pending): Promise<Sending> {
    const enough = new AbortController();
    const expiry = wait(options.confirmationTimeoutMs, undefined, { signal: enough.signal });
    const giveUp = Promise.race([expiry, closing.promise]).catch(() => undefined);
    const receipt = await Promise.race([sent.mined.promise, giveUp]);
    enough.abort();
    if (receipt) return { outcome: 'mined', receipt };
    return { outcome: 'unknown', transaction: sent.transactions.at(-1) ?? sent.transactions[0] };
  }

  return {
    address: signer.address,
    currentFees,
    /** Rejects with RpcFailure only when nothing was sent. */
    async send(call: ContractCall, gas: bigint): Promise<Sending> {
      const sent = await dispatch(call, gas, await currentFees(), Date.now() + MAX_QUEUE_MS);
      if ('refused' in sent) return { outcome: 'refused' };
      if (!isFollowing) void follow();
      return awaitReceipt(sent);
    },
    close(): void {
      closed = true;
      closing.resolve();
    },
  };
}

export type Sender = ReturnType<typeof createSender>;
