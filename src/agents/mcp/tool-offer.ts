import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { declareMcpTool } from '../../payments/wire/extensions/bazaar.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { exampleQuery, toInputSchema } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import { leastOf } from '../../sell/offers.ts';

/** Names what is sold `get_` and the slug with underscores. */
export function toolName({ slug }: Pick<Listing, 'slug'>): string {
  return `get_${slug.replaceAll('-', '_')}`;
}

/**
 * Offers a tool at the same price, under the address of the MCP server.
 *
 * @NOTE The protocol's examples name tools `mcp://tool/...`. Facilitators list a resource by the origin of its address,
 * and receipts are checked against it; such an address has none. The part after # distinguishes the tools.
 */
export function offerTool(product: Listing, httpOffer: Offer, publicUrl: string): Offer {
  const name = toolName(product);
  const { properties, required } = toInputSchema(product.parameters.flatMap(leastOf));
  return {
    ...httpOffer,
    resource: { ...httpOffer.resource, url: `${publicUrl}/mcp#${name}` },
    bazaar: declareMcpTool({
      toolName: name,
      inputSchema: { type: 'object', properties, required },
      example: exampleQuery(product.parameters),
    }),
  };
}

const PAY_PAGE = 'pay_page';

const LONGEST_VALUE = 200;

/** Gives the page where a person can pay for this call and read the answer: arguments that are none are left out. */
export function payPageOf(
  { path, parameters }: Pick<Listing, 'path' | 'parameters'>,
  publicUrl: string,
  given: Record<string, unknown>,
): string {
  const url = new URL(path, publicUrl);
  for (const { name } of parameters) {
    const value = given[name];
    if (!['string', 'number', 'boolean'].includes(typeof value)) continue;
    const text = String(value);
    if (text.length <= LONGEST_VALUE) url.searchParams.set(name, text);
  }
  return url.href;
}

/** "Decode: $0.01 in USDC."; some names are plurals, and have a verb of their own. */
export function priceWords({ name, priceUsd }: Pick<Listing, 'name' | 'priceUsd'>): string {
  return `${name}: $${priceUsd} in USDC.`;
}

export function payPageMessage(product: Pick<Listing, 'name' | 'priceUsd'>): string {
  return `${priceWords(product)} Open the page to pay there and read the answer; nothing is charged before you confirm it.`;
}

export function askToOpenPage(product: Listing, url: string) {
  const message = payPageMessage(product);
  return inputRequired({ inputRequests: { [PAY_PAGE]: inputRequired.elicitUrl({ message, url }) } });
}

/** Outcomes of a page that a client was asked to open for its user. */
export type PageAnswer = 'accept' | 'decline' | 'cancel';

export interface PageState {
  /** Outcome of the page that the client was asked to open, or that it can open one. */
  page?: 'can_open' | PageAnswer;
}

const opensPages = z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) });
const paysByItself = z.union([
  z.looseObject({ extensions: z.looseObject({ x402: z.unknown() }) }),
  z.looseObject({ experimental: z.looseObject({ x402: z.unknown() }) }),
]);
const pageAnswer = z.looseObject({ action: z.enum(['accept', 'decline', 'cancel']) });

/** Reads what a client can do: only the current revision says it with each request, and no session remembers it. */
export function pageOf({ mcpReq }: ServerContext): PageState {
  const answered = pageAnswer.safeParse(mcpReq.inputResponses?.[PAY_PAGE]).data;
  if (answered) return { page: answered.action };
  const client = Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
  return opensPages.safeParse(client).success && !paysByItself.safeParse(client).success
    ? { page: 'can_open' }
    : {};
}
