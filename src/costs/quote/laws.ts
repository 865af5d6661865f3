import { computeCosts } from '../costs-service.ts';
import type { Addition, Jurisdiction } from '../jurisdiction-schema.ts';
import type { Cents } from '../money.ts';
import type { Bill, CostLine } from '../published.ts';
import type { CostsQuery } from '../sale.ts';
import {
  billWords,
  initialsOf,
  isAddition,
  isTaxOnAddition,
  kindOf,
  sameName,
  statedRates,
  sumsUp,
} from './wording.ts';

type Category = CostLine['category'];
const ofTax = 'tax' as const;

export interface Bounds {
  low: Cents;
  high: Cents;
}

/** The amount that the law asks or may ask for one thing at this sale. */
export interface Law
  extends Bounds,
    Pick<CostLine, 'id' | 'category' | 'label' | 'confidence' | 'source' | 'rate'> {
  /** Surely due, and before the car is registered. */
  isDueNow: boolean;
  /** No part of what an office asks for on the day: only its own name means it. */
  isNamedOnly: boolean;
  /** The buyer may do without it, or it is that of a buyer with other plates. */
  isOptional: boolean;
  /** In which case it is due, where that is open. */
  condition: string | undefined;
  alternative: (Bounds & { why: string }) | undefined;
  words: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** The most lines of the law that a line of a bill is tried to be the sum of. */
const MOST_LINES = 12;

/**
 * Everything that the place may ask: the lines of the bill, those of a buyer who moves plates or needs them, and with an
 * amount of nothing those that are not due for this car or at this price.
 */
export function lawsOf(figures: Jurisdiction, query: CostsQuery, bill: Bill): Law[] {
  const moved = computeCosts(figures, { ...query, buyerHasPlates: !query.buyerHasPlates });
  const ids = new Set(bill.lines.map(({ id }) => id));
  const laws = [
    ...bill.lines.map((line) => lawOf(line, figures, query)),
    ...moved.lines
      .filter(({ id }) => !ids.has(id))
      .map((line) => ({ ...lawOf(line, figures, query), low: 0, isDueNow: false, isOptional: true })),
  ];
  const known = new Set(laws.map(({ id }) => id));
  const taxes = figures.dealerSaleTaxes.map((tax) => ({ ...tax, category: ofTax, sales: undefined }));
  for (const { id, label, category, confidence, source: key, sales } of [...taxes, ...figures.fees]) {
    const source = figures.sources[key];
    if (known.has(id) || source === undefined || (sales && !sales.includes(query.saleType))) continue;
    const asNothing = { amount: 0, mandatory: true, known: false };
    laws.push(lawOf({ id, label, category, confidence, source, ...asNothing }, figures, query));
  }
  const ofDealer = new Set(figures.fees.filter(({ chargedBy }) => chargedBy).map(({ id }) => id));
  return laws.filter(({ id, category }) => category !== 'documentation' && !ofDealer.has(id));
}

type Line = Omit<CostLine, 'frequency' | 'asOf' | 'verifiedOn'>;

function lawOf(line: Line, figures: Jurisdiction, query: CostsQuery): Law {
  const { id, category, label, confidence, source, rate, alternative, cases, mandatory, known } = line;
  const { low, high } = dueOf(line, figures, query);
  const own = figures.fees.filter((fee) => fee.id === id);
  const isLater = own.some(({ due }) => due !== undefined);
  const isOpen = cases?.at(-1)?.when === 'otherwise';
  return {
    id,
    category,
    label,
    confidence,
    source,
    ...(rate !== undefined && { rate }),
    low: mandatory && !isLater ? low : 0,
    high,
    isDueNow: mandatory && known && high > 0 && !isLater && category !== 'inspection',
    isNamedOnly: own.some(({ due }) => due === 'billed later'),
    isOptional: !mandatory,
    condition: isOpen ? cases?.[0]?.when : undefined,
    alternative: alternative && { ...boundsOf(alternative), why: alternative.why },
    ...vocabularyOf(id, label),
  };
}

function vocabularyOf(id: string, label: string) {
  const words = billWords(`${id.replaceAll('-', ' ')} ${label}`);
  return { words, names: new Set([...words, ...initialsOf(label)].filter((word) => !kinds.has(word))) };
}

/** The amount that a line asks of this sale; a part of a trade-in that the law deducts stands beside the line, but is the buyer's. */
export function dueOf(line: Line, figures: Jurisdiction, { tradeIn }: CostsQuery): Bounds {
  const figure = figures.dealerSaleTaxes.find(({ id }) => id === line.id);
  const isCredited = tradeIn !== undefined && figure?.tradeIn?.credit === 'partial';
  return boundsOf((isCredited && line.alternative) || line);
}

export function boundsOf({ amount, range }: Pick<CostLine, 'amount' | 'range'>): Bounds {
  const [low, high] = [amount ?? range?.low ?? 0, amount ?? range?.high ?? 0];
  return { low: Math.round(low * 100), high: Math.round(high * 100) };
}

const ofRegistration: readonly Category[] = ['registration', 'plate', 'levy', 'transfer', 'other'];
const fees: readonly Category[] = ['title', 'inspection', ...ofRegistration];

/** The kinds of lines for which bills everywhere use a word. All other words name a line of the place's own data. */
const kinds = new Map<string, readonly Category[]>(
  Object.entries({
    'tax sale use excise provincial': [ofTax],
    title: ['title', 'transfer'] as const,
    transfer: ['transfer', 'title', 'plate'] as const,
    'registration licence plate permit renewal': ofRegistration,
    'inspection emission safety test': ['inspection'] as const,
  }).flatMap(([words, categories]) => words.split(' ').map((word) => [word, categories] as const)),
);
/** Taxes that exist somewhere. */
const taxNames = new Set(['gst', 'hst', 'pst', 'rst', 'qst', 'tavt', 'vat', 'luxury', 'get']);

/** Laws that a line of a bill can stand for, by its words. */
export interface Meaning {
  /** Every line of the law that can be in it. */
  laws: readonly Law[];
  /** Which addition of the seller it is, where its words do not wholly name a law. */
  kind: Addition | undefined;
  isTax: boolean;
  /** Every telling word names something that is known. */
  isUnderstood: boolean;
}

export function meaningOf(text: string, laws: readonly Law[], place: Bill['place']): Meaning {
  if (isTaxOnAddition(text)) return { laws: [], kind: undefined, isTax: false, isUnderstood: false };
  const given = kindOf(text);
  const kind = isAddition(given) ? given : undefined;
  const ofPlace = billWords(`${place.name} ${place.code} ${place.code}s nys`);
  const words = [...billWords(text)].filter((word) => !ofPlace.has(word));
  const named = laws.filter(({ names }) => words.some((word) => names.has(word)));
  const isJoined = /[,&+/]|\b(and|et)\b/.test(text);
  const isCovered = (word: string) => named.some((law) => law.words.has(word) || law.names.has(word));
  // "RTA tax" is that line alone; "Reg / VLT" and "tax & wheel tax" are several.
  const rest = words.filter((word) => isJoined || !(isCovered(word) || (word === 'tax' && named.length > 0)));
  const called = sameName(text);
  // The name of a tax, or a part of it, is no registration, whatever its words mean elsewhere.
  const asCalled = called.includes(' ')
    ? laws.filter(({ label }) => ` ${sameName(label)} `.includes(` ${called} `))
    : [];
  const sums = sumsUp(text);
  const rates = statedRates(text);
  const found = laws.filter(
    (law) =>
      named.includes(law) ||
      asCalled.includes(law) ||
      // Iowa's registration fee of 5 % is a tax.
      (law.category === 'tax' && rates.includes(law.rate ?? Number.NaN)) ||
      (sums.fees && !law.isNamedOnly && fees.includes(law.category)) ||
      (sums.taxes && law.category === 'tax') ||
      rest.some((word) => isOfKind(word, law)),
  );
  const isTax = words.some((word) => taxNames.has(word) || kinds.get(word)?.includes(ofTax));
  const isUnderstood =
    words.every((word) => isCovered(word) || kinds.has(word) || taxNames.has(word)) &&
    words.length + found.length > 0;
  if (kind !== undefined && !named.some((law) => isWholeName(law, text, words))) {
    // A seller's word: the law's only where the place's own data calls it so and the amount agrees.
    const isBoth = isJoined && words.some((word) => kinds.has(word)) && !words.includes('dealer');
    // One of several names may be the law's: then the line is asked about, if it does not come to the cent.
    if (isBoth) return { laws: found, kind: undefined, isTax, isUnderstood: false };
    const isOwn = named.length > 0 && words.length > 1 && isUnderstood && !words.includes('dealer');
    return { laws: isOwn ? found : named, kind, isTax, isUnderstood: isOwn };
  }
  const isTaxName = asCalled.some(({ category }) => category === 'tax');
  const meant = isTaxName ? found.filter((law) => asCalled.includes(law) || law.category === 'tax') : found;
  const isOfTaxes = meant.length > 0 && meant.every(({ category }) => category === 'tax');
  return { laws: meant, kind: undefined, isTax: isTax || isOfTaxes, isUnderstood };
}

function isOfKind(word: string, law: Law): boolean {
  // A thing that is not due is named, or it is not meant.
  if (law.isNamedOnly || (law.high === 0 && law.category !== 'tax')) return false;
  if (word === 'provincial') return law.category === 'tax' && !law.words.has('gst');
  // Some levies are called an excise or a use tax as well.
  if ((word === 'excise' || word === 'use') && law.words.has(word) && law.words.has('tax')) return true;
  return taxNames.has(word) ? law.category === 'tax' : (kinds.get(word)?.includes(law.category) ?? false);
}

/** Tells whether a line has the full name of the law: a "document fee" alone is the seller's even where a tax is called so. */
function isWholeName({ label, words: own }: Law, text: string, words: readonly string[]): boolean {
  if (words.includes('dealer')) return false;
  const telling = [...billWords(label)];
  return (
    sameName(text) === sameName(label) ||
    (telling.length > 1 && telling.every((word) => own.has(word) && words.includes(word)))
  );
}

/** A cent is left for bills that round every part by itself. */
export const ROUNDING: Cents = 1;

export function isWithin(amount: Cents, { low, high }: Bounds): boolean {
  return amount >= low - ROUNDING && amount <= high + ROUNDING;
}

export function sumOf(bounds: readonly Bounds[]): Bounds {
  return {
    low: bounds.reduce((sum, { low }) => sum + low, 0),
    high: bounds.reduce((sum, { high }) => sum + high, 0),
  };
}

/** The lines that come to an amount together: of several choices the one with most lines, which leaves least unexplained. */
export function linesOfSum<Line extends Bounds>(lines: readonly Line[], amount: Cents): Line[] | undefined {
  const tried = lines
    .filter(({ high }) => high > 0)
    .toSorted((a, b) => b.high - a.high)
    .slice(0, MOST_LINES);
  let best: Line[] | undefined;
  for (let choice = 1; choice < 2 ** tried.length; choice += 1) {
    const chosen = tried.filter((_line, place) => (choice >> place) % 2 === 1);
    if (chosen.length > (best?.length ?? 0) && isWithin(amount, sumOf(chosen))) best = chosen;
  }
  return best;
}
