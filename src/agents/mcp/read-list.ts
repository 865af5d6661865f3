import { isInitializeRequest, isSpecType, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { errorMessage, RpcError, rpcCodes } from '../rpc-error.ts';

const request = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/**
 * The earliest revision lets a client send many messages in one list. Nothing is remembered between messages, so all but
 * the requests are of no use; and one that calls off another would leave it without an answer, paid or not, for ever.
 */
export function withoutAsides(json: unknown): unknown {
  if (!Array.isArray(json)) return json;
  const requests = json.filter((message) => request.safeParse(message).success);
  return requests.length === 0 ? json : requests;
}

/** What the SDK would answer with the words of its schema library, or with the code of another problem. */
export function refusalOf(json: unknown): { status: number; body: object } | undefined {
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
  return { status: 200, body: errorMessage(wrong.id, new RpcError(rpcCodes.invalidParams, text)) };
}

const initialize = z.looseObject({
  method: z.literal('initialize'),
  id: z.union([z.string(), z.number()]),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
});

/** The current revision has no such method, and says so; its requests are known by what they state in `_meta`. */
function isWrongOpening(
  opening: z.output<typeof initialize> | undefined,
): opening is z.output<typeof initialize> {
  const isCurrent = opening?.params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
  return opening !== undefined && !isCurrent && !isInitializeRequest(opening);
}
