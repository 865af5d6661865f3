import { Server, type ServerContext } from '@modelcontextprotocol/server';
import type { FreeDocument } from '../../documents/document.ts';
import { version } from '../../lib/version.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import type { Knowledge, Listing } from '../../products/product.ts';
import type { GiveSample } from '../../sell/samples.ts';
import type { Seller } from '../../sell/sell.ts';
import { type Guard, RpcError, rpcCodes } from '../json-rpc.ts';
import { createCompletions } from './completions.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { pageOf, toolName } from './tool-offer.ts';
import { createTools, type McpCall } from './tools.ts';

export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

const instructions =
  'Forecourt says what a VIN means before money changes hands. Tools named get_ are paid per call in USDC by x402: a ' +
  'call without a payment is answered with what to pay and costs nothing; with sample true it shows the same shape ' +
  'free. Answers are brief; within ten minutes the same call with view full gives the whole, and a call whose answer ' +
  'was lost gives it again, at no second charge: send it with the same payment, or with a new one of the same wallet, ' +
  'which is not taken. Unknown values are null; nothing is guessed.';

/** Lists and documents change only when the service is updated. */
const CACHEABLE = { ttlMs: 300_000, cacheScope: 'public' } as const;
const NEVER_CACHED: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'completion/complete']);

function describeServer(publicUrl: string, iconUrl: string) {
  return {
    name: 'forecourt',
    title: 'Forecourt',
    version,
    websiteUrl: publicUrl,
    description: 'What a VIN means before money changes hands, paid per call',
    icons: [{ src: iconUrl, mimeType: 'image/svg+xml', sizes: ['any'] }],
  };
}

interface Options {
  methods: ReturnType<typeof createMethods>;
  publicUrl: string;
  notice: McpOptions['notice'];
  iconUrl: string;
  caller: McpCall['caller'];
  era: 'modern' | 'legacy';
  method: string | undefined;
  guard: Guard;
}

/** Makes a server for one message; of the SDK's, it takes the handshakes and the forms of every revision. */
export function createForecourtServer(options: Options): Server {
  const { methods, publicUrl, notice, iconUrl, caller, era, method, guard } = options;
  const cacheHints = { 'server/discover': CACHEABLE };
  const server = new Server(describeServer(publicUrl, iconUrl), {
    capabilities,
    instructions: notice === undefined ? instructions : `${notice} ${instructions}`,
    cacheHints,
  });
  // The SDK answers an unknown method with status 404, as the current revision wants it, only where nothing takes it.
  if (era === 'modern' && !(method !== undefined && methods.has(method))) return server;
  // Not its handlers by schema: they send callers what the schema library says of wrong parameters.
  server.fallbackRequestHandler = async (request, context) => {
    const answer = methods.get(request.method);
    if (!answer) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    const call: McpCall = { caller, ...pageOf(context) };
    const made = await showingProgress(context, () => guard(() => answer(request.params, call)));
    return { ...made, ...(era === 'modern' && !NEVER_CACHED.has(request.method) && CACHEABLE) };
  };
  return server;
}

const PROGRESS_EVERY_MS = 1_000;

/** Says every second that a call goes on, where its client asked to hear: a first answer may take a minute. */
async function showingProgress<Made>({ mcpReq }: ServerContext, work: () => Promise<Made>): Promise<Made> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    const message = `Working on it for ${seconds} s`;
    const params = { progressToken, progress: seconds, message };
    // A client that has left needs no note of it.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, PROGRESS_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

export interface McpOptions {
  products: readonly Listing[];
  knowledge: Knowledge;
  seller: Seller;
  giveSample: GiveSample;
  limits: Limits;
  documents: readonly FreeDocument[];
  offerOf(product: Listing): Offer;
  publicUrl: string;
  /** Said where money is worth nothing. */
  notice: string | undefined;
}

/** Throws an RpcError where there is no answer. */
type Answer = (params: unknown, call: McpCall) => object | Promise<object>;

export function createMethods(options: McpOptions): ReadonlyMap<string, Answer> {
  const tools = createTools(options);
  const resources = createResources(options);
  const prices = options.products.map((product) => `${toolName(product)} $${product.priceUsd}`).join(', ');
  const completions = createCompletions(options);
  return new Map<string, Answer>([
    ['tools/list', () => ({ tools: tools.list() })],
    ['tools/call', (params, call) => tools.call(params, call)],
    ['resources/list', async () => ({ resources: await resources.list() })],
    ['resources/templates/list', () => ({ resourceTemplates: resources.templates() })],
    ['resources/read', (params, { caller }) => resources.read(params, caller)],
    ['prompts/list', () => ({ prompts: listPrompts() })],
    ['prompts/get', (params) => getPrompt(params, prices)],
    ['completion/complete', (params) => completions.complete(params)],
  ]);
}
