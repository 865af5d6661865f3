import type { z } from 'zod';

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
  sample: FreeSample<Knowledge, unknown>;
  compute(knowledge: Knowledge, query: Query, call: Call): Promise<Answer<Body>>;
}
