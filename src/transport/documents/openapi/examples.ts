import { disclaimer } from '../../../disclaimer.ts';
import type { SoldProduct } from '../sold-product.ts';
import type { Example } from './operation.ts';

/** The free sample as it is answered now. */
export async function sampleExample({ name, sample }: SoldProduct): Promise<Example> {
  return { summary: `${name}, the free sample`, value: { ...(await sample.read()), disclaimer } };
}

/**
 * Paid answers, taken out of the free sample: the sample itself without its note, or those of its members that are
 * whole answers. Only what the schema of the paid answer accepts is shown.
 */
export async function paidExamples(product: SoldProduct): Promise<Record<string, Example>> {
  const { sample: _sample, note: _note, ...body } = (await product.sample.read()) as Record<string, unknown>;
  const whole: [string, unknown][] = [
    [product.slug, { ...('vin' in product.exampleQuery && { vin: product.exampleQuery.vin }), ...body }],
  ];
  const candidates = [...whole, ...Object.entries(body)];
  return Object.fromEntries(
    candidates.flatMap(([key, candidate]) => {
      if (!product.response.safeParse(candidate).success) return [];
      const value = { ...(candidate as object), charged: true, disclaimer };
      return [[key, { summary: `${product.name}, from the free sample`, value }] as const];
    }),
  );
}
