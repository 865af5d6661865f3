import { computeCosts, inForce } from '../costs-service.ts';
import type { Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, moneyText } from '../money.ts';
import { type CostsQuery, today } from '../sale.ts';
import {
  asLawSays,
  type Closing,
  closingOf,
  missing,
  notLawful,
  notRecognised,
  type QuoteFinding,
  sellersOwn,
  taxedWrongly,
  twice,
  unlikeLaw,
} from './finding.ts';
import {
  type Bounds,
  isWithin,
  type Law,
  lawsOf,
  linesOfSum,
  type Meaning,
  meaningOf,
  ROUNDING,
  sumOf,
} from './laws.ts';
import { type QuoteLine, readQuote } from './read-quote.ts';
import { type Added, casesOf, type SaleCase, subsetsOf } from './sale-cases.ts';
import {
  billWords,
  isAddition,
  isOwedOnTrade,
  isPartOfTax,
  isSumOfTaxes,
  kindOf,
  sameName,
} from './wording.ts';

export interface CheckedQuote {
  findings: QuoteFinding[];
  /** The sum that can be asked back or negotiated; null where there is nothing. */
  closing: Closing | null;
  /** Lines in which no amount was found. */
  notRead: string[];
  /** Facts of the sale that the check took from the bill, or that differ from the query. */
  notes: string[];
}

/** Checks a bill as it was typed or pasted against the figures of one place. It reads no file: a page can run it. */
export function checkQuoteText(text: string, whole: Jurisdiction, query: CostsQuery): CheckedQuote {
  const figures = inForce(whole, query.on ?? today());
  const { lines, notRead } = readQuote(text);
  // Nothing can be missing from a bill that was not read.
  if (lines.length === 0) return { findings: [], closing: null, notRead, notes: [] };
  const { sale, notes } = withTradeIn(lines, query);
  const findings = judge(lines, figures, withoutRateOfArea(sale));
  return { findings, closing: closingOf(findings), notRead, notes: [...notes, ...priceNotes(lines, sale)] };
}

/** The rate of a city may have changed since it was written down: it accuses nobody, the bounds of the state do. */
function withoutRateOfArea(sale: CostsQuery): CostsQuery {
  const { rates: _, ...area } = sale.area ?? {};
  return sale.area ? { ...sale, area } : sale;
}

/** A charge of the bill, or the parts of a tax that the law states as one. */
interface Charge {
  line: QuoteLine;
  meaning: Meaning;
}

/** The lines of the law that an amount comes to, and how the taxes among them were worked out. */
interface Found extends Bounds {
  laws: readonly Law[];
  way: SaleCase;
  why?: string | undefined;
}

type Match = (laws: readonly Law[], amount: Cents, way: SaleCase) => Omit<Found, 'way'> | undefined;

function judge(lines: readonly QuoteLine[], figures: Jurisdiction, sale: CostsQuery): QuoteFinding[] {
  const bill = computeCosts(figures, sale);
  const laws = lawsOf(figures, sale, bill);
  const { single, repeated } = withoutRepeated(lines.filter((line) => isCharge(line, sale)));
  const meant = (line: QuoteLine): Charge => ({ line, meaning: meaningOf(line.text, laws, bill.place) });
  const parts = withoutSums(single.map(meant));
  const waysOf = casesOf(figures, sale, parts.flatMap(addedBySeller(sale)), pricesOf(lines, sale));
  const charges = withTaxInOne(parts, laws, waysOf).map(meant);
  const open = new Set(laws);
  // An amount that a line names and comes to alone is surely that line's; one that a sum may hold can be another's as well.
  const taken = new Set<Law>();
  const findings = new Map<QuoteLine, QuoteFinding>(repeated.map((line) => [line, twice(line)]));
  // Lines that can be least go before those that can be much.
  const ordered = charges.toSorted((a, b) => a.meaning.laws.length - b.meaning.laws.length);
  const isOpen = (law: Law) => open.has(law);
  const isNotTaken = (law: Law) => !taken.has(law);
  for (const charge of ordered) tryTo(oneLine, charge, isOpen);
  for (const charge of ordered) tryTo(severalLines, charge, isOpen);
  for (const charge of ordered) {
    tryTo(severalLines, charge, isNotTaken);
    const { line, meaning } = charge;
    if (!findings.has(line)) findings.set(line, withoutFit(line, meaning));
  }
  return [
    ...[...charges.map(({ line }) => line), ...repeated].flatMap((line) => findings.get(line) ?? []),
    ...[...open].filter((law) => law.isDueNow && !isElsewhere(law)).map(missing),
  ];

  function tryTo(match: Match, { line, meaning }: Charge, isFree: (law: Law) => boolean): void {
    if (findings.has(line)) return;
    if (match === severalLines && meaning.kind !== undefined && !meaning.isUnderstood) return;
    // A name that says nothing may be that of a tax, where it comes to it: "City/County/State".
    const isNameless = meaning.laws.length === 0 && meaning.kind === undefined && !meaning.isTax;
    const named = isNameless ? laws.filter(({ category }) => category === 'tax') : meaning.laws;
    const found = search(line, named.filter(isFree), waysOf(line.text), match);
    // A range holds much: with a word that nobody knows it tells nothing.
    const isVague = !meaning.isUnderstood && !meaning.isTax && found?.low !== found?.high;
    if (found === undefined || isVague) return;
    for (const law of found.laws) {
      open.delete(law);
      if (match === oneLine && (found.low === found.high || law.category === 'tax')) taken.add(law);
    }
    findings.set(
      line,
      found.way.lawful ? taxedWrongly(line, found, figures) : asLawSays(line, found, figures),
    );
  }

  /** Tells whether a line may hold it whose parts are not known, or a sum of fees that is no charge of its own. */
  function isElsewhere(law: Law): boolean {
    const sums = lines.filter(({ text }) => kindOf(text) === 'total').map(meant);
    const isSettled = (line: QuoteLine) => [...taken].some(({ id }) => id === findings.get(line)?.line);
    const unclear = charges.filter(({ line, meaning }) => meaning.kind === undefined && !isSettled(line));
    return [...sums, ...unclear].some(({ meaning }) => meaning.laws.includes(law));
  }

  /** Judges an amount that nothing in the law comes to. It is called too high only above all that the line can stand for. */
  function withoutFit(line: QuoteLine, { laws: all, kind, isTax, isUnderstood }: Meaning): QuoteFinding {
    if (kind !== undefined) return sellersOwn(line, bill, kind);
    const candidates = all.filter(isNotTaken);
    const isKnownTax = isTax && (isUnderstood || billWords(line.text).has('sale'));
    if (candidates.length === 0) return isKnownTax ? notLawful(line, bill) : notRecognised(line);
    const possible = narrowed(line, candidates);
    const due = possible.filter(({ isOptional }) => !isOptional);
    const asked = due.length > 0 ? due : possible;
    const { low, high } = sumOf(asked);
    for (const law of possible) open.delete(law);
    const isLower = line.amount < low && asked.length === 1 && isUnderstood;
    if (isLower) return unlikeLaw(line, asked, 'lower than the law says');
    // Everything that can be added is, and an estimate is stretched by half, before anybody is told that it is passed.
    const most = possible.reduce((sum, law) => sum + law.high * (law.confidence === 'low' ? 1.5 : 1), 0);
    const isSure = line.amount > most + ROUNDING && (isUnderstood || (isTax && high === 0));
    return unlikeLaw(line, asked, isSure ? 'higher than the law says' : 'ask what this is');
  }
}

/** Of several taxes those that the line has a word of; a sales tax is no levy that is called a tax as well. */
function narrowed({ text }: QuoteLine, laws: readonly Law[]): readonly Law[] {
  const given = billWords(text);
  const taxes = laws.filter(({ category }) => category === 'tax');
  if (taxes.length < laws.length && !(given.has('sale') && given.size < 4 && taxes.length > 0)) return laws;
  const called = taxes.filter(({ words }) => [...given].some((word) => word !== 'tax' && words.has(word)));
  return called.length > 0 ? called : taxes;
}

function search(
  line: QuoteLine,
  laws: readonly Law[],
  ways: Iterable<SaleCase>,
  match: Match,
): Found | undefined {
  if (laws.length === 0) return undefined;
  for (const way of ways) {
    const found = match(laws, line.amount, way);
    if (found !== undefined) return { ...found, way };
    // Nothing but a tax depends on the way.
    if (laws.every(({ category }) => category !== 'tax')) return undefined;
  }
  return undefined;
}

/** The line of the law that comes to an amount, or does under the other rule that it states; of several the surest. */
function oneLine(laws: readonly Law[], amount: Cents, way: SaleCase): ReturnType<Match> {
  const fitting = laws
    // A sum of fees is no garage's price for what is only sometimes due.
    .filter(({ category, condition }) => laws.length < 3 || category !== 'inspection' || !condition)
    .flatMap((law) => [
      { laws: [law], why: way.why, ...way.boundsOf(law) },
      ...(law.alternative ? [{ laws: [law], ...law.alternative }] : []),
    ])
    .filter((found) => found.high > 0 && isWithin(amount, found));
  return fitting.toSorted((a, b) => a.high - a.low - (b.high - b.low))[0];
}

function severalLines(laws: readonly Law[], amount: Cents, way: SaleCase): ReturnType<Match> {
  const chosen = linesOfSum(
    laws.map((law) => ({ law, ...way.boundsOf(law) })),
    amount,
  );
  return chosen && { laws: chosen.map(({ law }) => law), why: way.why, ...sumOf(chosen) };
}

/** Leaves out what asks for nothing: sums, ways of paying, the price of the car and what is taken off it. */
function isCharge({ text, amount }: QuoteLine, { price }: CostsQuery): boolean {
  const kind = kindOf(text);
  if (amount <= 0 || amount === price) return false;
  return kind === undefined || isAddition(kind);
}

/** A sum of taxes is judged where it is all that the bill says of them. */
function withoutSums(charges: readonly Charge[]): readonly Charge[] {
  const parts = charges.filter(({ line }) => !isSumOfTaxes(line.text));
  return parts.some(({ meaning }) => meaning.isTax) ? parts : charges;
}

function withoutRepeated(lines: readonly QuoteLine[]) {
  const isFirst = ({ text, amount }: QuoteLine, index: number) =>
    lines.findIndex((other) => other.amount === amount && sameName(other.text) === sameName(text)) === index;
  return { single: lines.filter(isFirst), repeated: lines.filter((line, index) => !isFirst(line, index)) };
}

/** An amount that is not known may be the seller's, but hardly at half the price of the car. */
function addedBySeller({ price }: CostsQuery) {
  return ({ line, meaning: { kind, laws, isTax } }: Charge): Added[] => {
    if (line.amount > price / 2 || (kind === undefined && (laws.length > 0 || isTax))) return [];
    return [{ line, kind: kind ?? 'other' }];
  };
}

/**
 * Adds up the parts of a tax: the law has one where a bill may state those of the state and of the county. Where no parts
 * come to it, and no line alone, those that call themselves parts are taken for it.
 */
function withTaxInOne(
  charges: readonly Charge[],
  laws: readonly Law[],
  waysOf: ReturnType<typeof casesOf>,
): readonly QuoteLine[] {
  const lines = charges.map(({ line }) => line);
  const [tax, ...others] = laws.filter(({ category, high }) => category === 'tax' && high > 0);
  if (tax === undefined || others.length > 0) return lines;
  const ofTax = charges
    .filter(
      ({ meaning: { isTax, laws: meant } }) =>
        isTax && meant.length > 0 && meant.every(({ category }) => category === tax.category),
    )
    .map(({ line }) => line);
  const isWhole = (some: readonly QuoteLine[]) =>
    search(wholeOf(some), [tax], waysOf(wholeOf(some).text), oneLine) !== undefined;
  const calledParts = ofTax.filter(({ text }) => isPartOfTax(text));
  const sums = subsetsOf(ofTax).filter(
    (some) => some.length > 1 && some.some((line) => calledParts.includes(line)),
  );
  // Beside a part, what is less than the tax is one as well: "County surtax" and "Sales tax".
  const isAllParts = calledParts.length > 0 && ofTax.every(({ amount }) => amount < tax.low);
  const parts =
    sums.findLast(isWhole) ?? (ofTax.some((line) => isWhole([line])) ? [] : isAllParts ? ofTax : calledParts);
  if (parts.length < 2) return lines;
  const [first] = parts;
  return lines
    .filter((line) => line === first || !parts.includes(line))
    .map((line) => (line === first ? wholeOf(parts) : line));
}

function wholeOf(parts: readonly QuoteLine[]): QuoteLine {
  return {
    text: parts.map(({ text }) => text).join(' + '),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** Takes the trade-in from the bill where the query gives none. */
function withTradeIn(lines: readonly QuoteLine[], query: CostsQuery): { sale: CostsQuery; notes: string[] } {
  const [stated] = amountsOf(lines, 'trade-in');
  const { tradeIn, price } = query;
  if (stated === undefined || stated === tradeIn) return { sale: query, notes: [] };
  if (tradeIn !== undefined) {
    return {
      sale: query,
      notes: [
        `The quote states a trade-in of ${moneyText(stated)}; the check was made with ${moneyText(tradeIn)}.`,
      ],
    };
  }
  if (stated >= price) return { sale: query, notes: [] };
  return {
    sale: { ...query, tradeIn: stated },
    notes: [`The trade-in of ${moneyText(stated)} was taken from the quote.`],
  };
}

/** Reports another price on the bill. Where it states several, asked and agreed, any may be the given one. */
function priceNotes(lines: readonly QuoteLine[], { price }: CostsQuery): string[] {
  const stated = amountsOf(lines, 'price');
  const last = stated.at(-1);
  return last === undefined || stated.includes(price)
    ? []
    : [`The quote states a price of ${moneyText(last)}; the check was made with ${moneyText(price)}.`];
}

/** The other prices that may be taxed: those that the bill states, and the given one without what was taken off it. */
function pricesOf(lines: readonly QuoteLine[], { price, tradeIn = 0 }: CostsQuery): Cents[] {
  const off = [
    ...amountsOf(lines, 'discount'),
    ...lines.map(({ text, amount }) => (kindOf(text) ? 0 : -amount)),
  ]
    .filter((amount) => amount > 0)
    .reduce((sum, amount) => sum + amount, 0);
  const prices = new Set([...amountsOf(lines, 'price'), price + off, price - off]);
  return [...prices].filter((other) => other !== price && other > tradeIn);
}

/** The amounts of a kind; what is taken off counts like what is stated. */
function amountsOf(lines: readonly QuoteLine[], kind: 'price' | 'trade-in' | 'discount'): Cents[] {
  return lines
    .filter(({ text, amount }) => amount !== 0 && kindOf(text) === kind && !isOwedOnTrade(text))
    .map(({ amount }) => Math.abs(amount));
}
