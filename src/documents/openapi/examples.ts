import { disclaimer } from '../../lib/disclaimer.ts';
import { paidAnswersIn } from '../paid-answers.ts';
import { shorten } from '../shorten.ts';
import type { SoldProduct } from '../sold-product.ts';
import type { Example } from './operation.ts';

/** The free sample as it is answered. */
export async function sampleExample({ name, sample }: SoldProduct): Promise<Example> {
  return {
    summary: `${name}, the free sample; lists are cut after their first entries`,
    value: { ...shorten(await sample.read()), disclaimer },
  };
}

/** What a paid call answers, taken out of the free sample. */
export async function paidExamples(product: SoldProduct): Promise<Record<string, Example>> {
  const answers = paidAnswersIn(await product.sample.read(), product);
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [
      key,
      {
        summary: `${product.name}, from the free sample; lists are cut after their first entries`,
        value: { ...shorten(answer), charged: true, disclaimer },
      },
    ]),
  );
}
