import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  InitializeRequestSchema,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type ServerResult,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { errorMessage, RpcError, rpcCodes } from '../rpc-error.ts';
import { capabilities, describeServer, instructions, type Methods } from './methods.ts';

export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

const RESOURCE_NOT_FOUND = -32002;

interface Answering {
  methods: Methods;
  publicUrl: string;
  caller: Caller;
  /** Turns what a method threw into what a caller may see. */
  guard<Result>(answer: () => Result | Promise<Result>): Promise<Result>;
}

interface LegacyReply {
  status: number;
  /** JSON; empty where a notification is taken. */
  text: string;
}

/** The revisions up to 2025-11-25, which open with `initialize`: the official SDK speaks them, without a session. */
export async function serveLegacy(
  headers: Headers,
  json: unknown,
  answering: Answering,
): Promise<LegacyReply> {
  const refusal = refuse(json);
  if (refusal) return refusal;
  const server = createServer(answering);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request(answering.publicUrl, { method: 'POST', headers: readyForJson(headers) });
    const response = await transport.handleRequest(request, { parsedBody: json });
    const text = await response.text();
    return { status: response.status, text: response.ok ? text : inOurWords(text) };
  } finally {
    await server.close();
  }
}

/** What the SDK would answer with the words of its schema library, or with the code of another problem. */
function refuse(json: unknown): LegacyReply | undefined {
  const parsed = z
    .array(JSONRPCMessageSchema)
    .min(1)
    .safeParse(Array.isArray(json) ? json : [json]);
  if (!parsed.success) {
    return replyWithError(400, null, rpcCodes.invalidRequest, 'The body must be a message of JSON-RPC 2.0.');
  }
  const opening = parsed.data.filter(isJSONRPCRequest).find(({ method }) => method === 'initialize');
  return opening && !InitializeRequestSchema.safeParse(opening).success
    ? replyWithError(
        200,
        opening.id,
        rpcCodes.invalidParams,
        'initialize takes protocolVersion as a text, capabilities as an object, and clientInfo with name and version.',
      )
    : undefined;
}

function replyWithError(
  status: number,
  id: string | number | null,
  code: number,
  message: string,
): LegacyReply {
  return { status, text: JSON.stringify(errorMessage(id, new RpcError(code, message))) };
}

/** The SDK insists on clients that take streams too, as the protocol has it; nothing here is ever streamed. */
function readyForJson(headers: Headers): Headers {
  const ready = new Headers(headers);
  const accepted = ready.get('Accept') ?? '*/*';
  if (/(^|[\s,])(application\/(json|\*)|\*\/\*)\s*($|[,;])/i.test(accepted))
    ready.set('Accept', 'application/json, text/event-stream');
  return ready;
}

const refusalOfSdk = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

/** Every error has the disclaimer in its data; those of the SDK have none. */
function inOurWords(text: string): string {
  const { code, message } = refusalOfSdk.parse(JSON.parse(text)).error;
  return JSON.stringify(errorMessage(null, new RpcError(code, message)));
}

function createServer({ methods, publicUrl, caller, guard }: Answering): Server {
  const server = new Server(describeServer(publicUrl), { capabilities, instructions });
  // Not its handlers by schema: they send callers what the schema library says of wrong parameters, as a fault of ours.
  server.fallbackRequestHandler = async ({ method, params }) => {
    const answer = methods.get(method);
    if (!answer) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    const made = await guard(() => answer(params, { caller, resourceNotFoundCode: RESOURCE_NOT_FOUND }));
    // Our results are plain data that the SDK's types describe member by member; it checks none of them.
    return made as ServerResult;
  };
  return server;
}
