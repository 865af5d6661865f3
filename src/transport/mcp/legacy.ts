import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerResult,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../json-rpc/caller.ts';
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
  // Our results are plain data that the SDK's types describe member by member; it checks none of them.
  const answer = (make: () => object | Promise<object>) => guard(make) as Promise<ServerResult>;

  server.setRequestHandler(ListToolsRequestSchema, () => answer(() => methods.listTools()));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    answer(() => methods.callTool(params, caller)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => answer(() => methods.listResources()));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () =>
    answer(() => methods.listResourceTemplates()),
  );
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    answer(() => methods.readResource(params, caller, RESOURCE_NOT_FOUND)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => answer(() => methods.listPrompts()));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => answer(() => methods.getPrompt(params)));
  return server;
}
