import { z } from 'zod';
import { disclaimer } from '../lib/disclaimer.ts';
import type { Listing } from '../products/product.ts';
import { createDocument, type FreeDocument } from './document.ts';

const catalogSchema = z.object({
  family: z.string(),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      api: z.url().describe('Where it is sold over HTTP'),
      mcp: z.url().describe('The server of the Model Context Protocol that has it as a tool'),
    }),
  ),
  disclaimer: z.string(),
});

interface Options {
  segment: string;
  publicUrl: string;
  products: readonly Pick<Listing, 'slug' | 'name' | 'path'>[];
}

export function createCatalog({ segment, publicUrl, products }: Options): FreeDocument {
  return createDocument({
    path: `/.well-known/${segment}`,
    contentType: 'application/json',
    summary: 'What is sold, as a list of products',
    schema: catalogSchema,
    limitPerMinute: 5,
    text: JSON.stringify({
      family: 'forecourt',
      products: products.map(({ slug, name, path }) => ({
        slug,
        name,
        api: `${publicUrl}${path}`,
        mcp: `${publicUrl}/mcp`,
      })),
      disclaimer,
    }),
  });
}
