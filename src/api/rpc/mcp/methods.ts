import { version } from '../../../lib/version.ts';
import type { Offer } from '../../../payments/wire/requirements.ts';
import type { Knowledge } from '../../../products/knowledge.ts';
import type { Listing } from '../../../products/product.ts';
import type { FreeDocument } from '../../documents/document.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Seller } from '../../sell.ts';
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

/** What the server says of itself in every revision. */
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

export const instructions =
  'Forecourt says what a VIN means before money changes hands. Tools named get_ are paid per call in USDC by x402: a ' +
  'call without a payment is answered with what to pay and costs nothing. Tools named sample_ are free and show the ' +
  'same shapes. Unknown values are null; nothing is guessed. Repeat a call whose answer was lost with the same ' +
  'payment: it is not charged twice.';

export function describeServer(publicUrl: string) {
  return { name: 'forecourt', title: 'Forecourt', version, websiteUrl: publicUrl };
}

interface Call {
  caller: Caller;
  /** Revisions differ in how they say that there is no such resource. */
  resourceNotFoundCode: number;
}

/** Answers one request, without what a revision wraps around the answer. Throws an RpcError where there is none. */
type Answer = (params: unknown, call: Call) => object | Promise<object>;

/** The methods that every revision of the protocol has, by name. */
export type Methods = ReadonlyMap<string, Answer>;

export function createMethods(options: McpOptions): Methods {
  const tools = createTools(options);
  const resources = createResources(options);
  const prompts = createPrompts(options.products);
  const completions = createCompletions(options.products);
  return new Map<string, Answer>([
    ['tools/list', () => ({ tools: tools.list() })],
    ['tools/call', (params, { caller }) => tools.call(params, caller)],
    ['resources/list', () => ({ resources: resources.list() })],
    ['resources/templates/list', () => ({ resourceTemplates: [] })],
    [
      'resources/read',
      (params, { caller, resourceNotFoundCode }) => resources.read(params, caller, resourceNotFoundCode),
    ],
    ['prompts/list', () => ({ prompts: prompts.list() })],
    ['prompts/get', (params) => prompts.get(params)],
    ['completion/complete', (params) => completions.complete(params)],
  ]);
}
