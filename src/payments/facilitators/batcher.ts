import { bytes, encodeCall, list, tuple, word } from '../evm/encoding.ts';
import type { ContractCall } from '../evm/transfer.ts';
import { MULTICALL3 } from '../evm/usdc.ts';
import { lowest, type Sending } from './sender.ts';

interface BatchOptions {
  /** How long the first of a batch waits for others. */
  windowMs: number;
  maxSize: number;
}

type Send = (call: ContractCall, gas: bigint, limit?: bigint) => Promise<Sending>;

interface Waiting {
  call: ContractCall;
  gas: bigint;
  limit: bigint | undefined;
  resolve: (sending: Sending) => void;
  reject: (reason: unknown) => void;
}

/** Gas that Multicall3 itself takes around its calls. */
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
