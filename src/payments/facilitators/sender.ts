import { z } from 'zod';
import { keccakHex } from '../abi.ts';
import { createLock } from '../lock.ts';
import type { Hex } from '../payment.ts';
import { type Rpc, RpcFailure } from '../rpc.ts';
import { Receipt } from '../transfer-events.ts';
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
  /** How long one sending waits to be mined. */
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
  /** One for each fee it was sent with; at most one of them is ever mined. */
  transactions: Hex[];
  sentAtMs: number;
}

const MAX_BUMPS = 8;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Sends the transactions of one account in order. Nothing that can fail for a payer's sake runs while a nonce is
 * held, so that a bad payment never leaves a gap which would stop the good ones behind it.
 *
 * @NOTE One process to a key: two would hand out the same nonces.
 */
export function createSender(options: SenderOptions) {
  const { rpc, signer, notify } = options;
  const lock = createLock();
  const currentFees = createFeeSource(rpc);
  const pending = new Set<Pending>();
  let nextNonce: number | undefined;
  let isWatching = false;
  let closed = false;

  async function readNonce(): Promise<number> {
    return Number(z.string().parse(await rpc.call('eth_getTransactionCount', [signer.address, 'pending'])));
  }

  async function findReceipt({ transactions }: Pending): Promise<Receipt | undefined> {
    for (const transaction of transactions) {
      const receipt = await rpc.call('eth_getTransactionReceipt', [transaction]);
      if (receipt !== null) return Receipt.parse(receipt);
    }
    return undefined;
  }

  /** Never throws: `taken` when a node has it, `refused` when none has, otherwise it may be anywhere. */
  async function broadcast(raw: Hex): Promise<'taken' | 'refused' | 'stale' | 'lost'> {
    try {
      await rpc.call('eth_sendRawTransaction', [raw]);
      return 'taken';
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      if (error.kind === 'unreachable') return 'refused';
      if (error.kind === 'lost') return 'lost';
      if (error.says(/already known|already imported/i)) return 'taken';
      if (error.says(/nonce too low|replacement transaction underpriced/i)) return 'stale';
      if (error.says(/insufficient funds/i)) {
        notify({ event: 'gas_exhausted' });
        return 'refused';
      }
      if (error.says(/fee cap|max fee per gas|base ?fee|underpriced/i)) return 'refused';
      return 'lost';
    }
  }

  async function signAndBroadcast(call: ContractCall, gas: bigint, fees: Fees, nonce: number) {
    const raw = await signer.sign({ ...call, ...fees, gas, nonce });
    const transaction = keccakHex(Buffer.from(raw.slice(2), 'hex'));
    return { transaction, result: await broadcast(raw) };
  }

  /** Takes a nonce and sends, or gives the nonce back. Whose turn comes too late is not sent at all. */
  function dispatch(call: ContractCall, gas: bigint, fees: Fees, deadlineMs: number) {
    return lock(async (): Promise<Pending | { refused: true }> => {
      if (Date.now() > deadlineMs) return { refused: true };
      for (let attempt = 0; ; attempt++) {
        const nonce: number = nextNonce ?? (await readNonce());
        nextNonce = undefined;
        const { transaction, result } = await signAndBroadcast(call, gas, fees, nonce);
        // Somebody else used this key, or an earlier sending arrived after all: ask for the nonce once more.
        if (result === 'stale' && attempt < 2) continue;
        if (result === 'refused' || result === 'stale') return { refused: true };
        if (result === 'taken') nextNonce = nonce + 1;
        const sent = { call, gas, nonce, fees, transactions: [transaction], sentAtMs: Date.now() };
        // One that got lost and whose nonce was free again must not be bumped over its successor.
        for (const earlier of pending) if (earlier.nonce === nonce) pending.delete(earlier);
        pending.add(sent);
        return sent;
      }
    });
  }

  async function bump(sent: Pending): Promise<void> {
    const fees = bumpFees(sent.fees, await currentFees());
    const { transaction, result } = await signAndBroadcast(sent.call, sent.gas, fees, sent.nonce);
    sent.sentAtMs = Date.now();
    if (result === 'stale') return resend(sent);
    if (result === 'refused') return;
    sent.fees = fees;
    sent.transactions.push(transaction);
    notify({ event: 'fee_bumped', bumps: sent.transactions.length - 1 });
  }

  /** Its nonce went to another transaction. Taking the money twice is what USDC's own nonces exclude. */
  async function resend(sent: Pending): Promise<void> {
    if (await findReceipt(sent)) return;
    await lock(async () => {
      const nonce = await readNonce();
      nextNonce = undefined;
      const { transaction, result } = await signAndBroadcast(sent.call, sent.gas, sent.fees, nonce);
      if (result === 'refused' || result === 'stale') return;
      sent.nonce = nonce;
      sent.transactions.push(transaction);
    });
  }

  /** Runs while anything is pending, also for sendings whose callers have given up: one stuck stops all behind it. */
  async function watch(): Promise<void> {
    isWatching = true;
    while (pending.size > 0 && !closed) {
      await wait(Math.min(options.bumpAfterMs, 1_000));
      for (const sent of pending) {
        if (Date.now() - sent.sentAtMs < options.bumpAfterMs) continue;
        try {
          if (await findReceipt(sent)) pending.delete(sent);
          else if (sent.transactions.length > MAX_BUMPS) pending.delete(sent);
          else await bump(sent);
        } catch {
          // The node cannot be asked; the next round tries again.
        }
      }
    }
    isWatching = false;
  }

  async function awaitReceipt(sent: Pending): Promise<Sending> {
    const deadlineMs = Date.now() + options.confirmationTimeoutMs;
    while (Date.now() < deadlineMs && !closed) {
      try {
        const receipt = await findReceipt(sent);
        if (receipt) {
          pending.delete(sent);
          return { outcome: 'mined', receipt };
        }
      } catch {
        // Sent is sent: a node that does not answer now says nothing about it.
      }
      await wait(options.pollMs);
    }
    return { outcome: 'unknown', transaction: sent.transactions.at(-1) ?? '0x' };
  }

  return {
    address: signer.address,
    currentFees,
    /** Rejects with RpcFailure only when nothing was sent. */
    async send(call: ContractCall, gas: bigint): Promise<Sending> {
      const deadlineMs = Date.now() + options.confirmationTimeoutMs;
      const sent = await dispatch(call, gas, await currentFees(), deadlineMs);
      if ('refused' in sent) return { outcome: 'refused' };
      if (!isWatching) void watch();
      return awaitReceipt(sent);
    },
    close(): void {
      closed = true;
    },
  };
}

export type Sender = ReturnType<typeof createSender>;
