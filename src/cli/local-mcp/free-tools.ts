import { randomUUID } from 'node:crypto';
import { toSearch } from '../../agents/json-rpc.ts';
import { isServiceError } from '../../errors/service-error.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { decode } from '../../products/decode.ts';
import type { Knowledge } from '../../products/knowledge.ts';
import { parseParameters, readSearch } from '../../products/parameters.ts';
import type { Answer, Call, Product } from '../../products/product.ts';
import { purchaseCosts } from '../../products/purchase-costs.ts';

/** What a machine knows by the data that ships with the program. */
export type LocalKnowledge = Pick<Knowledge, 'vehicles' | 'embeddedVehicles' | 'warranties' | 'costs'>;

interface FreeAnswer {
  isError: boolean;
  body: object;
  words: string;
}

type FreeTool = (given: Record<string, unknown>, signal: AbortSignal) => Promise<FreeAnswer>;

interface LocalProduct<Query, Body> extends Omit<Product<Query, Body>, 'compute' | 'sample'> {
  compute(knowledge: LocalKnowledge, query: Query, call: Call): Promise<Answer<Body>>;
}

/** The products that need no source: computed here, by slug, and free. */
export function createFreeTools(knowledge: LocalKnowledge): ReadonlyMap<string, FreeTool> {
  return new Map([
    [decode.slug, createFreeTool(decode, knowledge)],
    [purchaseCosts.slug, createFreeTool(purchaseCosts, knowledge)],
  ]);
}

function createFreeTool<Query, Body extends object>(
  { query, compute, inWords }: LocalProduct<Query, Body>,
  knowledge: LocalKnowledge,
): FreeTool {
  return async (given, signal) => {
    try {
      const asked = parseParameters(query, readSearch(toSearch(given)));
      const { body } = await compute(knowledge, asked, { signal });
      const words = `${inWords(body)} Computed on this machine; nothing was charged.`;
      return { isError: false, body: { ...body, charged: false, disclaimer }, words };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      return { isError: true, body: { ...error.body(randomUUID()), disclaimer }, words: error.message };
    }
  };
}
