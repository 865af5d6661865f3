import { findVins } from '@forecourt/vin/find-vins';
import { z } from 'zod';
import { describeQuery } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import type { SentPart } from './messages.ts';

interface Request {
  skillId?: string;
  parameters: Record<string, unknown>;
  /** Values taken for granted where nothing else was said, and the words that say so. */
  assumed?: { parameters: Record<string, unknown>; words: string };
}

type AskedProduct = Pick<Listing, 'slug' | 'name' | 'query' | 'askedFor'>;
interface Place {
  country: string;
  code: string;
  name: string;
}

export interface Vocabulary {
  products: readonly AskedProduct[];
  places: readonly Place[];
}

const dataRequest = z.looseObject({
  skill: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Reads data parts as `{skill, parameters}`, and texts as plain questions, by the words that people use for each
 * product. `known` is the skill that the task is about already.
 */
export function readRequest(parts: readonly SentPart[], vocabulary: Vocabulary, known?: string): Request {
  const request: Request = { parameters: {} };
  for (const part of parts) {
    const given =
      'data' in part
        ? readData(part.data)
        : 'text' in part
          ? readText(part.text, vocabulary, request.skillId ?? known)
          : undefined;
    if (given?.skillId !== undefined) request.skillId = given.skillId;
    if (given?.assumed !== undefined) request.assumed = given.assumed;
    Object.assign(request.parameters, given?.parameters);
  }
  return request;
}

/** Compares data with the skill and the parameters of this order, and a text with its VIN. */
export function asksForAnother(
  parts: readonly SentPart[],
  { skillId, parameters }: Pick<Request, 'skillId' | 'parameters'>,
): boolean {
  const spelled = (value: unknown) => String(value).trim().toUpperCase();
  return parts.some((part) => {
    const vin = 'text' in part ? vinIn(part.text).vin : undefined;
    const given: Request = 'data' in part ? readData(part.data) : { parameters: vin ? { vin } : {} };
    const isOther = ([name, value]: [string, unknown]) => spelled(value) !== spelled(parameters[name]);
    return (
      (given.skillId !== undefined && given.skillId !== skillId) ||
      Object.entries(given.parameters).some(isOther)
    );
  });
}

function readData(data: unknown): Request {
  const parsed = dataRequest.safeParse(data);
  if (!parsed.success) return { parameters: {} };
  const { skill, parameters = {} } = parsed.data;
  return { ...(skill !== undefined && { skillId: skill }), parameters };
}

/** Finds the VIN that a text is about: the one whose check digit fits, else what has the form of one. */
function vinIn(text: string): { vin?: string; rest: string } {
  const [only, ...others] = findVins(text).fitting;
  const written = VIN.exec(text)?.[0];
  if (only === undefined || written?.toUpperCase() === only || others.length > 0)
    return {
      ...(written !== undefined && others.length === 0 && { vin: written }),
      rest: text.replace(VIN, ' '),
    };
  // Its blocks are no words of the question.
  const asWritten = new RegExp([...only].join('[^a-z0-9]*'), 'i');
  return { vin: only, rest: text.replace(asWritten, ' ') };
}

const VIN = /\b[A-HJ-NPR-Z0-9]{17}\b/i;
const PAIR = /\b([a-z_]+)=([\w.-]+)/gi;

/** Guesses nothing between two products: who names several is asked which. */
export function readText(text: string, vocabulary: Vocabulary, known?: string): Request {
  const { vin, rest: withoutVin } = vinIn(text);
  const rest = withoutVin.replace(PAIR, ' ');
  const words = spaced(rest);
  const product =
    productOf(words, vocabulary.products) ??
    (vin && words === ' ' && !known ? vinAlone(vocabulary) : undefined);
  const isSample = words.includes(' sample ');
  const pairs = Object.fromEntries(
    [...text.matchAll(PAIR)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const slug = product?.slug ?? known;
  const about = vocabulary.products.find((one) => one.slug === slug);
  const understood = about && !isSample ? understand(rest, about, vocabulary.places) : {};
  const parameters: Record<string, unknown> = {
    ...(vin !== undefined && !isSample && { vin }),
    ...understood,
    ...pairs,
  };
  const isBargain = parameters.price !== undefined && parameters.sale_type === undefined;
  return {
    ...(product && { skillId: isSample ? `sample-${product.slug}` : product.slug }),
    parameters,
    ...(isBargain && !isSample && about && takes(about, 'sale_type') && { assumed: PRIVATE_SALE }),
  };
}

const PRIVATE_SALE = {
  parameters: { sale_type: 'private' },
  words: 'This is for a sale by a private person; say "from a dealer" if it is not.',
};

function takes({ query }: AskedProduct, parameter: string): boolean {
  return describeQuery(query).some(({ name }) => name === parameter);
}

/** Writes lower-case words between single blanks, so that whole words can be looked for. */
function spaced(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return words === '' ? ' ' : ` ${words} `;
}

function productOf(words: string, products: readonly AskedProduct[]): AskedProduct | undefined {
  const found = products.filter(({ slug, name, askedFor = [] }) =>
    [slug, name, ...askedFor].some((phrase) => words.includes(spaced(phrase))),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Finds what a VIN without a word asks for: what car it is. */
function vinAlone({ products }: Vocabulary): AskedProduct | undefined {
  return products.find(({ query }) =>
    describeQuery(query).every(({ name, required }) => required === (name === 'vin')),
  );
}

const AMOUNT = /(\$|\b(?:for|at|of|price|pay|costs?)\s+)?\$?\b(\d[\d,]*(?:\.\d{1,2})?)(\s?k)?\b/gi;
const LEAST_PRICE = 100;

/** Reads place, price and seller as people write them, of those parameters that the product has. */
function understand(
  text: string,
  { query }: AskedProduct,
  places: readonly Place[],
): Record<string, unknown> {
  const names = new Set(describeQuery(query).map(({ name }) => name));
  const words = spaced(text);
  const place = placeIn(text, words, places);
  const country = place?.country ?? countryIn(words);
  const price = names.has('price') ? priceIn(text) : undefined;
  const seller = /\bdealer/i.test(text) ? 'dealer' : / private(ly)? /.test(words) ? 'private' : undefined;
  const found = {
    ...(country && { country }),
    ...(place && { [place.country === 'CA' ? 'province' : 'state']: place.code }),
    ...(price !== undefined && { price }),
    ...(seller && { sale_type: seller }),
  };
  return Object.fromEntries(Object.entries(found).filter(([name]) => names.has(name)));
}

/** Looks by name, the longest first, for there is a Virginia in West Virginia; by code only as in "in ON". */
function placeIn(text: string, words: string, places: readonly Place[]): Place | undefined {
  const byName = places
    .filter(({ name }) => words.includes(spaced(name)))
    .toSorted((one, other) => other.name.length - one.name.length)[0];
  if (byName) return byName;
  const code = /\b(?:in|to)\s+([A-Z]{2})\b/.exec(text)?.[1];
  // CA alone is a state and a country.
  return places.find((place) => place.code === code && place.code !== 'CA');
}

function countryIn(words: string): string | undefined {
  if (/ (canada|canadian) /.test(words)) return 'CA';
  return / (usa|united states|america) /.test(words) ? 'US' : undefined;
}

const EITHER = /\d\s*(or|to|-|–)\s*\$?\d/i;

/** Takes an amount that is called a price, else the only one that can be none but a price. */
function priceIn(text: string): number | undefined {
  if (EITHER.test(text)) return undefined;
  const amounts = [...text.matchAll(AMOUNT)].map(([, called, digits = '', thousand]) => ({
    value: Number(digits.replaceAll(',', '')) * (thousand ? 1_000 : 1),
    isCalled: called !== undefined || thousand !== undefined,
    isYear: /^(19[89]\d|20\d\d)$/.test(digits) && called === undefined,
  }));
  const prices = amounts.filter(({ value, isYear }) => value >= LEAST_PRICE && !isYear);
  const called = prices.filter(({ isCalled }) => isCalled);
  const [only] = called.length > 0 ? called : prices;
  return (called.length > 0 ? called : prices).length === 1 ? only?.value : undefined;
}
