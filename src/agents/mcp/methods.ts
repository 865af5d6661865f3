import type { FreeDocument } from '../../documents/document.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import type { Knowledge } from '../../products/knowledge.ts';
import type { Listing } from '../../products/product.ts';
import type { Seller } from '../../sell/sell.ts';
import type { Caller } from '../caller.ts';
import { createCompletions } from './completions.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { createTools } from './tools.ts';

export interface McpOptions {
  products: readonly Listing[];
  knowledge: Knowledge;
  seller: Seller;
  limits: Limits;
  documents: readonly FreeDocument[];
  offerOf(product: Listing): Offer;
  publicUrl: string;
}

/** What became of the page that a client was asked to open for its user. */
export type PageAnswer = 'accept' | 'decline' | 'cancel';

/** What a method may know of a request besides its parameters. */
export interface Call {
  caller: Caller;
  /** Whether the client opens pages for its user, or what came of the one that it was asked to open. */
  page?: 'can_open' | PageAnswer;
}

/** Answers one request. Throws an RpcError where there is no answer. */
type Answer = (params: unknown, call: Call) => object | Promise<object>;

/** The methods that every revision of the protocol has, by name. */
export type Methods = ReadonlyMap<string, Answer>;

export function createMethods(options: McpOptions): Methods {
  const tools = createTools(options);
  const resources = createResources(options);
  const prompts = createPrompts(options.products);
  const completions = createCompletions(options);
  return new Map<string, Answer>([
    ['tools/list', () => ({ tools: tools.list() })],
    ['tools/call', (params, call) => tools.call(params, call)],
    ['resources/list', async () => ({ resources: await resources.list() })],
    ['resources/templates/list', () => ({ resourceTemplates: resources.templates() })],
    ['resources/read', (params, { caller }) => resources.read(params, caller)],
    ['prompts/list', () => ({ prompts: prompts.list() })],
    ['prompts/get', (params) => prompts.get(params)],
    ['completion/complete', (params) => completions.complete(params)],
  ]);
}
