import { declareBazaar } from '../payments/extensions/bazaar.ts';
import { createOffer, DEFAULT_MAX_TIMEOUT_SECONDS, type Offer } from '../payments/requirements.ts';
import {
  describeQuery,
  exampleQuery,
  type ParameterDescription,
  toInputSchema,
} from '../products/describe-query.ts';
import type { Listing } from '../products/product.ts';
import { excerpt } from './documents/excerpt.ts';
import { linkHeader, paths } from './documents/links.ts';
import { paidAnswersIn } from './documents/paid-answers.ts';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge;
  publicUrl: string;
  payTo: string;
  notice: string | undefined;
  /** How long an answer may take. */
  deadlineMs: number;
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
  { slug, path, priceUsd, summary, query, response, sample }: Listing<Knowledge>,
  { knowledge, publicUrl, payTo, notice, deadlineMs }: Options<Knowledge>,
): Promise<Offer> {
  const parameters = describeQuery(query);
  const queryParams = exampleQuery(parameters);
  const sampleBody = await sample.read(knowledge);
  const [answer = sampleBody] = Object.values(
    paidAnswersIn(sampleBody, { slug, response, exampleQuery: queryParams }),
  );
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
      queryParams,
      querySchema: toInputSchema(parameters.map(withoutLongList)),
      output: { example: excerpt(answer), format: `excerpt of ${sample.path}` },
    }),
    maxTimeoutSeconds: validitySeconds(deadlineMs),
    ...(notice !== undefined && { notice }),
  });
}

/** For the way here, the settlement, and clocks that differ. */
const VALIDITY_BESIDES_SECONDS = 60;

/** An authorization that is good for so long cannot expire while the slowest answer is made. */
function validitySeconds(deadlineMs: number): number {
  return Math.max(DEFAULT_MAX_TIMEOUT_SECONDS, Math.ceil(deadlineMs / 1_000) + VALIDITY_BESIDES_SECONDS);
}

const LONGEST_LIST = 20;

/** Clients send the challenge back, so it must stay small: a long list of values is left to the OpenAPI document. */
function withoutLongList(parameter: ParameterDescription): ParameterDescription {
  const { enum: values, ...schema } = parameter.schema;
  return values && values.length > LONGEST_LIST ? { ...parameter, schema } : parameter;
}
