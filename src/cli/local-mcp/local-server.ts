import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, McpError, ResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { capabilities, instructions } from '../../api/rpc/mcp/methods.ts';
import { isPaidToolName } from '../../api/rpc/mcp/tool-name.ts';
import { RpcError, rpcCodes } from '../../api/rpc/rpc-error.ts';
import { version } from '../../lib/version.ts';
import { type CallTool, createToolBuyer, type WalletOptions } from './buy-tool.ts';

export interface LocalServerOptions {
  /** Address of the service whose tools these are. */
  url: string;
  /** Where left out, paid tools answer what they cost. */
  wallet?: WalletOptions;
  /** One line for the person at the machine. */
  log(line: string): void;
}

const CALL_TIMEOUT_MS = 120_000;

/** What the service answers by itself. */
const FORWARDED: readonly string[] = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
];

const toolCall = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

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
  const { wallet } = options;
  const callTool: CallTool<CallToolResult> = async (call) => {
    const client = await remote.client();
    // The schema that is the default for the result leaves no other form of it.
    return (await client.callTool(call, undefined, { timeout: CALL_TIMEOUT_MS })) as CallToolResult;
  };
  const buyTool = wallet
    ? createToolBuyer({
        callTool,
        wallet,
        onPaid: (name, signedFor) => options.log(`paid for ${name}; ${signedFor}`),
      })
    : callTool;

  async function answer(method: string, params: Record<string, unknown> = {}): Promise<object> {
    if (method === 'tools/call') {
      const call = toolCall.safeParse(params);
      if (!call.success) {
        throw new RpcError(rpcCodes.invalidParams, 'tools/call takes a name, arguments and _meta.');
      }
      return buyTool({ name: call.data.name, arguments: call.data.arguments ?? undefined });
    }
    const client = await remote.client();
    if (method === 'tools/list') {
      const { tools } = await client.listTools(params);
      return {
        tools: wallet ? tools.map((tool) => payingTool(tool, wallet.maxPriceUsd)) : tools,
      };
    }
    if (!FORWARDED.includes(method)) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    return client.request({ method, params }, ResultSchema);
  }

  // Not its handlers by schema: they answer what the schema library says of wrong parameters, as a fault of ours.
  server.fallbackRequestHandler = ({ method, params }) => answer(method, params).catch(passOn);
  await server.connect(transport);
  return {
    async [Symbol.asyncDispose]() {
      await server.close();
      await remote.close();
    },
  };
}

/** The errors of the service go on as it worded them; the SDK puts words of its own before them. */
function passOn(error: unknown): never {
  if (!(error instanceof McpError)) throw error;
  const { code, message, data } = error;
  throw new RpcError(code, message.replace(`MCP error ${code}: `, ''), Object(data));
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
