import { z } from 'zod';
import { type Listing, listProduct, type Product } from '../../src/products/product.ts';

const paintSchema = z.object({ code: z.string(), colours: z.array(z.string()) });

const paint: Product<{ code: string }, z.infer<typeof paintSchema>> = {
  slug: 'paint-code',
  name: 'Paint code',
  question: 'Which colours are B12?',
  path: '/v1/paint-code',
  priceUsd: '0.03',
  summary: 'The colours that a paint code stands for.',
  description: 'Made up by a test: no document knows of it but by the table.',
  query: z.strictObject({
    code: z.string().meta({ description: 'Code on the door post', example: 'NH-731P' }),
  }),
  response: paintSchema,
  sample: {
    path: '/v1/sample/paint-code',
    limitPerMinute: 7,
    response: z.object({ ...paintSchema.shape, sample: z.literal(true), note: z.string() }),
    async read() {
      return { code: 'NH-731P', colours: ['crystal black'], sample: true, note: 'One code.' };
    },
  },
  async compute(_knowledge, { code }) {
    return { body: { code, colours: [] }, charge: true };
  },
  inWords: ({ code, colours }) => `${code} stands for ${colours.length} colours.`,
};

/** One more product, as a colleague would add it. */
export const madeUp: Listing = listProduct(paint);
