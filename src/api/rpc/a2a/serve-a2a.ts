import type { AgentCard } from '@a2a-js/sdk';
import { A2AError, type A2ARequestHandler, JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import { ServiceError } from '../../../errors/service-error.ts';
import type { Events } from '../../../events/events.ts';
import { disclaimer } from '../../../lib/disclaimer.ts';
import { MAX_MESSAGE_BYTES } from '../../../lib/request-limits.ts';
import { createTurns } from '../../../lib/turns.ts';
import type { CacheStore } from '../../../storage/storage.ts';
import { protocolPaths } from '../../documents/links.ts';
import { type Exchange, type HttpContext, NO_STORE, replyText } from '../../http/reply.ts';
import { readMessage } from '../read-message.ts';
import { errorMessage, RpcError, rpcCodes } from '../rpc-error.ts';
import { toRpcError } from '../to-rpc-error.ts';
import { tooManyMessages } from '../too-many-messages.ts';
import { type AgentCaller, type AgentOptions, createAgent } from './agent.ts';
import { createRequestHandler, type HandlerOptions } from './request-handler.ts';
import { createTaskStore } from './task-store.ts';
import { x402Extensions } from './x402-extension.ts';

export interface A2aHandlerOptions extends AgentOptions {
  card: AgentCard;
  cache: CacheStore;
  events: Pick<Events, 'requestFaulted'>;
}

const EXTENSIONS_HEADER = 'X-A2A-Extensions';
const MESSAGES_PER_MINUTE = 120;

/**
 * JSON-RPC over HTTP: an error of the protocol travels with status 200, its code says what it is. Only what was not
 * looked at, being too large or too often, has a status of its own.
 */
export function createA2aHandler(options: A2aHandlerOptions) {
  const { card, cache, limits, events } = options;
  const agent = createAgent(options);
  const tasks = createTaskStore(cache);
  const inTurn = createTurns();
  const limit = limits.of(protocolPaths.a2a, MESSAGES_PER_MINUTE);

  return async (c: HttpContext): Promise<Response> => {
    const { exchange } = c.env;
    const request = c.req.raw;
    const { requestId, clientKey, route } = exchange;
    const tooOften = await tooManyMessages(limit, exchange);
    if (tooOften) return reply(exchange, tooOften.body, tooOften.headers, tooOften.status);
    const reading = readMessage(exchange.body);
    if ('problem' in reading) {
      if (reading.problem === 'not_json') {
        const error = new RpcError(rpcCodes.parseError, 'The body is not JSON that is read here.');
        return reply(exchange, errorMessage(null, error));
      }
      const failure = new ServiceError('body_too_large', { limitBytes: MAX_MESSAGE_BYTES });
      const body = errorMessage(null, toRpcError(failure, requestId, rpcCodes.invalidRequest));
      return reply(exchange, body, {}, failure.status);
    }

    const requested = (request.headers.get(EXTENSIONS_HEADER) ?? '').split(',').map((uri) => uri.trim());
    const activated = Object.values(x402Extensions).filter((uri) => requested.includes(uri));
    const caller: AgentCaller = {
      requestId,
      clientKey,
      whenSent: (note) => exchange.whenSent(note),
      signal: request.signal,
      paymentVersion: activated.length === 1 && activated[0] === x402Extensions.earlier ? 1 : 2,
    };
    const fault = (error: unknown) => events.requestFaulted({ requestId, route, error });
    const handlerOptions: HandlerOptions = { card, agent, tasks, inTurn, notKept: fault };
    const handler = withoutDetails(createRequestHandler(handlerOptions, caller), fault);
    const message = readCall(reading.json);
    const response = inOurForm(await new JsonRpcTransportHandler(handler).handle(message));
    return reply(
      exchange,
      response,
      activated.length > 0 ? { [EXTENSIONS_HEADER]: activated.join(', ') } : {},
    );
  };
}

/** Any other method is refused whatever its parameters are; the SDK would first find fault with those. */
const METHODS_THAT_ARE_ANSWERED: readonly unknown[] = ['message/send', 'tasks/get', 'tasks/cancel'];

function readCall(json: unknown): object {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  const { method } = json as { method?: unknown };
  return METHODS_THAT_ARE_ANSWERED.includes(method) ? json : { ...json, params: {} };
}

/**
 * Tasks have the disclaimer in their metadata, errors in their data: the envelope has no room for one. An id that is
 * none is not repeated to the caller.
 */
function inOurForm(response: object): object {
  if (!('error' in response)) return response;
  const { id, error } = response as { id: unknown; error: { data?: object } };
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { ...response, id: known, error: { ...error, data: { ...error.data, disclaimer } } };
}

/** The SDK sends callers the text of whatever is thrown: that of a fault of ours stays inside. */
function withoutDetails(handler: A2ARequestHandler, fault: (error: unknown) => void): A2ARequestHandler {
  const covered = (error: unknown): never => {
    if (error instanceof A2AError) throw error;
    fault(error);
    throw A2AError.internalError('Something went wrong on our side; nothing was charged.');
  };
  return {
    ...handler,
    sendMessage: (params) => handler.sendMessage(params).catch(covered),
    getTask: (params) => handler.getTask(params).catch(covered),
    cancelTask: (params) => handler.cancelTask(params).catch(covered),
  };
}

function reply(
  exchange: Exchange,
  body: object,
  headers: Record<string, string> = {},
  status = 200,
): Response {
  return replyText(exchange, status, JSON.stringify(body), 'application/json', { ...NO_STORE, ...headers });
}
