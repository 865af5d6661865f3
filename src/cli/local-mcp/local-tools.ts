import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { toSearch } from '../../agents/json-rpc.ts';
import { toolName } from '../../agents/mcp/tool-offer.ts';
import { describeTool, type ToolDefinition } from '../../agents/mcp/tools.ts';
import { isServiceError } from '../../errors/service-error.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { decode } from '../../products/decode.ts';
import {
  type Answer,
  type FreeKnowledge,
  inBrief,
  type Listing,
  MORE_OF_SAMPLE,
  type Product,
  type ProductCall,
  parseParameters,
  readSearch,
  viewOf,
} from '../../products/product.ts';
import { purchaseCosts } from '../../products/purchase-costs.ts';
import { products, productsAt } from '../../products/table.ts';
import type { WalletOptions } from './buy-tool.ts';

interface Purse {
  wallet?: WalletOptions | undefined;
}

/** Everything that is sold, at the prices of the service, or at the usual ones where it did not tell them. */
export interface Offered {
  products: readonly Listing[];
  isTold: boolean;
}

const sold = z.object({
  products: z.array(z.object({ slug: z.string(), priceUsd: z.string().regex(/^\d+(\.\d+)?$/) })),
});

/** Asks the service for its prices. Hosts list tools before a service is there: then the usual ones have to do. */
export async function askPrices(discovery: URL | undefined, withinMs: number): Promise<Offered> {
  try {
    if (!discovery) return { products, isTold: false };
    const response = await fetch(discovery, { signal: AbortSignal.timeout(withinMs) });
    const told = sold.parse(await response.json());
    const prices = Object.fromEntries(told.products.map(({ slug, priceUsd }) => [slug, priceUsd]));
    return { products: productsAt({ prices, limits: {} }), isTold: true };
  } catch {
    return { products, isTold: false };
  }
}

const costOf = ({ priceUsd }: Listing, isTold: boolean) =>
  isTold ? `$${priceUsd} in USDC` : `$${priceUsd} in USDC as a rule: its service did not tell its price`;

/** Lists the tools as they are here: what is computed on this machine costs nothing, the rest is bought by this server. */
export function listLocalTools(
  { products, isTold }: Offered,
  { free, wallet }: Purse & { free: ReadonlyMap<string, unknown> },
): ToolDefinition[] {
  return products.map((product) => {
    if (free.has(product.slug)) return describeFreeTool(product);
    const tool = describeBoughtTool(product, costOf(product, isTold), wallet);
    return isTold ? tool : { ...tool, title: product.name };
  });
}

/** The tools in a line of a prompt. */
export function nameLocalTools({ products, isTold }: Offered, free: ReadonlyMap<string, unknown>): string {
  const priceOf = (product: Listing) =>
    free.has(product.slug) ? 'free' : `${isTold ? '' : 'usually '}$${product.priceUsd}`;
  return products.map((product) => `${toolName(product)} ${priceOf(product)}`).join(', ');
}

function describeFreeTool(product: Listing): ToolDefinition {
  const how =
    'Computed on this machine with the data that ships with the program: free, and without a network.';
  const tool = describeTool(product, how);
  return { ...tool, title: product.name, annotations: { ...tool.annotations, openWorldHint: false } };
}

function describeBoughtTool(
  product: Listing,
  cost: string,
  wallet: WalletOptions | undefined,
): ToolDefinition {
  if (!wallet) {
    const how = `Costs ${cost}. This server has no wallet (FORECOURT_WALLET_KEY), so a call answers where to pay.`;
    return describeTool(product, how);
  }
  const how =
    `Costs ${cost}; this server pays by itself, up to $${wallet.maxPriceUsd} a call and ` +
    `$${wallet.maxSpendUsd} in total. Errors and answers with charged false cost nothing.`;
  const tool = describeTool(product, how);
  // Here a call spends money by itself: a client that asks its user before such calls must know.
  const annotations = { ...tool.annotations, readOnlyHint: false, idempotentHint: false };
  return { ...tool, annotations };
}

/** Said where nothing else keeps a call from being bought. */
export const NO_SERVICE = 'This needs a Forecourt service, and none is set (its address, --url).';

export function localInstructions({
  url,
  wallet,
  wrong,
}: Purse & { url: string; wrong?: string | undefined }): string {
  const paid = wallet
    ? `The other tools named get_ are bought at ${url}, by this server and within its limits: $${wallet.maxPriceUsd} a call, $${wallet.maxSpendUsd} in total.`
    : url === ''
      ? `The other tools named get_ do not work yet. ${wrong ?? NO_SERVICE}`
      : `The other tools named get_ are sold at ${url}; this server has no wallet, so they answer where to pay.`;
  return (
    'Forecourt says what a VIN means before money changes hands. get_decode and get_purchase_costs are computed on this ' +
    `machine and cost nothing. ${paid} With sample true each shows its shape free. Answers are brief; view full gives ` +
    'the whole. Unknown values are null; nothing is guessed.'
  );
}

interface LocalProduct<Query, Body> extends Omit<Product<Query, Body>, 'compute' | 'sample'> {
  compute(knowledge: FreeKnowledge, query: Query, call: ProductCall): Promise<Answer<Body>>;
}

/** Makes the products that need no source: computed here, by slug, and free. */
export function createFreeTools(knowledge: FreeKnowledge) {
  return new Map<string, ReturnType<typeof createFreeTool>>([
    [decode.slug, createFreeTool(decode, knowledge)],
    [purchaseCosts.slug, createFreeTool(purchaseCosts, knowledge)],
  ]);
}

function createFreeTool<Query, Body extends object>(
  product: LocalProduct<Query, Body>,
  knowledge: FreeKnowledge,
) {
  const { query, compute, inWords } = product;
  return async ({ sample: _, ...given }: Record<string, unknown>, signal: AbortSignal) => {
    try {
      const search = toSearch(given);
      const asked = parseParameters(query, readSearch(search));
      const { body } = await compute(knowledge, asked, { signal });
      const doubt = 'vinWarning' in body ? `${body.vinWarning} ` : '';
      const words = `${doubt}${inWords(body)} Computed on this machine; nothing was charged.`;
      const whole = { ...body, charged: false, disclaimer };
      const isFull = viewOf(search, 'brief') === 'full';
      return { isError: false, body: isFull ? whole : inBrief(product, whole, MORE_OF_SAMPLE), words };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return { isError: true, body: { ...error.body(randomUUID()), disclaimer }, words: error.message };
    }
  };
}
