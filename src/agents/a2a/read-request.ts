import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { describeQuery, takes } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import type { SentPart } from './messages.ts';
import { MOST_TO_SPEND, type ReadPlaces, readFacts, VIN } from './read-facts.ts';

export interface Enquiry {
  skillId?: string;
  parameters: Record<string, unknown>;
  /** Values taken for granted where nothing else was said, and the words that say so. */
  assumed?: { parameters: Record<string, unknown>; words: string };
  /** Parameters that were said in a way that may mean several things, each with its question. */
  unclear?: Readonly<Record<string, string>>;
  /** Words that are no part of the order. */
  notUsed?: readonly string[];
  /** Those of them that were understood, and make no difference to what is asked. */
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
    Object.assign(request, given, { parameters }, filled({ notUsed, notNeeded }));
  }
  return request;
}

const filled = (lists: Record<'notUsed' | 'notNeeded', readonly string[]>): Partial<typeof lists> =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));

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

function readData(data: unknown, { products }: Vocabulary, known: string | undefined): Enquiry {
  const parsed = dataRequest.safeParse(data);
  if (!parsed.success) return { parameters: {}, notUsed: [shortly(JSON.stringify(data))] };
  const { skill, parameters = {}, ...others } = parsed.data;
  const about = products.find(({ slug }) => slug === (skill ?? known));
  const notNeeded = ofOthers(about, Object.keys(parameters), products);
  const notUsed = [...notNeeded, ...Object.keys(others).map(shortly)];
  return {
    ...(skill !== undefined && { skillId: skill }),
    parameters: without(notNeeded, parameters),
    ...filled({ notUsed, notNeeded }),
  };
}

/** Finds the facts that only other products take. They refuse nothing: who knows a car sends all that it knows. */
const ofOthers = (about: AskedProduct | undefined, names: readonly string[], all: readonly AskedProduct[]) =>
  names.filter((name) => about && !takes(about, name) && all.some((product) => takes(product, name)));

const without = (names: readonly string[], parameters: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));

/** Writes what a product takes of these parameters as the text that asks for it. */
export function asLine(product: AskedProduct, parameters: Record<string, unknown>): string {
  const pairs = Object.entries(parameters).filter(([name]) => takes(product, name));
  const quoted = (value: unknown) => (/^[\w.-]+$/.test(`${value}`) ? value : `"${value}"`);
  return [product.slug, ...pairs.map(([name, value]) => `${name}=${quoted(value)}`)].join(' ');
}

const PAIR = /\b([a-z_]+)=("[^"]*"|[\w.-]+)/gi;
/** Says that these come on top of a price, and asks nothing about them. */
const PRICE_WITHOUT = /\bplus (?:fees?|tax(?:es)?)\b/i;
/** Facts of a sale: who says one with a VIN and asks nothing more wants to know all about the car. */
const OF_A_SALE = ['price', 'sale_type', 'state', 'province', 'postal_code'];

/** Guesses nothing between two products: who names several is asked which, unless a sale is told that one holds. */
export function readText(text: string, vocabulary: Vocabulary, known?: string): Enquiry {
  const pairs = Object.fromEntries(
    [...text.matchAll(PAIR)].map(([, name = '', to = '']) => [name.toLowerCase(), to.replaceAll('"', '')]),
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
  const others = ofOthers(about, Object.keys(pairs), vocabulary.products);
  const parameters = { ...used, ...without(others, pairs) };
  const isBargain = 'price' in parameters && !('sale_type' in parameters) && isKnown('sale_type');
  const { [MOST_TO_SPEND]: mostUsd } = said;
  const besides = facts
    .filter(({ parameters }) => !(MOST_TO_SPEND in parameters))
    .filter((fact) => !Object.keys(fact.parameters).every(isTaken))
    .map(({ words }) => words);
  const inDoubt = Object.keys(unclear).filter((name) => !isKnown(name));
  const notNeeded = about ? [...besides, ...others, ...inDoubt] : [];
  const notUsed = about ? [...notNeeded, ...leftOver(rest, vocabulary.products)] : besides;
  return {
    ...(product && { skillId: product.slug }),
    parameters,
    ...(isBargain && { assumed: PRIVATE_SALE }),
    ...(Object.keys(asked).length > 0 && { unclear: asked }),
    ...filled({ notUsed, notNeeded }),
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

/** Words that say nothing of a car. */
const everyday = onDemand(() => new Set(readDataFile('words/everyday.json', z.array(z.string()))));
/** They turn what follows into its opposite, or count it. */
const QUALIFIES = new Set(['no', 'not', 'never', 'without', 'one', 'two', 'new']);

const LONGEST_SAID = 80;
const shortly = (said: string) => (said.length <= LONGEST_SAID ? said : 'a long text');

/** Names the words that say something and were not understood, as they stand together. */
function leftOver(rest: string, products: readonly AskedProduct[]): string[] {
  const asking = products.flatMap((product) => [...wordsFor(product), ...(product.openedWith ?? [])]);
  const others = rest.replace(phrases(asking), '|');
  return others.split(/[|,;:.!?()\n]+/).flatMap((run) => {
    const words = run.trim().split(/\s+/);
    const parts = (word: string) => word.toLowerCase().split(/[^a-z0-9]+/);
    const isCommon = (word: string) => parts(word).every((one) => one === '' || everyday().has(one));
    let first = words.findIndex((word) => !isCommon(word));
    const last = words.findLastIndex((word) => !isCommon(word));
    if (first < 0) return [];
    while (QUALIFIES.has(words[first - 1] ?? '')) first -= 1;
    return [shortly(words.slice(first, last + 1).join(' '))];
  });
}
