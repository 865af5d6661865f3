import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type ServerResult, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../json-rpc/caller.ts';
import { RpcError, rpcCodes } from '../json-rpc/rpc-error.ts';
import { capabilities, describeServer, instructions, type Methods } from './methods.ts';

export const legacyVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

const RESOURCE_NOT_FOUND = -32002;

interface Answering {
  methods: Methods;
  publicUrl: string;
  caller: Caller;
  /** Turns what a method threw into what may be told. */
  guard<Result>(answer: () => Result | Promise<Result>): Promise<Result>;
}

/** The revisions up to 2025-11-25, which open with `initialize`: the official SDK speaks them, without a session. */
export async function serveLegacy(request: Request, json: unknown, answering: Answering): Promise<Response> {
  const server = createServer(answering);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: json });
  } finally {
    await server.close();
  }
}

function createServer({ methods, publicUrl, caller, guard }: Answering): Server {
  const server = new Server(describeServer(publicUrl), { capabilities, instructions });
  // Not its handlers by schema: they tell callers what the schema library says of wrong parameters, as a fault of ours.
  server.fallbackRequestHandler = async ({ method, params }) => {
    const answer = methods.get(method);
    if (!answer) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    const made = await guard(() => answer(params, { caller, resourceNotFoundCode: RESOURCE_NOT_FOUND }));
    // Our results are plain data that the SDK's types describe member by member; it checks none of them.
    return made as ServerResult;
  };
  return server;
}
