import { inputRequired } from '@modelcontextprotocol/server';
import { describeQuery } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';

/** Under this name the client says what came of the page. */
export const PAY_PAGE = 'pay_page';

const LONGEST_VALUE = 200;

/** Where a person can pay for this call in a browser and read the answer: arguments that are none are left out. */
export function payPageOf(
  { path, query }: Pick<Listing, 'path' | 'query'>,
  publicUrl: string,
  given: Record<string, unknown>,
): string {
  const url = new URL(path, publicUrl);
  for (const { name } of describeQuery(query)) {
    const value = given[name];
    if (!['string', 'number', 'boolean'].includes(typeof value)) continue;
    const text = String(value);
    if (text.length <= LONGEST_VALUE) url.searchParams.set(name, text);
  }
  return url.href;
}

/** The words by which a client asks its user whether to open the page. */
export function payPageMessage({ name, priceUsd }: Pick<Listing, 'name' | 'priceUsd'>): string {
  return `${name} costs $${priceUsd} in USDC. Open the page to pay there and read the answer; nothing is charged before you confirm it.`;
}

/** Asks the client to open the page for its user. */
export function askToOpenPage(product: Listing, url: string) {
  const message = payPageMessage(product);
  return inputRequired({ inputRequests: { [PAY_PAGE]: inputRequired.elicitUrl({ message, url }) } });
}
