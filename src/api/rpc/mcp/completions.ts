import { z } from 'zod';
import { describeQuery } from '../../../products/describe-query.ts';
import type { Listing } from '../../../products/product.ts';
import { RpcError, rpcCodes } from '../rpc-error.ts';
import { promptArgument } from './prompts.ts';

/** The most that the protocol lets one answer hold. */
const MOST_VALUES = 100;

const completeParams = z.looseObject({
  ref: z.looseObject({ type: z.string(), name: z.string().optional() }),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
});

/** Completes arguments of prompts from the values that parameters of the products may have. */
export function createCompletions(products: readonly Listing[]) {
  const parameters = products.flatMap(({ query }) => describeQuery(query));
  const valuesOf = (wanted: readonly string[]) => {
    const found = parameters.filter(({ name }) => wanted.includes(name));
    return [...new Set(found.flatMap(({ schema }) => (schema.enum ?? []).map(String)))];
  };

  return {
    complete(params: unknown): object {
      const parsed = completeParams.safeParse(params);
      const { ref, argument } = parsed.data ?? {};
      if (!ref || !argument) {
        throw new RpcError(
          rpcCodes.invalidParams,
          'completion/complete takes a ref, and an argument with name and value.',
        );
      }
      const completed = ref.type === 'ref/prompt' ? promptArgument(ref.name, argument.name) : undefined;
      if (!completed) {
        throw new RpcError(
          rpcCodes.invalidParams,
          'There is no such prompt or argument; prompts/list lists all.',
        );
      }
      const begun = argument.value.trim().toLowerCase();
      const values = valuesOf(completed.takenFrom).filter((value) => value.toLowerCase().startsWith(begun));
      const given = values.slice(0, MOST_VALUES);
      return { completion: { values: given, total: values.length, hasMore: given.length < values.length } };
    },
  };
}
