import {
  createMcpHandler as createModernHandler,
  isInitializeRequest,
  isLegacyRequest,
  isSpecType,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { protocolPaths } from '../../documents/links.ts';
import { type Exchange, type HttpContext, NO_STORE, replyEmpty, replyText } from '../../http/reply.ts';
import type { Limits } from '../../limits/limits.ts';
import {
  type Caller,
  callerOf,
  errorMessage,
  invalidParams,
  RpcError,
  readMessage,
  replyMessage,
  rpcCodes,
  tooManyMessages,
} from '../json-rpc.ts';

interface ServedMessage {
  era: 'modern' | 'legacy';
  method: string | undefined;
  caller: Caller;
  exchange: Exchange;
}

interface McpHandlerOptions {
  publicUrl: string;
  /** Other hosts whose pages may call; `*` for all. */
  origins: readonly string[];
  limits: Limits;
  /** Makes a server for each message: nothing is remembered between two of them. */
  createServer(message: ServedMessage): Server | McpServer;
}

/** Answers messages of the current revision and of those before, each by itself, with a server of its own. */
export function createMcpHandler(options: McpHandlerOptions) {
  const { publicUrl, origins, limits } = options;
  const limit = limits.named(protocolPaths.mcp);

  return async (c: HttpContext): Promise<Response> => {
    const { exchange } = c.env;
    const incoming = c.req.raw;
    if (!isAllowedOrigin(incoming.headers.get('Origin'), publicUrl, origins)) {
      const error = new RpcError(
        rpcCodes.invalidRequest,
        'Requests from pages of this origin are not taken.',
      );
      return replyMessage(exchange, { status: 403, body: errorMessage(null, error) });
    }
    const reading = readMessage(limit, exchange, { notJson: { status: 400 } });
    if ('refusal' in reading) return replyMessage(exchange, reading.refusal);
    const wrong = refusalOf(reading.json);
    if (wrong) return replyMessage(exchange, wrong);
    const json = withoutAsides(reading.json);
    // Each message of a list is answered, and each counts.
    const others = Array.isArray(json) ? json.length - 1 : 0;
    for (let counted = 0; counted < others; counted++) {
      const oneTooMany = tooManyMessages(limit, exchange);
      if (oneTooMany) return replyMessage(exchange, oneTooMany);
    }
    const caller = callerOf(exchange, incoming);
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

/** Names streams among the accepted types, on which the SDK insists; nothing is streamed to those that do not ask. */
function readyForStreams(headers: Headers): Headers {
  const ready = new Headers(headers);
  const accepted = ready.get('Accept') ?? '*/*';
  if (/(^|[\s,])(application\/(json|\*)|\*\/\*)\s*($|[,;])/i.test(accepted))
    ready.set('Accept', 'application/json, text/event-stream');
  return ready;
}

/** Serves the revisions up to 2025-11-25 without a session: JSON, but for a call that asks to hear of its progress. */
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
    : replyMessage(exchange, { status, body: withDisclaimer(text) });
}

const refusalOfSdk = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  error: z.object({ code: z.number(), message: z.string(), data: z.looseObject({}).optional() }),
});

/** Adds the disclaimer to errors of the SDK, which have none. */
function withDisclaimer(text: string): object {
  const { id = null, error } = refusalOfSdk.parse(JSON.parse(text));
  return errorMessage(id, new RpcError(error.code, error.message, error.data));
}

const request = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/**
 * Keeps the requests of a list, which the earliest revision allows. Nothing is remembered between messages, so all
 * others are of no use; and one that calls off another would leave it without an answer, paid or not, for ever.
 */
function withoutAsides(json: unknown): unknown {
  if (!Array.isArray(json)) return json;
  const requests = json.filter((message) => request.safeParse(message).success);
  return requests.length === 0 ? json : requests;
}

/** Refuses what the SDK would answer with the words of its schema library, or with the code of another problem. */
function refusalOf(json: unknown): { status: number; body: object } | undefined {
  const messages: unknown[] = Array.isArray(json) ? json : [json];
  if (messages.length === 0 || !messages.every((message) => isSpecType.JSONRPCMessage(message))) {
    const error = new RpcError(rpcCodes.invalidRequest, 'The body must be a message of JSON-RPC 2.0.');
    return { status: 400, body: errorMessage(null, error) };
  }
  const ids = messages.flatMap((message) => request.safeParse(message).data?.id ?? []);
  if (new Set(ids).size < ids.length) {
    const error = new RpcError(
      rpcCodes.invalidRequest,
      'Two messages have one id; only one could be answered.',
    );
    return { status: 400, body: errorMessage(null, error) };
  }
  const wrong = messages.map((message) => initialize.safeParse(message).data).find(isWrongOpening);
  if (!wrong) return undefined;
  const text =
    'initialize takes protocolVersion as a text, capabilities as an object, and clientInfo with name and version.';
  return { status: 200, body: errorMessage(wrong.id, invalidParams(text)) };
}

const initialize = z.looseObject({
  method: z.literal('initialize'),
  id: z.union([z.string(), z.number()]),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});

/** Ignores the current revision, which has no such method and says so; its requests state its version in `_meta`. */
function isWrongOpening(
  opening: z.output<typeof initialize> | undefined,
): opening is z.output<typeof initialize> {
  const isCurrent = opening?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
  return opening !== undefined && !isCurrent && !isInitializeRequest(opening);
}

/**
 * Lets in requests from pages of the service itself, of the caller's own machine, and of those that the operator names.
 * A page of a stranger that was led to this address by a changed DNS answer names the stranger.
 */
function isAllowedOrigin(origin: string | null, publicUrl: string, allowed: readonly string[]): boolean {
  if (origin === null || allowed.includes('*')) return true;
  const url = URL.parse(origin);
  if (!url) return false;
  return url.origin === new URL(publicUrl).origin || isLoopback(url.hostname) || allowed.includes(url.origin);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
