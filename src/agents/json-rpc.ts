import { type AnyServiceError, ServiceError } from '../errors/service-error.ts';
import type { Events } from '../events/events.ts';
import { type Exchange, NO_STORE, type ReplyHeaders, replyText } from '../http/reply.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { MAX_MESSAGE_BYTES } from '../lib/terms.ts';
import { type MinuteLimit, rateLimited } from '../limits/limits.ts';
import { isNestedDeeperThan } from '../payments/wire/header.ts';

export interface Caller {
  requestId: string;
  clientKey: string;
  /** Calls the function once, with whether the response was sent whole. */
  whenSent(note: (whole: boolean) => void): void;
  signal: AbortSignal;
}

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

type RpcId = string | number | null;

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** Has the disclaimer: the envelope around it has no room for one. */
  readonly data: object;

  constructor(code: number, message: string, data: object = {}) {
    super(message);
    this.code = code;
    this.data = { ...data, disclaimer };
  }
}

export const invalidParams = (message: string, data?: object) =>
  new RpcError(rpcCodes.invalidParams, message, data);

export function errorMessage(id: RpcId, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

/**
 * Puts an error of the whole service in the envelope of JSON-RPC. Codes outside the range that JSON-RPC reserves are ours
 * to give: the HTTP status of the same error, where the protocol has no code of its own.
 */
export function toRpcError(error: AnyServiceError, requestId: string, code: number = error.status): RpcError {
  return new RpcError(code, error.message, error.body(requestId));
}

/** Describes who sent the message of a request. */
export function callerOf(exchange: Exchange, { signal }: Request): Caller {
  const { requestId, clientKey } = exchange;
  return { requestId, clientKey, whenSent: (note) => exchange.whenSent(note), signal };
}

const MAX_NESTING = 32;

interface Refusal {
  status: number;
  body: object;
  headers?: ReplyHeaders;
}

/** Counts one message of this client, and gives the reply to it where it is one too many. */
export function tooManyMessages(limit: MinuteLimit, exchange: Exchange): Refusal | undefined {
  const decision = limit.take(exchange.clientKey);
  if (decision.allowed) return undefined;
  const failure = rateLimited(limit.name, decision);
  return {
    status: failure.status,
    headers: { 'Retry-After': String(decision.resetSeconds) },
    body: errorMessage(null, toRpcError(failure, exchange.requestId)),
  };
}

/** Counts and reads the message of a request; what is nested too deep is never parsed. */
export function readMessage(
  limit: MinuteLimit,
  exchange: Exchange,
  { notJson }: { notJson: { status: number } },
): { json: unknown } | { refusal: Refusal } {
  const tooMany = tooManyMessages(limit, exchange);
  if (tooMany) return { refusal: tooMany };
  const { body, requestId } = exchange;
  if (body === 'too_large') {
    const failure = new ServiceError('body_too_large', { limitBytes: MAX_MESSAGE_BYTES });
    const error = toRpcError(failure, requestId, rpcCodes.invalidRequest);
    return { refusal: { status: failure.status, body: errorMessage(null, error) } };
  }
  const text = body?.toString('utf8') ?? '';
  try {
    if (!isNestedDeeperThan(text, MAX_NESTING)) return { json: JSON.parse(text) };
  } catch {}
  const error = new RpcError(rpcCodes.parseError, 'The body is not JSON that is read here.');
  return { refusal: { ...notJson, body: errorMessage(null, error) } };
}

export function replyMessage(
  exchange: Exchange,
  { status, body, headers }: { status: number; body: object; headers?: ReplyHeaders },
): Response {
  return replyText(exchange, status, JSON.stringify(body), 'application/json', { ...NO_STORE, ...headers });
}

/** Writes the arguments of a call as the query of the same call over HTTP. */
export function toSearch(parameters: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams();
  const wrong: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    if (['string', 'number', 'boolean'].includes(typeof value)) search.set(name, String(value));
    else wrong.push(name);
  }
  if (wrong.length > 0) {
    throw new ServiceError('invalid_parameters', {
      issues: wrong.map((parameter) => ({ parameter, message: 'must be a text, a number, true or false' })),
    });
  }
  return search;
}

export type Guard = ReturnType<typeof createGuard>;

/** Lets errors through that were made for callers; anything else is a fault of ours, and its text stays inside. */
export function createGuard(exchange: Exchange, events: Pick<Events, 'requestFaulted'>) {
  return async <Result>(answer: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const { requestId, route } = exchange;
      events.requestFaulted({ requestId, route, error });
      throw new RpcError(rpcCodes.internalError, 'Something went wrong on our side; nothing was charged.', {
        requestId,
      });
    }
  };
}
