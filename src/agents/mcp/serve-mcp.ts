import {
  createMcpHandler as createModernHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { protocolPaths } from '../../documents/links.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type Exchange, type HttpContext, NO_STORE, replyEmpty, replyText } from '../../http/reply.ts';
import { MAX_MESSAGE_BYTES } from '../../lib/request-limits.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Caller } from '../caller.ts';
import { readMessage } from '../read-message.ts';
import { errorMessage, RpcError, rpcCodes } from '../rpc-error.ts';
import { toRpcError } from '../to-rpc-error.ts';
import { type Refusal, tooManyMessages } from '../too-many-messages.ts';
import { isAllowedOrigin } from './origin.ts';
import { refusalOf, withoutAsides } from './read-list.ts';

/** Which message a server is made for. */
export interface ServedMessage {
  era: 'modern' | 'legacy';
  /** Where the message is one request. */
  method: string | undefined;
  caller: Caller;
  exchange: Exchange;
}

export interface McpHandlerOptions {
  publicUrl: string;
  /** Of other hosts whose pages may call; `*` for all. */
  origins: readonly string[];
  limits: Limits;
  /** Called for every message: nothing is remembered between two of them. */
  createServer(message: ServedMessage): Server | McpServer;
}

/** Listing what there is, reading documents and calling, of several agents behind one address. */
const MESSAGES_PER_MINUTE = 600;

/** Answers messages of the current revision and of those before, each by itself, with a server of its own. */
export function createMcpHandler(options: McpHandlerOptions) {
  const { publicUrl, origins, limits } = options;
  const limit = limits.of(protocolPaths.mcp, MESSAGES_PER_MINUTE);

  return async (c: HttpContext): Promise<Response> => {
    const { exchange } = c.env;
    const incoming = c.req.raw;
    if (!isAllowedOrigin(incoming.headers.get('Origin'), publicUrl, origins)) {
      return refuse(
        exchange,
        403,
        rpcCodes.invalidRequest,
        'Requests from pages of this origin are not taken.',
      );
    }
    const tooOften = await tooManyMessages(limit, exchange);
    if (tooOften) return replyTooOften(exchange, tooOften);
    const reading = readMessage(exchange.body);
    if ('problem' in reading) {
      if (reading.problem === 'not_json')
        return refuse(exchange, 400, rpcCodes.parseError, 'The body is not JSON that is read here.');
      const failure = new ServiceError('body_too_large', { limitBytes: MAX_MESSAGE_BYTES });
      const error = toRpcError(failure, exchange.requestId, rpcCodes.invalidRequest);
      return replyRpc(exchange, failure.status, errorMessage(null, error));
    }

    const wrong = refusalOf(reading.json);
    if (wrong) return replyRpc(exchange, wrong.status, wrong.body);
    const json = withoutAsides(reading.json);
    // Each message of a list is answered, and each counts.
    const others = Array.isArray(json) ? json.length - 1 : 0;
    for (let counted = 0; counted < others; counted++) {
      const oneTooMany = await tooManyMessages(limit, exchange);
      if (oneTooMany) return replyTooOften(exchange, oneTooMany);
    }
    const { requestId, clientKey } = exchange;
    const caller: Caller = {
      requestId,
      clientKey,
      whenSent: (note) => exchange.whenSent(note),
      signal: incoming.signal,
    };
    const request = new Request(publicUrl, {
      method: 'POST',
      headers: readyForStreams(incoming.headers),
      signal: incoming.signal,
    });
    const { method } = Object(json) as { method?: unknown };
    const message = { method: typeof method === 'string' ? method : undefined, caller, exchange };
    const response = (await isLegacyRequest(request, json))
      ? await serveLegacy(request, json, options.createServer({ ...message, era: 'legacy' }))
      : await createModernHandler(() => options.createServer({ ...message, era: 'modern' }), {
          legacy: 'reject',
        }).fetch(request, { parsedBody: json });
    return passOn(exchange, response);
  };
}

/** The SDK insists on clients that take streams too, as the protocol has it; nothing is streamed to those that do not ask. */
function readyForStreams(headers: Headers): Headers {
  const ready = new Headers(headers);
  const accepted = ready.get('Accept') ?? '*/*';
  if (/(^|[\s,])(application\/(json|\*)|\*\/\*)\s*($|[,;])/i.test(accepted))
    ready.set('Accept', 'application/json, text/event-stream');
  return ready;
}

/** The revisions up to 2025-11-25, without a session: JSON, but for a call that asks to hear of its progress. */
async function serveLegacy(request: Request, json: unknown, server: Server | McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !asksForProgress.safeParse(json).success,
  });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: json });
  if (!response.body || !isStream(response)) {
    await server.close();
    return response;
  }
  const close = () => server.close();
  request.signal.addEventListener('abort', close, { once: true });
  return new Response(response.body.pipeThrough(new TransformStream({ flush: close })), response);
}

const asksForProgress = z.looseObject({
  params: z.looseObject({ _meta: z.looseObject({ progressToken: z.union([z.string(), z.number()]) }) }),
});

function isStream(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
}

/** What the SDK made, with the headers of every reply. */
async function passOn(exchange: Exchange, response: Response): Promise<Response> {
  const { status } = response;
  if (isStream(response)) {
    const headers = { ...NO_STORE, 'X-Accel-Buffering': 'no' };
    return replyText(exchange, status, response.body, 'text/event-stream', headers);
  }
  const text = await response.text();
  if (text === '') return replyEmpty(exchange, status, NO_STORE);
  return response.ok
    ? replyText(exchange, status, text, 'application/json', NO_STORE)
    : replyRpc(exchange, status, withDisclaimer(text));
}

const refusalOfSdk = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  error: z.object({ code: z.number(), message: z.string(), data: z.looseObject({}).optional() }),
});

/** Every error has the disclaimer in its data; those of the SDK have none. */
function withDisclaimer(text: string): object {
  const { id = null, error } = refusalOfSdk.parse(JSON.parse(text));
  return errorMessage(id, new RpcError(error.code, error.message, error.data));
}

function replyTooOften(exchange: Exchange, { status, headers, body }: Refusal): Response {
  const all = { ...NO_STORE, ...headers };
  return replyText(exchange, status, JSON.stringify(body), 'application/json', all);
}

function refuse(exchange: Exchange, status: number, code: number, message: string): Response {
  return replyRpc(exchange, status, errorMessage(null, new RpcError(code, message)));
}

function replyRpc(exchange: Exchange, status: number, body: object): Response {
  return replyText(exchange, status, JSON.stringify(body), 'application/json', NO_STORE);
}
