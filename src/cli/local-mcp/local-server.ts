import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Server, type ServerContext, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { invalidParams, RpcError, rpcCodes, toSearch } from '../../agents/json-rpc.ts';
import { createCompletions } from '../../agents/mcp/completions.ts';
import { capabilities } from '../../agents/mcp/forecourt-server.ts';
import { getPrompt, listPrompts } from '../../agents/mcp/prompts.ts';
import {
  askToOpenPage,
  type PageAnswer,
  pageOf,
  payPageMessage,
  payPageOf,
  priceWords,
  toolName,
} from '../../agents/mcp/tool-offer.ts';
import { sampleWords } from '../../agents/mcp/tools.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { version } from '../../lib/version.ts';
import { type FreeKnowledge, type Listing, viewOf } from '../../products/product.ts';
import { products } from '../../products/table.ts';
import { asContent, createToolBuyer, type ToolCall, type WalletOptions } from './buy-tool.ts';
import {
  askPrices,
  createFreeTools,
  listLocalTools,
  localInstructions,
  NO_SERVICE,
  nameLocalTools,
} from './local-tools.ts';

export interface LocalServerOptions {
  /** Address of the service that sells what cannot be computed here; empty where there is none. */
  url: string;
  knowledge: FreeKnowledge;
  /** Without one, paid tools answer what they cost. */
  wallet?: WalletOptions | undefined;
  /** A setting that has to be corrected before anything can be bought. */
  wrong?: string | undefined;
  timeoutSeconds?: number | undefined;
  log(line: string): void;
}

const TIMEOUT_SECONDS = 120;
/** Hosts wait for a list of tools before they show anything. */
const PRICES_MS = 2_000;

const FORWARDED: readonly string[] = ['resources/list', 'resources/templates/list', 'resources/read'];

const toolCall = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

/** Offers the tools of a service to a program on this machine: computes what it can, and buys the rest within limits. */
export function startLocalServer(transport: Transport, options: LocalServerOptions): AsyncDisposable {
  const { url, knowledge, wallet, timeoutSeconds = TIMEOUT_SECONDS, log } = options;
  const remote = connectWhenNeeded(options, timeoutSeconds * 1_000);
  const free = createFreeTools(knowledge);
  const completions = createCompletions({ products, knowledge });
  const askOffered = () =>
    askPrices(url === '' ? undefined : at(url, 'discovery'), Math.min(PRICES_MS, timeoutSeconds * 1_000));

  const callRemote = async (call: ToolCall, { mcpReq }: ServerContext) => {
    const client = await remote.client();
    const progressToken = mcpReq._meta?.progressToken;
    return client.callTool(call, {
      timeout: timeoutSeconds * 1_000,
      signal: mcpReq.signal,
      ...(progressToken !== undefined && {
        onprogress: (progress) => {
          const params = { ...progress, progressToken };
          mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
        },
      }),
    });
  };
  const buyTool =
    wallet && createToolBuyer({ wallet, onPaid: (name, signedFor) => log(`paid for ${name}; ${signedFor}`) });

  async function callTool(server: Server, params: unknown, context: ServerContext): Promise<object> {
    const parsed = toolCall.safeParse(params);
    if (!parsed.success) {
      throw invalidParams('tools/call takes a name, arguments and _meta.');
    }
    const call = { name: parsed.data.name, arguments: parsed.data.arguments ?? {} };
    const product = products.find((one) => toolName(one) === call.name);
    if (product && call.arguments.sample === true) return giveSample(product, call.arguments);
    const compute = product && free.get(product.slug);
    if (compute) {
      const { isError, body, words } = await compute(call.arguments, context.mcpReq.signal);
      return { ...(isError && { isError }), ...asContent(body, words) };
    }
    if (buyTool) return buyTool(call, (paying) => callRemote(paying, context));
    const result = await callRemote(call, context);
    if (!isUnpaid(result)) return result;
    const asked = (await askOffered()).products.find((one) => toolName(one) === call.name);
    return asked ? sendToPage(asked, call, result, server, context) : result;
  }

  /** Samples ship with the program, so that they are there without a service and without a network. */
  async function giveSample(product: Listing, given: Record<string, unknown>): Promise<object> {
    const body = { ...(await product.sample.read(knowledge)), disclaimer };
    const view = viewOf(toSearch(given), 'brief');
    return asContent(product.inView(body, view), sampleWords(product, body));
  }

  /** Nothing here pays: the user may, in a browser. */
  async function sendToPage(
    product: Listing,
    call: { arguments: Record<string, unknown> },
    result: CallToolResult,
    server: Server,
    context: ServerContext,
  ): Promise<object> {
    const page = payPageOf(product, url, call.arguments);
    const asked = pageOf(context).page ?? (await askByItself(server, product, page));
    if (asked === 'can_open') return askToOpenPage(product, page);
    const words =
      asked === 'accept'
        ? `The page to pay was opened for the user, and shows the answer there once it is paid: ${page}`
        : `${priceWords(product)} This server has no wallet. Set FORECOURT_WALLET_KEY ` +
          `to the private key of one that holds USDC on Base, and it pays by itself within its limits; or pay in a ` +
          `browser at ${page} .`;
    return { isError: true, ...asContent({ ...Object(result.structuredContent), message: words }, words) };
  }

  async function answer(server: Server, method: string, params: unknown, context: ServerContext) {
    switch (method) {
      case 'tools/list':
        return { tools: listLocalTools(await askOffered(), { free, wallet }) };
      case 'tools/call':
        return callTool(server, params, context).catch((error) => tellModel(error, timeoutSeconds));
      case 'prompts/list':
        return { prompts: listPrompts() };
      case 'prompts/get':
        return getPrompt(params, nameLocalTools(await askOffered(), free));
      case 'completion/complete':
        return completions.complete(params);
    }
    if (!FORWARDED.includes(method)) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    const client = await remote.client();
    return client.request({ method, params: Object(params) }, z.looseObject({}));
  }

  const served = serveStdio(
    () => {
      const about = { name: 'forecourt-local', title: 'Forecourt', version };
      const server = new Server(about, { capabilities, instructions: localInstructions(options) });
      // Not its handlers by schema: they answer what the schema library says of wrong parameters.
      server.fallbackRequestHandler = ({ method, params }, context) =>
        answer(server, method, params, context).catch((error) => passOn(error, timeoutSeconds)) as Promise<
          Record<string, unknown>
        >;
      return server;
    },
    { transport, onerror: (error) => log(error.message) },
  );
  return {
    async [Symbol.asyncDispose]() {
      await served.close();
      await remote.close();
    },
  };
}

/** The revisions up to 2025-11-25 ask their client while the call goes on; the current one asks by its answer. */
async function askByItself(server: Server, product: Listing, url: string): Promise<PageAnswer | undefined> {
  if (server.getNegotiatedProtocolVersion() === undefined) return undefined;
  if (!server.getClientCapabilities()?.elicitation?.url) return undefined;
  const message = payPageMessage(product);
  const { action } = await server.elicitInput({ mode: 'url', message, url, elicitationId: randomUUID() });
  return action;
}

const challenge = z.looseObject({ accepts: z.array(z.unknown()) });

function isUnpaid({ isError, structuredContent }: CallToolResult): boolean {
  return isError === true && challenge.safeParse(structuredContent).success;
}

/** The error of a call, where a model reads it: hosts keep errors of the protocol to themselves. */
function tellModel(error: unknown, seconds: number): object {
  if (error instanceof RpcError || error instanceof ProtocolError) throw error;
  const text = messageOf(error, seconds);
  return { isError: true, content: [{ type: 'text', text }] };
}

function messageOf(error: unknown, seconds: number): string {
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return `The service did not answer within ${seconds} s (--timeout).`;
  return error instanceof Error ? error.message : String(error);
}

/** The errors of the service go on as it worded them. */
function passOn(error: unknown, seconds: number): never {
  if (error instanceof SdkError) throw new Error(messageOf(error, seconds), { cause: error });
  if (!(error instanceof ProtocolError)) throw error;
  throw new RpcError(error.code, error.message, Object(error.data));
}

const at = (address: string, path: string) => new URL(path, address.endsWith('/') ? address : `${address}/`);

/** The service may be started later than this server, and may be gone for a while. */
function connectWhenNeeded({ url: address, wrong }: LocalServerOptions, timeout: number) {
  let connecting: Promise<Client> | undefined;
  async function connect(): Promise<Client> {
    if (address === '')
      throw new Error(`${wrong ?? NO_SERVICE} Decoding, purchase costs and samples work without.`);
    const url = at(address, 'mcp');
    const client = new Client({ name: 'forecourt-local', version }, { versionNegotiation: { mode: 'auto' } });
    try {
      await client.connect(new StreamableHTTPClientTransport(url), { timeout });
      return client;
    } catch (error) {
      connecting = undefined;
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) throw error;
      throw new Error(`There is no Forecourt service at ${url.origin}: start one, or set --url.`, {
        cause: error,
      });
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
