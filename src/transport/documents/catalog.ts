import { disclaimer } from '../../disclaimer.ts';
import type { Listing } from '../../products/product.ts';
import { createDocument, type FreeDocument } from './document.ts';

interface Options {
  segment: string;
  publicUrl: string;
  products: readonly Pick<Listing<never>, 'slug' | 'name' | 'path'>[];
}

export function createCatalog({ segment, publicUrl, products }: Options): FreeDocument {
  return createDocument({
    path: `/.well-known/${segment}`,
    contentType: 'application/json',
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
