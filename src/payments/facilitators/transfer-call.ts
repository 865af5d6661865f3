import { bytes, encodeCall, list, tuple, word } from '../evm/abi.ts';
import type { Hex } from '../evm/hex.ts';
import { unwrapCounterfactual } from '../evm/signature.ts';
import type { AuthorizedTransfer } from '../evm/transfer-events.ts';
import { MULTICALL3 } from '../evm/usdc.ts';
import type { Payment } from '../wire/payment.ts';
import type { Sender, Sending } from './sender.ts';

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

interface Waiting {
  call: ContractCall;
  gas: bigint;
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
export function createBatcher(sender: Pick<Sender, 'send'>, options: BatchOptions): Sender['send'] {
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
      const sending =
        only && batch.length === 1
          ? await sender.send(only.call, only.gas)
          : await sender.send(batchCall(batch.map(({ call }) => call)), gas);
      for (const { resolve } of batch) resolve(sending);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (call, gas) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, gas, resolve, reject });
      if (waiting.length >= options.maxSize) void flush();
      else timer ??= setTimeout(() => void flush(), options.windowMs);
    });
}
