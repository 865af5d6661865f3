import type { Offer } from '../payments/wire/requirements.ts';
import { describeQuery, exampleQuery, exampleSearch, toInputSchema } from '../products/describe-query.ts';
import type { Knowledge } from '../products/knowledge.ts';
import type { Listing } from '../products/product.ts';

/** A product of the table as documents describe it: everything they say about products comes from here. */
export type SoldProduct = ReturnType<typeof describeProduct>;

export function describeProduct(
  { sample, query, ...product }: Listing,
  { knowledge, publicUrl, offer }: { knowledge: Knowledge; publicUrl: string; offer: Offer },
) {
  const parameters = describeQuery(query);
  const example = exampleQuery(parameters);
  const url = `${publicUrl}${product.path}`;
  return {
    ...product,
    url,
    failures: product.failures ?? [],
    parameters,
    inputSchema: toInputSchema(parameters),
    exampleQuery: example,
    exampleUrl: `${url}?${exampleSearch(example)}`,
    offer,
    sample: { ...sample, url: `${publicUrl}${sample.path}`, read: () => sample.read(knowledge) },
  };
}
