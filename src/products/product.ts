import type { z } from 'zod';
import { parseParameters, type RawParameters } from './parameters.ts';

/** A computed answer. `charge` is false for an honest answer that is not worth money, such as too little data. */
export interface Answer<Body> {
  body: Body;
  charge: boolean;
}

export interface Call {
  signal: AbortSignal;
}

export interface FreeSample<Knowledge, Body> {
  path: `/v1/sample/${string}`;
  limitPerMinute: number;
  response: z.ZodType<Body>;
  /** Never fails and never waits for a source. */
  read(knowledge: Knowledge): Promise<Body>;
}

/** What can keep a product from an answer, beyond bad parameters and what concerns payment. */
export type ProductFailure =
  | 'vehicle_not_resolved'
  | 'upstream_unavailable'
  | 'insufficient_sections'
  | 'synthesis_unavailable';

/** What is sold, declared once: routes, prices, challenges and every document derive from this. */
export interface Product<Knowledge, Query, Body> {
  slug: string;
  name: string;
  path: `/v1/${string}`;
  /** Decimal dollars, such as "0.01". */
  priceUsd: string;
  /** One sentence. */
  summary: string;
  description: string;
  /** A strict object over the raw query strings. */
  query: z.ZodType<Query, Record<string, string>>;
  response: z.ZodType<Body>;
  /** None where left out. */
  failures?: readonly ProductFailure[];
  sample: FreeSample<Knowledge, object>;
  compute(knowledge: Knowledge, query: Query, call: Call): Promise<Answer<Body>>;
}

/** A product as transports see it: its query is parsed and computed behind one door, so no type is lost on the way. */
export interface Listing<Knowledge>
  extends Omit<Product<Knowledge, never, object>, 'query' | 'response' | 'compute'> {
  query: z.ZodType;
  response: z.ZodType;
  /** Checks the parameters (throws a Failure that names every problem) and returns the work to be done. */
  prepare(parameters: RawParameters): (knowledge: Knowledge, call: Call) => Promise<Answer<object>>;
}

export function listProduct<Knowledge, Query, Body extends object>({
  compute,
  ...product
}: Product<Knowledge, Query, Body>): Listing<Knowledge> {
  return {
    ...product,
    prepare(parameters) {
      const query = parseParameters(product.query, parameters);
      return (knowledge, call) => compute(knowledge, query, call);
    },
  };
}
