import type { z } from 'zod';
import type { Offer } from '../../payments/requirements.ts';
import {
  describeQuery,
  exampleQuery,
  type ParameterDescription,
  toInputSchema,
  toSearch,
} from '../../products/describe-query.ts';
import type { Listing, ProductFailure } from '../../products/product.ts';

/** A product of the table as documents tell of it: everything they say about products comes from here. */
export interface SoldProduct {
  slug: string;
  name: string;
  path: string;
  url: string;
  priceUsd: string;
  summary: string;
  description: string;
  response: z.ZodType;
  failures: readonly ProductFailure[];
  parameters: readonly ParameterDescription[];
  /** JSON Schema of the whole query. */
  inputSchema: ReturnType<typeof toInputSchema>;
  exampleQuery: Record<string, string | number | boolean>;
  /** The address with the example query. */
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

export function describeProduct<Knowledge>(
  { sample, query, ...product }: Listing<Knowledge>,
  { knowledge, publicUrl, offer }: { knowledge: Knowledge; publicUrl: string; offer: Offer },
): SoldProduct {
  const { slug, name, path, priceUsd, summary, description, response, failures = [] } = product;
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
    parameters,
    inputSchema: toInputSchema(parameters),
    exampleQuery: example,
    exampleUrl: `${publicUrl}${path}?${toSearch(example)}`,
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
