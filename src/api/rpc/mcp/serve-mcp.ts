import { ServiceError } from '../../../errors/service-error.ts';
import type { Events } from '../../../events/events.ts';
import { MAX_MESSAGE_BYTES } from '../../../lib/request-limits.ts';
import { protocolPaths } from '../../documents/links.ts';
import { type Exchange, type HttpContext, NO_STORE, replyEmpty, replyText } from '../../http/reply.ts';
import type { Caller } from '../caller.ts';
import { createGuard } from '../guard.ts';
import { readMessage } from '../read-message.ts';
import { errorMessage, RpcError, rpcCodes } from '../rpc-error.ts';
import { toRpcError } from '../to-rpc-error.ts';
import { tooManyMessages } from '../too-many-messages.ts';
import { legacyVersions, serveLegacy } from './legacy.ts';
import { createMethods, type McpOptions } from './methods.ts';
import { MODERN_VERSION, serveModern, VERSION_META } from './modern.ts';
import { isAllowedOrigin } from './origin.ts';

export interface McpHandlerOptions extends McpOptions {
  events: Pick<Events, 'requestFaulted'>;
}

/** Listing what there is, reading documents and calling, of several agents behind one address. */
const MESSAGES_PER_MINUTE = 600;
const supportedVersions = [MODERN_VERSION, ...legacyVersions];

/** Answers each message by itself: nothing is remembered between two of them. */
export function createMcpHandler(options: McpHandlerOptions) {
  const methods = createMethods(options);
  const { publicUrl, events, limits } = options;
  const limit = limits.of(protocolPaths.mcp, MESSAGES_PER_MINUTE);

  return async (c: HttpContext): Promise<Response> => {
    const { exchange } = c.env;
    const request = c.req.raw;
    if (!isAllowedOrigin(request.headers.get('Origin'), publicUrl)) {
      return refuse(
        exchange,
        403,
        rpcCodes.invalidRequest,
        'Requests from pages of this origin are not taken.',
      );
    }
    const tooOften = await tooManyMessages(limit, exchange);
    if (tooOften)
      return replyText(exchange, tooOften.status, JSON.stringify(tooOften.body), 'application/json', {
        ...NO_STORE,
        ...tooOften.headers,
      });
    const reading = readMessage(exchange.body);
    if ('problem' in reading) {
      if (reading.problem === 'not_json')
        return refuse(exchange, 400, rpcCodes.parseError, 'The body is not JSON that is read here.');
      const failure = new ServiceError('body_too_large', { limitBytes: MAX_MESSAGE_BYTES });
      const error = toRpcError(failure, exchange.requestId, rpcCodes.invalidRequest);
      return replyRpc(exchange, failure.status, errorMessage(null, error));
    }

    const { requestId, clientKey } = exchange;
    const caller: Caller = {
      requestId,
      clientKey,
      whenSent: (note) => exchange.whenSent(note),
      signal: request.signal,
    };
    const answering = { methods, publicUrl, supportedVersions, caller, guard: createGuard(exchange, events) };
    const { json } = reading;
    if (isModern(request.headers, json)) {
      const { status, body } = await serveModern(request.headers, json, answering);
      return body ? replyRpc(exchange, status, body) : replyEmpty(exchange, status, NO_STORE);
    }
    const { status, text } = await serveLegacy(request.headers, json, answering);
    return text === ''
      ? replyEmpty(exchange, status, NO_STORE)
      : replyText(exchange, status, text, 'application/json', NO_STORE);
  };
}

/** The revision that a message is of: said in its `_meta`, else by the header, else it is of the older ones. */
function isModern(headers: Headers, json: unknown): boolean {
  const { method, params } = Object(json) as { method?: unknown; params?: { _meta?: object } };
  if (method === 'initialize') return false;
  if (method === 'server/discover' || Object.hasOwn(Object(params?._meta), VERSION_META)) return true;
  const declared = headers.get('MCP-Protocol-Version');
  return declared !== null && !legacyVersions.includes(declared);
}

function refuse(exchange: Exchange, status: number, code: number, message: string): Response {
  return replyRpc(exchange, status, errorMessage(null, new RpcError(code, message)));
}

function replyRpc(exchange: Exchange, status: number, body: object): Response {
  return replyText(exchange, status, JSON.stringify(body), 'application/json', NO_STORE);
}
