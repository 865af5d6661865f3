import { z } from 'zod';
import { describeQuery } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import type { SentPart } from './messages.ts';
import { MOST_TO_SPEND, type ReadPlaces, readFacts, VIN } from './read-facts.ts';

export interface Enquiry {
  skillId?: string;
  parameters: Record<string, unknown>;
  /** Values taken for granted where nothing else was said, and the words that say so. */
  assumed?: { parameters: Record<string, unknown>; words: string };
  /** What was said in a way that may mean several things: the parameters, each with its question. */
  unclear?: Readonly<Record<string, string>>;
  /** What was said and is no part of the order. */
  notUsed?: readonly string[];
  /** What of this was understood, and makes no difference to what is asked. */
  notNeeded?: readonly string[];
  /** The dollars that the answer may cost. */
  mostUsd?: number;
  /** The products that were named, where the one that holds them was taken. */
  named?: readonly string[];
}

type AskedProduct = Pick<Listing, 'slug' | 'name' | 'query' | 'askedFor' | 'openedWith' | 'parts'>;
type Wording = Pick<AskedProduct, 'slug' | 'name' | 'askedFor'>;

export interface Vocabulary {
  products: readonly AskedProduct[];
  readPlaces: ReadPlaces;
}

const dataRequest = z.looseObject({
  skill: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Reads data parts as `{skill, parameters}`, and texts as plain questions, by the words that people use for each
 * product. `known` is the skill that the task is about already.
 */
export function readRequest(parts: readonly SentPart[], vocabulary: Vocabulary, known?: string): Enquiry {
  const request: Enquiry = { parameters: {} };
  for (const part of parts) {
    const given =
      'data' in part
        ? readData(part.data, vocabulary, request.skillId ?? known)
        : 'text' in part
          ? readText(part.text, vocabulary, request.skillId ?? known)
          : undefined;
    const notUsed = [...(request.notUsed ?? []), ...(given?.notUsed ?? [])];
    const notNeeded = [...(request.notNeeded ?? []), ...(given?.notNeeded ?? [])];
    const parameters = { ...request.parameters, ...given?.parameters };
    Object.assign(
      request,
      given,
      { parameters },
      notUsed.length > 0 && { notUsed },
      notNeeded.length > 0 && { notNeeded },
    );
  }
  return request;
}

/** Objects have no words of their own. */
export const spelled = (value: unknown) => (typeof value === 'string' ? value : `${JSON.stringify(value)}`);

/** Compares data with the skill and the parameters of this order, and a text with its VIN. */
export function asksForAnother(
  parts: readonly SentPart[],
  { skillId, parameters }: Pick<Enquiry, 'skillId' | 'parameters'>,
  vocabulary: Vocabulary,
): boolean {
  const plain = (value: unknown) => spelled(value).trim().toUpperCase();
  return parts.some((part) => {
    const vin = 'text' in part ? VIN.exec(part.text)?.[0] : undefined;
    const given: Enquiry =
      'data' in part ? readData(part.data, vocabulary, skillId) : { parameters: vin ? { vin } : {} };
    const isOther = ([name, value]: [string, unknown]) => plain(value) !== plain(parameters[name]);
    return (
      (given.skillId !== undefined && given.skillId !== skillId) ||
      Object.entries(given.parameters).some(isOther)
    );
  });
}

/** A fact that only another product takes is said back and refuses nothing: who knows a car sends all that it knows. */
function readData(data: unknown, { products }: Vocabulary, known: string | undefined): Enquiry {
  const parsed = dataRequest.safeParse(data);
  if (!parsed.success) return { parameters: {}, notUsed: [shortly(JSON.stringify(data))] };
  const { skill, parameters = {}, ...others } = parsed.data;
  const about = products.find(({ slug }) => slug === (skill ?? known));
  const isNeeded = ([name]: [string, unknown]) =>
    !about || takes(about, name) || !products.some((product) => takes(product, name));
  const given = Object.entries(parameters);
  const notNeeded = given.filter((fact) => !isNeeded(fact)).map(([name]) => name);
  const notUsed = [...notNeeded, ...Object.keys(others).map(shortly)];
  return {
    ...(skill !== undefined && { skillId: skill }),
    parameters: Object.fromEntries(given.filter(isNeeded)),
    ...(notUsed.length > 0 && { notUsed }),
    ...(notNeeded.length > 0 && { notNeeded }),
  };
}

const takes = ({ query }: Pick<Listing, 'query'>, parameter: string) =>
  describeQuery(query).some(({ name }) => name === parameter);

const PAIR = /\b([a-z_]+)=([\w.-]+)/gi;
/** Says that these come on top of a price, and asks nothing about them. */
const PRICE_WITHOUT = /\bplus (?:fees?|tax(?:es)?)\b/i;
/** What is said of a sale: who says it with a VIN and asks nothing more wants to know all about the car. */
const OF_A_SALE = ['price', 'sale_type', 'state', 'province', 'postal_code'];

/** Guesses nothing between two products: who names several is asked which, unless a sale is told that one holds. */
export function readText(text: string, vocabulary: Vocabulary, known?: string): Enquiry {
  const pairs = Object.fromEntries(
    [...text.matchAll(PAIR)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  );
  const { facts, unclear, rest } = readFacts(text.replace(PAIR, ' '), vocabulary.readPlaces);
  const said: Record<string, unknown> = Object.assign({}, ...facts.map(({ parameters }) => parameters));
  const asking = rest.replace(PRICE_WITHOUT, ' ');
  const words = spaced(asking);
  const isOfSale = 'vin' in said && OF_A_SALE.some((name) => name in said || name in unclear);
  const named = namedIn(asking, vocabulary.products);
  const whole =
    isOfSale && known === undefined && vocabulary.products.find(({ parts }) => parts !== undefined);
  const product =
    (named.length === 1 ? named[0] : undefined) ??
    (whole || ('vin' in said && words === ' ' && !known ? vinAlone(vocabulary) : undefined));
  if (words.includes(' sample '))
    return { ...(product && { skillId: `sample-${product.slug}` }), parameters: pairs };

  const slug = product?.slug ?? known;
  const about = vocabulary.products.find((one) => one.slug === slug);
  const isKnown = (name: string) => (about ? takes(about, name) : name === 'vin');
  const isTaken = (name: string) => isKnown(name) && !(name === 'model_year' && 'vin' in said);
  const used = Object.fromEntries(Object.entries(said).filter(([name]) => isTaken(name)));
  const isPlaced = ['country', 'state', 'province'].some(
    (name) => name in said || name in unclear || name in pairs,
  );
  // A price alone may be one of Canada or of the United States.
  if ('price' in said && known === undefined && !isPlaced)
    unclear.country = 'Where is it to be registered? Name a state, a province or a postal code.';
  const asked = Object.fromEntries(Object.entries(unclear).filter(([name]) => isKnown(name)));
  const parameters = { ...used, ...pairs };
  const isBargain = 'price' in parameters && !('sale_type' in parameters) && isKnown('sale_type');
  const { [MOST_TO_SPEND]: mostUsd } = said;
  const others = facts
    .filter(({ parameters }) => !(MOST_TO_SPEND in parameters))
    .filter((fact) => !Object.keys(fact.parameters).every(isTaken))
    .map(({ words }) => words);
  const notNeeded = about ? [...others, ...Object.keys(unclear).filter((name) => !isKnown(name))] : [];
  const notUsed = about ? [...notNeeded, ...leftOver(rest, vocabulary.products)] : others;
  return {
    ...(product && { skillId: product.slug }),
    parameters,
    ...(isBargain && { assumed: PRIVATE_SALE }),
    ...(Object.keys(asked).length > 0 && { unclear: asked }),
    ...(notUsed.length > 0 && { notUsed }),
    ...(notNeeded.length > 0 && { notNeeded }),
    ...(typeof mostUsd === 'number' && { mostUsd }),
    ...(product && named.length > 1 && { named: named.map((one) => one.slug) }),
  };
}

const PRIVATE_SALE = {
  parameters: { sale_type: 'private' },
  words: 'This is for a sale by a private person; say "from a dealer" if it is not.',
};

/** Writes lower-case words between single blanks, so that whole words can be looked for. */
function spaced(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return words === '' ? ' ' : ` ${words} `;
}

/** Finds the words of each of these, one or several of what they name. */
const phrases = (all: readonly string[]) =>
  new RegExp(`\\b(?:${all.map((one) => one.replace(/\W+/g, '\\W+')).join('|')})(?:e?s)?\\b`, 'gi');
const wordsFor = ({ slug, name, askedFor = [] }: Wording) => [slug, name, ...askedFor];

function namedIn(text: string, products: readonly AskedProduct[]): AskedProduct[] {
  const asked = products.filter((product) => phrases(wordsFor(product)).test(text));
  const opened = products.filter(({ openedWith }) => openedWith && phrases(openedWith).test(text));
  return asked.length > 0 ? asked : opened;
}

/** Finds what a VIN without a word asks for: what car it is. */
function vinAlone({ products }: Vocabulary): AskedProduct | undefined {
  return products.find(({ query }) =>
    describeQuery(query).every(({ name, required }) => required === (name === 'vin')),
  );
}

const COMMON = new Set(
  (
    'a about afraid all am an and anxious any are as ask asking asks at be between bit bought built but buy ' +
    'buying by can car cars cash check code concerned considering cost costs could curious d dad daughter deal do ' +
    'does dollars excited family father find for found from get give going good got guy had has have he hello ' +
    'help helps her here hey hi his honestly hope how husband i id if im in is it its just kid kids kind know ' +
    'known left like likes little live ll look looking love m many maybe me mileage miles mom mother much my need ' +
    'near nervous not now odo odometer of ok on open or our out over owe pay please plus price priced purchase quite ' +
    'quote re read reads really s safe sale scared seller selling sells shall she should show shows so sold some ' +
    'son state sure t tell than thank thanks that the there these think thinking this to truck unsure up us used ' +
    'van ve vehicle very vin want wants was we what when which who wife will with worried worry worrying worth ' +
    'would you your zip'
  ).split(' '),
);

const LONGEST_SAID = 80;
const shortly = (said: string) => (said.length <= LONGEST_SAID ? said : 'a long text');

/** Names the words that say something and were not understood, as they stand together. */
function leftOver(rest: string, products: readonly AskedProduct[]): string[] {
  const asking = products.flatMap((product) => [...wordsFor(product), ...(product.openedWith ?? [])]);
  const others = rest.replace(phrases(asking), '|');
  return others.split(/[|,;:.!?()\n]+/).flatMap((run) => {
    const words = run.trim().split(/\s+/);
    const isCommon = (word: string) =>
      spaced(word)
        .trim()
        .split(' ')
        .every((one) => one === '' || COMMON.has(one));
    const first = words.findIndex((word) => !isCommon(word));
    const last = words.findLastIndex((word) => !isCommon(word));
    if (first < 0) return [];
    return [shortly(words.slice(first, last + 1).join(' '))];
  });
}
