import { z } from 'zod';
import { sleep, steadyNow, systemClock, withDeadline } from '../../lib/clock.ts';
import { createTurns } from '../../lib/turns.ts';
import { type Hex, hex, keccakHex } from '../evm/encoding.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import { type ContractCall, TransactionReceipt } from '../evm/transfer.ts';
import type { Notify } from './facilitator.ts';

/** Signs for one account on one chain. */
export interface TransactionSigner {
  address: Hex;
  sign(transaction: ContractCall & Fees & { nonce: number; gas: bigint }): Promise<Hex>;
}

interface SenderOptions {
  rpc: Rpc;
  signer: TransactionSigner;
  /** Longest wait for one sending to be mined. */
  confirmationTimeoutMs: number;
  pollMs: number;
  /** A transaction that is not mined for this long is sent again with higher fees. */
  bumpAfterMs: number;
  /** The node must lack nonces before ours for this long until we believe that they are gone from the chain. */
  gapAfterMs: number;
  notify: Notify;
}

/** Waiting for a turn costs nobody anything, but callers do not wait for ever. */
const MAX_QUEUE_MS = 15_000;
/** Six times the first fee; past that the fee is not what is wrong. */
const MAX_BUMPS = 8;
const MAX_RESENDINGS = 3;
/** Time after the last sending in which the next nonce is known without asking; a reorganisation may change it later. */
const KNOWN_NONCE_MS = 5_000;
/** Most missing nonces that are filled in one round; nodes hold no more from one account. */
const MAX_FILLED = 16;
const GAS_OF_NOTHING = 21_000n;

/**
 * Sends the transactions of one account in order. Nothing that can fail for a payer's sake runs while a nonce is
 * held, so that a bad payment never leaves a gap which would stop the good ones behind it.
 *
 * @NOTE Give a key to one process only. Two get in each other's way; they recover, but slowly.
 */
export function createSender(options: SenderOptions) {
  const { rpc, signer, notify } = options;
  const turns = createTurns();
  const currentFees = createFeeSource(rpc);
  const pending = createPendingCalls();
  const closing = new AbortController();
  let nextNonce: number | undefined;
  let nonceKnownUntilMs = 0;
  let gapSinceMs: number | undefined;
  let isFollowing = false;
  let closed = false;

  async function countTransactions(block: 'latest' | 'pending'): Promise<number> {
    return Number(z.string().parse(await rpc.call('eth_getTransactionCount', [signer.address, block])));
  }

  async function findReceipt(sent: Pending): Promise<TransactionReceipt | undefined> {
    for (const hash of hashesOf(sent)) {
      const receipt = await rpc.call('eth_getTransactionReceipt', [hash]);
      if (receipt !== null) return TransactionReceipt.parse(receipt);
    }
    return undefined;
  }

  async function signAndBroadcast({ call, gas, note }: Outgoing, fees: Fees, nonce: number) {
    const raw = await signer.sign({ ...call, ...fees, gas, nonce });
    const transaction = { raw, hash: keccakHex(Buffer.from(raw.slice(2), 'hex')) };
    await note?.(transaction.hash);
    return { transaction, result: await broadcast(rpc, transaction, notify) };
  }

  /** Takes a nonce and sends, or gives the nonce back. Whose turn comes too late is not sent at all. */
  function dispatch(sent: Outgoing, fees: Fees, deadlineMs: number) {
    return turns(signer.address, async (): Promise<Pending | { refused: true }> => {
      if (steadyNow() > deadlineMs) return { refused: true };
      if (pending.isEmpty() && steadyNow() > nonceKnownUntilMs) nextNonce = undefined;
      for (let attempt = 0; ; attempt++) {
        const nonce: number = nextNonce ?? (await countTransactions('pending'));
        nextNonce = undefined;
        const { transaction, result } = await signAndBroadcast(sent, fees, nonce);
        // Somebody else used this key, or an earlier sending arrived after all: ask for the nonce once more.
        if (result === 'stale' && attempt === 0) notify({ event: 'nonce_taken' });
        if (result === 'stale' && attempt < 2) continue;
        if (result === 'refused' || result === 'stale') return { refused: true };
        if (result === 'taken') {
          nextNonce = nonce + 1;
          nonceKnownUntilMs = steadyNow() + KNOWN_NONCE_MS;
        }
        return pending.add({ ...sent, nonce, fees }, transaction);
      }
    });
  }

  /**
   * The same once more at the same place, for more as long as that makes sense. It is never given up: a node may have
   * dropped it, and without it nothing behind it is ever mined.
   */
  async function bump(sent: Pending): Promise<void> {
    const isRaised = sent.bumps < MAX_BUMPS;
    const fees = isRaised ? withinLimit(bumpFees(sent.fees, await currentFees()), sent.limit) : sent.fees;
    const { transaction, result } = await signAndBroadcast(sent, fees, sent.nonce);
    if (!isRaised || result === 'refused' || result === 'stale') return;
    sent.fees = fees;
    sent.bumps += 1;
    sent.transactions.push(transaction);
    notify({ event: 'fee_bumped', bumps: sent.bumps });
  }

  /** Its nonce went to another transaction. Taking the money twice is what USDC's own nonces exclude. */
  function resend(sent: Pending): Promise<void> {
    return turns(signer.address, async () => {
      const nonce = await countTransactions('pending');
      nextNonce = undefined;
      const { transaction, result } = await signAndBroadcast(sent, sent.fees, nonce);
      if (result === 'refused' || result === 'stale') return;
      sent.nonce = nonce;
      sent.displaced = false;
      sent.transactions.push(transaction);
    });
  }

  /**
   * Sends something that costs next to nothing with each nonce that is missing. What had these nonces is not repeated
   * here: whoever settles knows whether its payment is still owed.
   */
  function fillGap(lowest: number): Promise<void> {
    return turns(signer.address, async () => {
      const from = await countTransactions('pending');
      const to = Math.min(lowest, from + MAX_FILLED);
      for (let nonce = from; nonce < to; nonce++) {
        const call = { to: signer.address, data: '0x' } as const;
        const [nothing, fees] = [{ call, gas: GAS_OF_NOTHING, limit: undefined }, await currentFees()];
        const { transaction } = await signAndBroadcast(nothing, fees, nonce);
        // Should its nonce go to another one, it has done its work: it is never sent at a new place.
        pending.add({ ...nothing, nonce, fees }, transaction).resendings = MAX_RESENDINGS;
      }
      if (to > from) notify({ event: 'nonce_resynchronised', missing: to - from });
    });
  }

  /**
   * Nothing of ours is mined while a nonce before it is missing, as after a reorganisation of the chain. A node that is
   * merely behind has caught up a moment later.
   */
  async function watchForGap(minedCount: number): Promise<void> {
    const lowest = pending.lowestNonce();
    if (lowest <= minedCount) {
      gapSinceMs = undefined;
      return;
    }
    gapSinceMs ??= steadyNow();
    if (steadyNow() - gapSinceMs < options.gapAfterMs) return;
    gapSinceMs = undefined;
    await fillGap(lowest);
  }

  async function lookAfter(sent: Pending, minedCount: number): Promise<void> {
    const itsNonceIsSpent = sent.nonce < minedCount;
    const receipt = itsNonceIsSpent ? await findReceipt(sent) : undefined;
    if (receipt) {
      pending.markMined(sent, receipt);
    } else if (steadyNow() - sent.sentAtMs >= options.bumpAfterMs) {
      sent.sentAtMs = steadyNow();
      if (!itsNonceIsSpent && !sent.displaced) await bump(sent);
      else if (!itsNonceIsSpent) return;
      else if (sent.resendings++ < MAX_RESENDINGS) await resend(sent);
      else pending.giveUp(sent);
    }
  }

  /**
   * Runs while anything is pending, also for those whose callers have given up: one that is stuck stops all behind it.
   * One question shows how far all have come, so that many pending cost the node no more than one.
   */
  async function follow(): Promise<void> {
    isFollowing = true;
    while (!pending.isEmpty() && !closed) {
      await sleep(options.pollMs);
      try {
        const minedCount = await countTransactions('latest');
        await watchForGap(minedCount);
        await Promise.all(pending.all().map((sent) => lookAfter(sent, minedCount)));
      } catch {
        // Sent is sent: a node that does not answer now says nothing about it. The next round asks again.
      }
    }
    isFollowing = false;
  }

  async function awaitReceipt(sent: Pending): Promise<Sending> {
    const receipt = await withDeadline(sent.mined.promise, {
      clock: systemClock,
      ms: options.confirmationTimeoutMs,
      signal: closing.signal,
      late: () => undefined,
    });
    if (receipt) return { kind: 'mined', receipt };
    return { kind: 'unknown', transaction: latestOf(sent).hash };
  }

  return {
    address: signer.address,
    currentFees,
    /**
     * Rejects with NodeError only when nothing was sent. `limit`: the most that a unit of gas may cost, also when it is
     * sent again. `note`: told of each transaction before it is sent, which it is not where that fails.
     */
    async send(call: ContractCall, gas: bigint, limit?: bigint, note?: Outgoing['note']): Promise<Sending> {
      const fees = await currentFees();
      if (limit !== undefined && expectedFee(fees) > limit) return { kind: 'refused' };
      const sent = await dispatch(
        { call, gas, limit, note },
        withinLimit(fees, limit),
        steadyNow() + MAX_QUEUE_MS,
      );
      if ('refused' in sent) return { kind: 'refused' };
      if (!isFollowing) void follow();
      return awaitReceipt(sent);
    },
    /** How long the oldest transaction has waited to be mined; 0 while none waits. */
    oldestPendingMs: pending.oldestMs,
    close(): void {
      closed = true;
      closing.abort();
    },
  };
}

export type Sender = ReturnType<typeof createSender>;

/**
 * `taken`: a node has it. `refused`: none has. `stale`: its nonce is spent or held by another transaction.
 * `lost`: it may be anywhere.
 */
type Broadcast = 'taken' | 'refused' | 'stale' | 'lost';

interface SignedTransaction {
  raw: Hex;
  hash: Hex;
}

/** Hands a signed transaction to the node. What the node says about it is understood here and goes no further. */
async function broadcast(rpc: Rpc, { raw, hash }: SignedTransaction, notify: Notify): Promise<Broadcast> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return 'taken';
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const result = understand(error, notify);
    if (result === 'taken' || result === 'lost' || error.kind === 'unreachable') return result;
    // Behind one address there are often several nodes: one of them may have it although another one complains.
    const found = await rpc.call('eth_getTransactionByHash', [hash]).catch(() => undefined);
    if (found) return 'taken';
    return found === null ? result : 'lost';
  }
}

function understand(failure: NodeError, notify: Notify): Broadcast {
  if (failure.kind === 'unreachable') return 'refused';
  if (failure.kind === 'lost') return 'lost';
  if (failure.says(/already known|already imported/i)) return 'taken';
  if (failure.says(/nonce too low|replacement transaction underpriced/i)) return 'stale';
  if (failure.says(/insufficient funds/i)) {
    notify({ event: 'gas_exhausted' });
    return 'refused';
  }
  if (failure.says(/fee cap|max fee per gas|base ?fee|underpriced/i)) return 'refused';
  return 'lost';
}

interface Outgoing {
  call: ContractCall;
  gas: bigint;
  /** The most that a unit of gas may cost. */
  limit: bigint | undefined;
  note?: ((transaction: Hex) => Promise<unknown>) | undefined;
}

/** A call that was sent and is not known to be mined. */
interface Pending extends Outgoing {
  nonce: number;
  fees: Fees;
  /** One for each time it was signed anew; at most one of them is ever mined. */
  transactions: [SignedTransaction, ...SignedTransaction[]];
  firstSentAtMs: number;
  sentAtMs: number;
  bumps: number;
  resendings: number;
  /** A later one was sent with its nonce, since this one seemed to be lost: must not be bumped over that. */
  displaced: boolean;
  mined: PromiseWithResolvers<TransactionReceipt>;
}

/** Keeps the calls that one account has under way. */
function createPendingCalls() {
  const pending = new Set<Pending>();

  return {
    isEmpty: () => pending.size === 0,
    all: (): readonly Pending[] => [...pending],
    lowestNonce: () => Math.min(...[...pending].map(({ nonce }) => nonce)),
    /** Age of the oldest one; 0 while none waits. */
    oldestMs: () =>
      pending.size === 0
        ? 0
        : steadyNow() - Math.min(...[...pending].map(({ firstSentAtMs }) => firstSentAtMs)),

    /** Adds one that was just sent. An earlier one with its nonce is found once that is spent, or sent anew. */
    add(sent: Outgoing & Pick<Pending, 'nonce' | 'fees'>, transaction: SignedTransaction): Pending {
      for (const earlier of pending) if (earlier.nonce === sent.nonce) earlier.displaced = true;
      const nowMs = steadyNow();
      const added: Pending = {
        ...sent,
        transactions: [transaction],
        firstSentAtMs: nowMs,
        sentAtMs: nowMs,
        bumps: 0,
        resendings: 0,
        displaced: false,
        mined: Promise.withResolvers(),
      };
      pending.add(added);
      return added;
    },

    markMined(sent: Pending, receipt: TransactionReceipt): void {
      pending.delete(sent);
      sent.mined.resolve(receipt);
    },

    giveUp: (sent: Pending) => pending.delete(sent),
  };
}

/** The transaction that the node was last given for this call. */
const latestOf = ({ transactions }: Pending): SignedTransaction => transactions.at(-1) ?? transactions[0];

const hashesOf = ({ transactions }: Pending): Hex[] => transactions.map(({ hash }) => hash);

/** `refused`: no node took it and none will. `mined`: with its receipt. `unknown`: sent, or perhaps sent. */
export type Sending =
  | { kind: 'mined'; receipt: TransactionReceipt }
  | { kind: 'refused' }
  | { kind: 'unknown'; transaction: Hex };

/** Both per unit of gas, in wei. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

const Head = z.object({ baseFeePerGas: hex });

const FEES_TTL_MS = 1_000;

/** A tenth more is what nodes ask for to replace a transaction; rounding must not fall below it. */
const BUMP_PERCENT = 25n;

/** Fees for the next block with room for the base fee to double; asked for at most once a second. */
export function createFeeSource(rpc: Rpc): () => Promise<Fees> {
  let known: { fees: Promise<Fees>; untilMs: number } | undefined;

  async function ask(): Promise<Fees> {
    const [head, tip] = await Promise.all([
      rpc.call('eth_getBlockByNumber', ['latest', false]),
      rpc.call('eth_maxPriorityFeePerGas', []),
    ]);
    const maxPriorityFeePerGas = BigInt(hex.parse(tip));
    return {
      maxFeePerGas: 2n * BigInt(Head.parse(head).baseFeePerGas) + maxPriorityFeePerGas,
      maxPriorityFeePerGas,
    };
  }

  return () => {
    if (known && known.untilMs > steadyNow()) return known.fees;
    const fees = ask();
    known = { fees, untilMs: steadyNow() + FEES_TTL_MS };
    fees.catch(() => {
      known = undefined;
    });
    return fees;
  };
}

export const lowest = (one: bigint, other: bigint) => (one < other ? one : other);

/** The price of a unit of gas in the next block: half of the room that was left for the base fee, and the tip. */
export const expectedFee = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): bigint =>
  (maxFeePerGas - maxPriorityFeePerGas) / 2n + maxPriorityFeePerGas;

function withinLimit(fees: Fees, limit: bigint | undefined): Fees {
  if (limit === undefined) return fees;
  const maxFeePerGas = lowest(fees.maxFeePerGas, limit);
  return { maxFeePerGas, maxPriorityFeePerGas: lowest(fees.maxPriorityFeePerGas, maxFeePerGas) };
}

const bump = (fee: bigint) => fee + (fee * BUMP_PERCENT) / 100n + 1n;

/** Enough to replace a transaction that pays `fees`, and no less than what the next block asks. */
function bumpFees(fees: Fees, current: Fees): Fees {
  const highest = (one: bigint, other: bigint) => (one > other ? one : other);
  return {
    maxFeePerGas: highest(bump(fees.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: highest(bump(fees.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}
