import { excerpt, paidAnswersIn } from '../documents/examples.ts';
import { documentLinks, paths } from '../documents/links.ts';
import type { Network } from '../payments/evm/networks.ts';
import { declareBazaar, declareBriefly } from '../payments/wire/extensions/bazaar.ts';
import type { SignInTerms } from '../payments/wire/extensions/sign-in-with-x.ts';
import type { Issuer } from '../payments/wire/receipt.ts';
import {
  createOffer,
  DEFAULT_MAX_TIMEOUT_SECONDS,
  type Offer,
  type OfferOptions,
} from '../payments/wire/requirements.ts';
import { exampleQuery, type ParameterDescription, toInputSchema } from '../products/describe-query.ts';
import type { Knowledge, Listing } from '../products/product.ts';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  publicUrl: string;
  network: Network;
  payTo: string;
  notice: string | undefined;
  deadlineMs: number;
  issuer: Issuer;
  signIn: SignInTerms;
  channelFor: OfferOptions['channelFor'];
}

type OfferOf = (product: Pick<Listing, 'slug'>) => Offer;

/** Makes what each product asks for, and all that its challenge says: once, for every transport and document. */
export async function createOffers(options: Options): Promise<OfferOf> {
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

async function makeOffer(
  { slug, path, priceUsd, summary, parameters, response, sample }: Listing,
  { knowledge, publicUrl, network, payTo, notice, deadlineMs, issuer, signIn, channelFor }: Options,
): Promise<Offer> {
  const queryParams = exampleQuery(parameters);
  const sampleBody = await sample.read(knowledge);
  const [answer = sampleBody] = Object.values(
    paidAnswersIn(sampleBody, { slug, response, exampleQuery: queryParams }),
  );
  return createOffer({
    network,
    payTo,
    priceUsd,
    url: `${publicUrl}${path}`,
    description: network.notice === undefined ? summary : `A rehearsal with test money. ${summary}`,
    termsUrl: `${publicUrl}${paths.terms}`,
    serviceName: 'Forecourt',
    tags: ['vehicle', 'vin', slug],
    link: documentLinks,
    bazaar: declareBazaar({
      queryParams,
      querySchema: toInputSchema(parameters.map(shorten)),
      output: { example: excerpt(answer), format: `excerpt of ${sample.path}` },
    }),
    bazaarInHeader: declareBriefly({ queryParams, querySchema: toInputSchema(parameters.flatMap(leastOf)) }),
    issuer,
    signIn,
    channelFor,
    maxTimeoutSeconds: validitySeconds(deadlineMs),
    ...(notice !== undefined && { notice }),
  });
}

/** Time for the way here, the settlement, and clocks that differ. */
const VALIDITY_BESIDES_SECONDS = 60;

/** Gives authorizations a validity that cannot end while the slowest answer is made. */
function validitySeconds(deadlineMs: number): number {
  return Math.max(DEFAULT_MAX_TIMEOUT_SECONDS, Math.ceil(deadlineMs / 1_000) + VALIDITY_BESIDES_SECONDS);
}

const LONGEST_LIST = 12;
const LONGEST_OPTIONAL_LIST = 4;

/**
 * Shortens what facilitators are sent with every payment: a long list of values, and what parameters mean and their
 * bounds where they may be left out, are left to the OpenAPI document.
 */
function shorten({ schema, description, ...parameter }: ParameterDescription): ParameterDescription {
  const { enum: values, ...rest } = schema;
  const { required } = parameter;
  const listed =
    values && values.length <= (required ? LONGEST_LIST : LONGEST_OPTIONAL_LIST) ? { enum: values } : {};
  if (required) return { ...parameter, description, schema: { ...rest, ...listed } };
  // Every parameter is text in a query: only another type says something.
  const type = rest.type !== undefined && rest.type !== 'string' ? { type: rest.type } : {};
  return { ...parameter, description: '', schema: { ...type, ...listed } };
}

/** Leaves only what must be there, without what it means: the values that there are, or a pattern, or the type. */
export function leastOf({ schema, ...parameter }: ParameterDescription): ParameterDescription[] {
  const { enum: values, pattern, type } = schema;
  const least = values ? { enum: values } : pattern === undefined ? { ...(type && { type }) } : { pattern };
  return parameter.required ? [{ ...parameter, description: '', schema: least }] : [];
}
