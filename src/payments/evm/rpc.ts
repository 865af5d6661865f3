import { z } from 'zod';
import { type Hex, hex, toQuantity } from './encoding.ts';

/**
 * The failure of a node to give a result. `unreachable`: the request was provably never sent. `lost`: it may have been
 * acted upon. `rejected`: the node answered with an error.
 *
 * @NOTE Nodes put keys and raw transactions into their messages, so what they say stays private to this class:
 * it can be matched, never read, printed or serialised.
 */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly kind: 'unreachable' | 'lost' | 'rejected';
  readonly method: string;
  readonly code: number | undefined;
  readonly #said: string;
  readonly #data: string | undefined;

  constructor(
    kind: NodeError['kind'],
    method: string,
    answer: { code?: number; message?: string; data?: unknown } = {},
  ) {
    super(`The node did not answer ${method}: ${kind}`);
    this.kind = kind;
    this.method = method;
    this.code = answer.code;
    this.#said = answer.message ?? '';
    this.#data = typeof answer.data === 'string' ? answer.data : undefined;
  }

  says(pattern: RegExp): boolean {
    return pattern.test(this.#said);
  }

  /** True where the contract itself refused. */
  get reverted(): boolean {
    return this.kind === 'rejected' && (this.code === 3 || this.says(/revert/i));
  }

  /** The Solidity reason string, or what the node says where it does not hand over the data. */
  revertMatches(pattern: RegExp): boolean {
    return pattern.test(decodeRevertReason(this.#data) ?? this.#said);
  }
}

export interface Rpc {
  /** Rejects with NodeError only. */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
}

const ERROR_STRING_SELECTOR = '0x08c379a0';

function decodeRevertReason(data: string | undefined): string | undefined {
  if (!data?.startsWith(ERROR_STRING_SELECTOR)) return undefined;
  const bytes = Buffer.from(data.slice(10), 'hex');
  if (bytes.length < 64) return undefined;
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`));
  return bytes.subarray(64, 64 + length).toString('utf8');
}

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True only when the connection was never made, so that the other side cannot have acted. */
export function wasNeverSent(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string' && NEVER_SENT.has(current.code)) return true;
    current = current.cause;
  }
  return false;
}

/** Whether it is a contract, or an account that has delegated to one. */
export async function hasCodeAt(rpc: Rpc, address: Hex, block: Hex | 'latest'): Promise<boolean> {
  return hex.parse(await rpc.call('eth_getCode', [address, block])) !== '0x';
}

/** Base makes a block every two seconds. */
export const BLOCK_MS = 2_000;

/**
 * Blocks on top of a settlement from which on it counts as final: a minute. Well beyond what a sequencer takes back when
 * it restarts, and soon enough to send a dropped settlement again, for payers sign for two minutes or longer.
 */
export const SETTLEMENT_DEPTH = 30;

const Block = z.object({ number: hex, timestamp: hex });
const Logs = z.array(z.object({ transactionHash: hex, data: hex }));

export interface BlockTime {
  number: number;
  timeMs: number;
}

export async function readBlock(rpc: Rpc, tag: Hex | 'latest'): Promise<BlockTime> {
  const { number, timestamp } = Block.parse(await rpc.call('eth_getBlockByNumber', [tag, false]));
  return { number: Number(number), timeMs: Number(timestamp) * 1_000 };
}

/**
 * The number of the first block that is not before this time; one past the newest where all are. Guesses by the pace of
 * Base, so that a few questions do; where the chain keeps another pace, halves what is left.
 */
export async function firstBlockAt(rpc: Rpc, timeMs: number, latest: BlockTime): Promise<number> {
  if (latest.timeMs < timeMs) return latest.number + 1;
  let before = -1;
  let reached = latest;
  for (let step = 0; reached.number - before > 1; step++) {
    const guess = reached.number - Math.max(1, Math.floor((reached.timeMs - timeMs) / BLOCK_MS));
    const middle = Math.floor((before + reached.number) / 2);
    const number = step % 3 < 2 && guess > before ? guess : middle;
    const { timeMs: itsMs } = await readBlock(rpc, toQuantity(number));
    if (itsMs < timeMs) before = number;
    else reached = { number, timeMs: itsMs };
  }
  return reached.number;
}

/** Numbers of blocks for one question about events, the most first. Nodes allow from ten to ten thousand. */
export const LOG_RANGES = [10_000, 1_000, 100, 10] as const;

/** The events of one kind in a range of blocks, oldest first; asks for fewer blocks at once where the node wants that. */
export async function* readLogs(
  rpc: Rpc,
  {
    from,
    to,
    ...filter
  }: { address: Hex; topics: readonly (Hex | readonly Hex[] | null)[]; from: number; to: number },
): AsyncGenerator<z.output<typeof Logs>> {
  let [range, ...fewer]: readonly number[] = LOG_RANGES;
  for (let first = from; first <= to && range !== undefined; ) {
    const last = Math.min(first + range - 1, to);
    try {
      const asked = { ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(last) };
      yield Logs.parse(await rpc.call('eth_getLogs', [asked]));
      first = last + 1;
    } catch (error) {
      const isRefused = error instanceof NodeError && error.kind === 'rejected';
      if (!isRefused || fewer.length === 0) throw error;
      [range, ...fewer] = fewer;
    }
  }
}
