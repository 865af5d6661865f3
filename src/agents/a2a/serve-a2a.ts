import type { AgentCard } from '@a2a-js/sdk';
import { isLegacyJsonRpcMethod, isV1JsonRpcMethod } from '@a2a-js/sdk/compat/v0_3';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  A2AError,
  JsonRpcRequestMalformedError as InternalA2aError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  toJsonRpcError,
  UnsupportedOperationError,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, JsonRpcTransportHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { z } from 'zod';
import { protocolPaths } from '../../documents/links.ts';
import type { Events } from '../../events/events.ts';
import type { HttpContext } from '../../http/reply.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Limits } from '../../limits/limits.ts';
import type { CacheStore } from '../../storage/storage.ts';
import { callerOf, readMessage, replyMessage, rpcCodes } from '../json-rpc.ts';
import { type AgentCaller, type AgentOptions, createAgent } from './agent.ts';
import { isMessage } from './messages.ts';
import { createRequestHandler, type HandlerOptions } from './request-handler.ts';
import { createTaskStore } from './task-store.ts';
import { x402Extensions } from './x402-extension.ts';

export interface A2aHandlerOptions extends AgentOptions {
  card: AgentCard;
  limits: Limits;
  cache: CacheStore;
  events: Pick<Events, 'requestFaulted'>;
}

/**
 * Speaks JSON-RPC over HTTP: an error of the protocol travels with status 200, its code says what it is. Only what was
 * not looked at, being too large or too often, has a status of its own.
 */
export function createA2aHandler(options: A2aHandlerOptions) {
  const { card, cache, limits, events } = options;
  const agent = createAgent(options);
  const tasks = createTaskStore(cache);
  const inTurn = createTurns();
  const limit = limits.named(protocolPaths.a2a);
  const newOrders = limits.named('new_a2a_orders');

  return async (c: HttpContext): Promise<Response> => {
    const { exchange } = c.env;
    const request = c.req.raw;
    const { requestId, route } = exchange;
    const reading = readMessage(limit, exchange, { notJson: { status: 200 } });
    if ('refusal' in reading) return replyMessage(exchange, reading.refusal);

    const fault = (error: unknown) => events.requestFaulted({ requestId, route, error });
    const version = versionOf(request.headers, reading.json);
    const header = version === '0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions';
    const requested = (request.headers.get(header) ?? '').split(',').map((uri) => uri.trim());
    const activated = Object.values(x402Extensions).filter((uri) => requested.includes(uri));
    const caller: AgentCaller = {
      ...callerOf(exchange, request),
      paymentVersion: activated.length === 1 && activated[0] === x402Extensions.earlier ? 1 : 2,
    };
    const handlerOptions: HandlerOptions = { card, agent, tasks, newOrders, inTurn, notKept: fault };
    const handler = withoutDetails(createRequestHandler(handlerOptions, caller), fault);
    const response = inOurForm(await answer(handler, version, reading.json));
    const headers = activated.length > 0 ? { [header]: activated.join(', ') } : {};
    return replyMessage(exchange, { status: 200, body: response, headers });
  };
}

/** Reads the version off the method, which each names otherwise, or off the header where the method is of neither. */
function versionOf(headers: Headers, json: unknown): string {
  const { method } = Object(json) as { method?: unknown };
  if (isLegacyJsonRpcMethod(method)) return '0.3';
  return headers.get('A2A-Version') ?? (isV1JsonRpcMethod(method) ? '1.0' : '0.3');
}

async function answer(handler: A2ARequestHandler, version: string, json: unknown): Promise<object> {
  const call = Object(json) as { id?: unknown; method?: unknown; params?: unknown };
  const isCall = typeof json === 'object' && json !== null && !Array.isArray(json);
  const message: Record<string, unknown> = isCall ? { ...json } : {};
  const context = new ServerCallContext({ requestedVersion: version });
  const refusal = refusalOf(call, version);
  if (refusal) {
    const map = version === '0.3' ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError : toJsonRpcError;
    return { jsonrpc: '2.0', id: call.id ?? null, error: map(refusal) };
  }
  // Any other method is refused whatever its parameters are; the SDK would first find fault with those.
  if (!METHODS_THAT_ARE_ANSWERED.includes(call.method)) message.params = {};
  const transport =
    version === '0.3' ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler);
  return transport.handle(message, context);
}

const METHODS_THAT_ARE_ANSWERED: readonly unknown[] = [
  'message/send',
  'tasks/get',
  'tasks/cancel',
  'SendMessage',
  'GetTask',
  'CancelTask',
];
const STREAMS: readonly unknown[] = ['SendStreamingMessage', 'SubscribeToTask'];

/** Refuses what the SDK would take, or refuse only in the words of a fault. */
function refusalOf({ method, params }: { method?: unknown; params?: unknown }, version: string) {
  if (version !== '0.3' && version !== '1.0')
    return new VersionNotSupportedError({ message: 'The versions spoken here are 1.0 and 0.3.' });
  if (STREAMS.includes(method)) return new UnsupportedOperationError({ message: 'Streaming is off.' });
  if (/pushNotificationConfig/i.test(String(method)))
    return new PushNotificationNotSupportedError({ message: 'Push notifications are off.' });
  const sends = method === 'message/send' || method === 'SendMessage';
  return sends && !isMessage(method, params)
    ? new RequestMalformedError({
        message: 'Send a message with messageId, role and parts that are text, data or a file.',
      })
    : undefined;
}

const errorInfo = z.array(z.looseObject({ metadata: z.record(z.string(), z.string()).optional() }));

/**
 * Adds the disclaimer to an error's data: the envelope has no room for one. Version 1.0 keeps a list there, of which
 * the first has metadata. An id that is none is not repeated to the caller.
 */
function inOurForm(response: object): object {
  if (!('error' in response)) return response;
  const { id, error } = response as { id: unknown; error: { data?: object } };
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  const [info, ...rest] = errorInfo.safeParse(error.data).data ?? [];
  const data = info
    ? [{ ...info, metadata: { ...info.metadata, disclaimer } }, ...rest]
    : { ...error.data, disclaimer };
  return { ...response, id: known, error: { ...error, data } };
}

/** Keeps the text of our own faults inside: the SDK sends callers the text of whatever is thrown. */
function withoutDetails(handler: A2ARequestHandler, fault: (error: unknown) => void): A2ARequestHandler {
  const covered = (error: unknown): never => {
    if (error instanceof A2AError) throw error;
    fault(error);
    throw new InternalA2aError({
      message: 'Something went wrong on our side; nothing was charged.',
      envelopeCode: rpcCodes.internalError,
    });
  };
  return {
    ...handler,
    sendMessage: (params, context) => handler.sendMessage(params, context).catch(covered),
    getTask: (params, context) => handler.getTask(params, context).catch(covered),
    cancelTask: (params, context) => handler.cancelTask(params, context).catch(covered),
  };
}
