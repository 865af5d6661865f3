import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { errorMessage, RpcError, type RpcId, rpcCodes } from '../rpc-error.ts';
import { capabilities, describeServer, instructions, type Methods } from './methods.ts';

/** The revision without sessions and handshake; the official SDK does not speak it yet. */
export const MODERN_VERSION = '2026-07-28';

export const VERSION_META = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities';
const SERVER_META = 'io.modelcontextprotocol/serverInfo';

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** Lists and documents change only when the service is updated. */
const CACHEABLE = { ttlMs: 300_000, cacheScope: 'public' } as const;
const NEVER_CACHED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'completion/complete']);

interface Answering {
  methods: Methods;
  publicUrl: string;
  supportedVersions: readonly string[];
  caller: Caller;
  guard<Result>(answer: () => Result | Promise<Result>): Promise<Result>;
}

interface ModernReply {
  status: number;
  /** Absent where a notification is taken. */
  body?: object;
}

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({ _meta: z.record(z.string(), z.unknown()).optional() }).optional(),
});
type Message = z.output<typeof message>;

/** Which member of the parameters a request repeats in `Mcp-Name`. */
const NAMED_BY: Record<string, 'name' | 'uri'> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

export async function serveModern(
  headers: Headers,
  json: unknown,
  answering: Answering,
): Promise<ModernReply> {
  const parsed = message.safeParse(json);
  if (!parsed.success) {
    const error = new RpcError(rpcCodes.invalidRequest, 'The body must be one JSON-RPC 2.0 request.');
    return { status: 400, body: errorMessage(null, error) };
  }
  const { id } = parsed.data;
  // The protocol has no notification that a client would send here: taken, and nothing follows from it.
  if (id === undefined) return { status: 202 };
  const refusal = refuse(headers, parsed.data, answering.supportedVersions);
  if (refusal) return { status: 400, body: errorMessage(id, refusal) };
  return answer(id, parsed.data, answering);
}

function refuse(
  headers: Headers,
  { method, params }: Message,
  supported: readonly string[],
): RpcError | undefined {
  const requested = params?._meta?.[VERSION_META];
  const declared = headers.get('MCP-Protocol-Version');
  if (typeof requested !== 'string') {
    return declared === null || supported.includes(declared)
      ? new RpcError(rpcCodes.invalidParams, `params._meta must hold "${VERSION_META}" as a text.`)
      : unsupported(declared, supported);
  }
  if (declared !== requested) return mismatch('MCP-Protocol-Version', `_meta["${VERSION_META}"]`);
  if (requested !== MODERN_VERSION) return unsupported(requested, supported);
  const clientCapabilities = params?._meta?.[CAPABILITIES_META];
  if (typeof clientCapabilities !== 'object' || clientCapabilities === null) {
    return new RpcError(
      rpcCodes.invalidParams,
      `params._meta must hold "${CAPABILITIES_META}" as an object.`,
    );
  }
  if (headers.get('Mcp-Method') !== method) return mismatch('Mcp-Method', 'method');
  const namedBy = NAMED_BY[method];
  if (namedBy && readNameHeader(headers) !== params?.[namedBy])
    return mismatch('Mcp-Name', `params.${namedBy}`);
  return undefined;
}

function unsupported(requested: string, supported: readonly string[]): RpcError {
  const data = { supported, requested: requested.slice(0, 64) };
  return new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', data);
}

function mismatch(header: string, member: string): RpcError {
  return new RpcError(
    HEADER_MISMATCH,
    `Header mismatch: ${header} must be given and equal ${member} of the body.`,
  );
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

function readNameHeader(headers: Headers): string | undefined {
  const value = headers.get('Mcp-Name');
  if (value === null) return undefined;
  const encoded = ENCODED.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

async function answer(
  id: RpcId,
  { method, params }: Message,
  { methods, publicUrl, supportedVersions, caller, guard }: Answering,
): Promise<ModernReply> {
  const known = methods.get(method);
  const make =
    method === 'server/discover'
      ? () => ({ supportedVersions, capabilities, instructions })
      : known && (() => known(params, { caller, resourceNotFoundCode: rpcCodes.invalidParams }));
  if (!make) {
    return { status: 404, body: errorMessage(id, new RpcError(rpcCodes.methodNotFound, 'Method not found')) };
  }
  try {
    const made: { _meta?: object } = await guard<object>(make);
    const caching = NEVER_CACHED.has(method) ? {} : CACHEABLE;
    const meta = { ...made._meta, [SERVER_META]: describeServer(publicUrl) };
    return {
      status: 200,
      body: { jsonrpc: '2.0', id, result: { ...made, ...caching, resultType: 'complete', _meta: meta } },
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { status: 200, body: errorMessage(id, error) };
  }
}
