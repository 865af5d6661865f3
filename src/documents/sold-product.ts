import type { z } from 'zod';
import type { ProductErrorCode } from '../errors/errors.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import {
  describeQuery,
  exampleQuery,
  exampleSearch,
  type ParameterDescription,
  toInputSchema,
} from '../products/describe-query.ts';
import type { Knowledge } from '../products/knowledge.ts';
import type { Listing } from '../products/product.ts';

/** A product of the table as documents describe it: everything they say about products comes from here. */
export interface SoldProduct {
  slug: string;
  name: string;
  path: string;
  url: string;
  priceUsd: string;
  summary: string;
  description: string;
  response: z.ZodType;
  failures: readonly ProductErrorCode[];
  hasPage: boolean;
  parameters: readonly ParameterDescription[];
  inputSchema: ReturnType<typeof toInputSchema>;
  exampleQuery: Record<string, string | number | boolean>;
  exampleUrl: string;
  offer: Offer;
  sample: {
    path: string;
    url: string;
    limitPerMinute: number;
    response: z.ZodType;
    read(): Promise<object>;
  };
}

export function describeProduct(
  { sample, query, ...product }: Listing,
  { knowledge, publicUrl, offer }: { knowledge: Knowledge; publicUrl: string; offer: Offer },
): SoldProduct {
  const { slug, name, path, priceUsd, summary, description, response, failures = [], page } = product;
  const parameters = describeQuery(query);
  const example = exampleQuery(parameters);
  return {
    slug,
    name,
    path,
    url: `${publicUrl}${path}`,
    priceUsd,
    summary,
    description,
    response,
    failures,
    hasPage: page !== undefined,
    parameters,
    inputSchema: toInputSchema(parameters),
    exampleQuery: example,
    exampleUrl: `${publicUrl}${path}?${exampleSearch(example)}`,
    offer,
    sample: {
      path: sample.path,
      url: `${publicUrl}${sample.path}`,
      limitPerMinute: sample.limitPerMinute,
      response: sample.response,
      read: () => sample.read(knowledge),
    },
  };
}
