import { declareBazaar } from '../payments/extensions/bazaar.ts';
import { createOffer, type Offer } from '../payments/requirements.ts';
import { describeQuery, exampleQuery, toInputSchema } from '../products/describe-query.ts';
import type { Listing } from '../products/product.ts';
import { excerpt } from './documents/excerpt.ts';
import { linkHeader, paths } from './documents/links.ts';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge;
  publicUrl: string;
  payTo: string;
  notice: string | undefined;
}

export type OfferOf = (product: Pick<Listing<never>, 'slug'>) => Offer;

/** What each product asks for, and all that its challenge says; made once, for every transport and document. */
export async function createOffers<Knowledge>(options: Options<Knowledge>): Promise<OfferOf> {
  const offers = new Map(
    await Promise.all(
      options.products.map(async (product) => [product.slug, await makeOffer(product, options)] as const),
    ),
  );
  return ({ slug }) => {
    const offer = offers.get(slug);
    if (!offer) throw new Error(`There is no offer of "${slug}"`);
    return offer;
  };
}

async function makeOffer<Knowledge>(
  { slug, path, priceUsd, summary, query, sample }: Listing<Knowledge>,
  { knowledge, publicUrl, payTo, notice }: Options<Knowledge>,
): Promise<Offer> {
  const parameters = describeQuery(query);
  return createOffer({
    payTo,
    priceUsd,
    url: `${publicUrl}${path}`,
    description: summary,
    termsUrl: `${publicUrl}${paths.terms}`,
    serviceName: 'Forecourt',
    tags: ['vehicle', 'vin', slug],
    link: linkHeader(publicUrl),
    bazaar: declareBazaar({
      queryParams: exampleQuery(parameters),
      querySchema: toInputSchema(parameters),
      outputExample: excerpt(await sample.read(knowledge)),
    }),
    ...(notice !== undefined && { notice }),
  });
}
