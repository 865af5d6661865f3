import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../../version.ts';
import { capabilities, instructions } from '../methods.ts';
import { isPaidToolName } from '../tool-name.ts';
import { type CallTool, createToolBuyer } from './buy-tool.ts';
import { createPurse, type PurseOptions } from './purse.ts';

export interface LocalServerOptions {
  /** Address of the service whose tools these are. */
  url: string;
  /** Where left out, paid tools answer what they cost. */
  purse?: PurseOptions;
  /** One line for the person at the machine. */
  log(line: string): void;
}

const CALL_TIMEOUT_MS = 120_000;

/** Serves the tools of a service to a program on this machine, and pays for them within limits. */
export async function startLocalServer(
  transport: Transport,
  options: LocalServerOptions,
): Promise<AsyncDisposable> {
  const remote = connectWhenNeeded(
    new URL('mcp', options.url.endsWith('/') ? options.url : `${options.url}/`),
  );
  const server = new Server(
    { name: 'forecourt-local', title: 'Forecourt', version },
    { capabilities, instructions },
  );
  const purse = options.purse && createPurse(options.purse);
  const callTool: CallTool<CallToolResult> = async (call) => {
    const client = await remote.client();
    // The schema that is the default for the result leaves no other form of it.
    return (await client.callTool(call, undefined, { timeout: CALL_TIMEOUT_MS })) as CallToolResult;
  };
  const buyTool = purse
    ? createToolBuyer({
        callTool,
        purse,
        onPaid: (name) => options.log(`paid for ${name}; ${purse.describe()}`),
      })
    : callTool;

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const { tools } = await (await remote.client()).listTools(params);
    return { tools: purse ? tools.map((tool) => payingTool(tool, options.purse?.maxPriceUsd ?? '')) : tools };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given } }) =>
    buyTool({ name, arguments: given }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) =>
    (await remote.client()).listResources(params),
  );
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) =>
    (await remote.client()).readResource(params),
  );
  server.setRequestHandler(ListPromptsRequestSchema, async ({ params }) =>
    (await remote.client()).listPrompts(params),
  );
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
    (await remote.client()).getPrompt(params),
  );
  await server.connect(transport);
  return {
    async [Symbol.asyncDispose]() {
      await server.close();
      await remote.close();
    },
  };
}

/** Here a call spends money by itself: a client that asks its user before such calls must know. */
function payingTool(tool: Tool, maxPriceUsd: string): Tool {
  if (!isPaidToolName(tool.name)) return tool;
  return {
    ...tool,
    description: `${tool.description} This server pays by itself, up to $${maxPriceUsd} a call.`,
    annotations: { ...tool.annotations, readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  };
}

/** The service may be started later than this server, and may be gone for a while. */
function connectWhenNeeded(url: URL) {
  let connecting: Promise<Client> | undefined;
  async function connect(): Promise<Client> {
    const client = new Client({ name: 'forecourt-local', version });
    try {
      await client.connect(new StreamableHTTPClientTransport(url));
      return client;
    } catch (error) {
      connecting = undefined;
      throw new Error(`There is no Forecourt service at ${url.origin}.`, { cause: error });
    }
  }
  return {
    client() {
      connecting ??= connect();
      return connecting;
    },
    async close() {
      await (await connecting?.catch(() => undefined))?.close();
    },
  };
}
