import { readBytes } from '../../lib/read-bytes.ts';
import { type Hex, hex } from './encoding.ts';

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

/** More than a thousand blocks of transfers. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

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

function readAnswer(method: string, status: number, text: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NodeError('lost', method, { code: status });
  }
  if (typeof answer !== 'object' || answer === null) throw new NodeError('lost', method);
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
    const { code, message, data } = answer.error as { code?: unknown; message?: unknown; data?: unknown };
    throw new NodeError('rejected', method, {
      ...(typeof code === 'number' && { code }),
      ...(typeof message === 'string' && { message }),
      data,
    });
  }
  if (!('result' in answer)) throw new NodeError('lost', method);
  return answer.result;
}

/** JSON-RPC over HTTP. Retries nothing: what may be repeated is for the caller to know. */
export function createRpc(url: string, options: { timeoutMs?: number } = {}): Rpc {
  const timeoutMs = options.timeoutMs ?? 5_000;
  let id = 0;
  return {
    async call(method, params) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        text = new TextDecoder().decode(await readBytes(response, MAX_ANSWER_BYTES));
      } catch (error) {
        throw new NodeError(wasNeverSent(error) ? 'unreachable' : 'lost', method);
      }
      return readAnswer(method, response.status, text);
    },
  };
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
