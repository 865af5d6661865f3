import type { Offer } from '../../payments/requirements.ts';
import type { Listing } from '../../products/product.ts';
import { version } from '../../version.ts';
import type { Checkout } from '../checkout.ts';
import type { FreeDocument } from '../documents/document.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { Caller } from '../json-rpc/caller.ts';
import { createPrompts } from './prompts.ts';
import { createResources } from './resources.ts';
import { createTools } from './tools.ts';

export interface McpOptions<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge;
  checkout: Checkout<Knowledge>;
  limits: Limits;
  documents: readonly FreeDocument[];
  offerOf(product: Listing<Knowledge>): Offer;
  publicUrl: string;
}

/** What the server says of itself in every revision. */
export const capabilities = { tools: {}, resources: {}, prompts: {} };

export const instructions =
  'Forecourt tells what a VIN means before money changes hands. Tools named get_ are paid per call in USDC by x402: a ' +
  'call without a payment is answered with what to pay and costs nothing. Tools named sample_ are free and show the ' +
  'same shapes. Unknown values are null; nothing is guessed. Repeat a call whose answer was lost with the same ' +
  'payment: it is not charged twice.';

export function describeServer(publicUrl: string) {
  return { name: 'forecourt', title: 'Forecourt', version, websiteUrl: publicUrl };
}

/** Answers of the methods that every revision of the protocol has, without what a revision wraps around them. */
export interface Methods {
  listTools(): { tools: object[] };
  callTool(params: unknown, caller: Caller): Promise<object>;
  listResources(): { resources: object[] };
  listResourceTemplates(): { resourceTemplates: object[] };
  readResource(params: unknown, caller: Caller, notFoundCode: number): Promise<object>;
  listPrompts(): { prompts: object[] };
  getPrompt(params: unknown): object;
}

export function createMethods<Knowledge>(options: McpOptions<Knowledge>): Methods {
  const tools = createTools(options);
  const resources = createResources(options);
  const prompts = createPrompts(options.products);
  return {
    listTools: () => ({ tools: tools.list() }),
    callTool: (params, caller) => tools.call(params, caller),
    listResources: () => ({ resources: resources.list() }),
    listResourceTemplates: () => ({ resourceTemplates: [] }),
    readResource: (params, caller, notFoundCode) => resources.read(params, caller, notFoundCode),
    listPrompts: () => ({ prompts: prompts.list() }),
    getPrompt: (params) => prompts.get(params),
  };
}
