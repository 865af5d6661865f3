import { z } from 'zod';
import { steadyNow } from '../../lib/clock.ts';
import { bytes, encodeCall, type Hex, hex, list, tuple, word } from '../evm/encoding.ts';
import type { Rpc } from '../evm/rpc.ts';
import { unwrapCounterfactual } from '../evm/signature.ts';
import type { AuthorizedTransfer, TransactionReceipt } from '../evm/transfer-events.ts';
import { MULTICALL3 } from '../evm/usdc.ts';
import type { Payment } from '../wire/payment.ts';
import type { Notify } from './facilitator.ts';

export interface ContractCall {
  to: Hex;
  data: Hex;
}

/** The call that takes the money. */
export function transferCall({ payload, requirements, signedBy }: Payment): ContractCall {
  const { authorization, signature } = payload.payload;
  const message = [
    word(authorization.from),
    word(authorization.to),
    word(BigInt(authorization.value)),
    word(BigInt(authorization.validAfter)),
    word(BigInt(authorization.validBefore)),
    word(authorization.nonce),
  ];
  const types = 'address,address,uint256,uint256,uint256,bytes32';
  if (signedBy === 'contract') {
    const data = encodeCall(
      `transferWithAuthorization(${types},bytes)`,
      ...message,
      bytes(unwrapCounterfactual(signature)),
    );
    return { to: requirements.asset, data };
  }
  const data = encodeCall(
    `transferWithAuthorization(${types},uint8,bytes32,bytes32)`,
    ...message,
    word(Number.parseInt(signature.slice(130), 16)),
    word(`0x${signature.slice(2, 66)}`),
    word(`0x${signature.slice(66, 130)}`),
  );
  return { to: requirements.asset, data };
}

/** What the chain shows once the money is taken. */
export function authorizedTransferOf(payment: Payment): AuthorizedTransfer {
  const { payer, nonce, amount, requirements, validBeforeSeconds } = payment;
  return { payer, nonce, amount, asset: requirements.asset, payTo: requirements.payTo, validBeforeSeconds };
}

interface BatchOptions {
  /** How long the first of a batch waits for others. */
  windowMs: number;
  maxSize: number;
}

/** `refused`: no node took it and none will. `mined`: with its receipt. `unknown`: sent, or perhaps sent. */
export type Sending =
  | { kind: 'mined'; receipt: TransactionReceipt }
  | { kind: 'refused' }
  | { kind: 'unknown'; transaction: Hex };

type Send = (call: ContractCall, gas: bigint, limit?: bigint) => Promise<Sending>;

interface Waiting {
  call: ContractCall;
  gas: bigint;
  limit: bigint | undefined;
  resolve: (sending: Sending) => void;
  reject: (reason: unknown) => void;
}

/** What Multicall3 itself takes around its calls. */
const GAS_OF_BATCH = 60_000n;

/** One that cannot be paid does not hurt the others: each settles or fails by itself within the transaction. */
function batchCall(calls: readonly ContractCall[]): ContractCall {
  const entries = calls.map(({ to, data }) => tuple(word(to), word(true), bytes(data)));
  return { to: MULTICALL3, data: encodeCall('aggregate3((address,bool,bytes)[])', list(...entries)) };
}

/** Collects calls and sends them through Multicall3: about half the gas for each, and one nonce for all. */
export function createBatcher(sender: { send: Send }, options: BatchOptions): Send {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    const [only] = batch;
    try {
      const gas = batch.reduce((sum, { gas }) => sum + gas, GAS_OF_BATCH);
      const limits = batch.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
      const limit = limits.length === 0 ? undefined : limits.reduce(lowest);
      const sending =
        only && batch.length === 1
          ? await sender.send(only.call, only.gas, limit)
          : await sender.send(batchCall(batch.map(({ call }) => call)), gas, limit);
      for (const { resolve } of batch) resolve(sending);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (call, gas, limit) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, gas, limit, resolve, reject });
      if (waiting.length >= options.maxSize) void flush();
      else timer ??= setTimeout(() => void flush(), options.windowMs);
    });
}

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

const lowest = (one: bigint, other: bigint) => (one < other ? one : other);

/** The price of a unit of gas in the next block: half of the room that was left for the base fee, and the tip. */
export const expectedFee = ({ maxFeePerGas, maxPriorityFeePerGas }: Fees): bigint =>
  (maxFeePerGas - maxPriorityFeePerGas) / 2n + maxPriorityFeePerGas;

export function withinLimit(fees: Fees, limit: bigint | undefined): Fees {
  if (limit === undefined) return fees;
  const maxFeePerGas = lowest(fees.maxFeePerGas, limit);
  return { maxFeePerGas, maxPriorityFeePerGas: lowest(fees.maxPriorityFeePerGas, maxFeePerGas) };
}

const bump = (fee: bigint) => fee + (fee * BUMP_PERCENT) / 100n + 1n;

/** Enough to replace a transaction that pays `fees`, and no less than what the next block asks. */
export function bumpFees(fees: Fees, current: Fees): Fees {
  const highest = (one: bigint, other: bigint) => (one > other ? one : other);
  return {
    maxFeePerGas: highest(bump(fees.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: highest(bump(fees.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

/** A settlement to a fresh payee takes about 103,000. */
export const GAS_PER_SETTLEMENT = 150_000n;
export const GAS_ALARM_BELOW_SETTLEMENTS = 500;

interface GasWatchOptions {
  rpc: Rpc;
  address: Hex;
  currentFees: () => Promise<Fees>;
  /** The balance is not asked for more often than this. */
  intervalMs: number;
  notify: Notify;
}

interface GasState {
  settlementsLeft: number;
  /** In wei for a unit. */
  gasPrice: bigint;
}

/** For how many settlements the account can pay should the base fee double. Rejects when the node cannot be asked. */
export async function askGas({
  rpc,
  address,
  currentFees,
}: Pick<GasWatchOptions, 'rpc' | 'address' | 'currentFees'>): Promise<GasState> {
  const [balance, fees] = await Promise.all([rpc.call('eth_getBalance', [address, 'latest']), currentFees()]);
  const cost = GAS_PER_SETTLEMENT * (fees.maxFeePerGas || 1n);
  return {
    settlementsLeft: Number(BigInt(z.string().parse(balance)) / cost),
    gasPrice: expectedFee(fees),
  };
}

/** Knows for how many settlements the account can pay, and raises the alarm before it cannot. */
export function createGasWatch(options: GasWatchOptions) {
  let known: (GasState & { untilMs: number }) | undefined;
  let asking: Promise<GasState> | undefined;

  async function ask(): Promise<GasState> {
    const state = await askGas(options);
    const { settlementsLeft } = state;
    known = { ...state, untilMs: steadyNow() + options.intervalMs };
    const isLow = settlementsLeft < GAS_ALARM_BELOW_SETTLEMENTS;
    if (settlementsLeft === 0) options.notify({ event: 'gas_exhausted' });
    else options.notify({ event: isLow ? 'gas_low' : 'gas_enough', settlementsLeft });
    return known;
  }

  return {
    /** Rejects when the node cannot be asked. */
    async look(): Promise<GasState> {
      if (known && known.untilMs > steadyNow()) return known;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
