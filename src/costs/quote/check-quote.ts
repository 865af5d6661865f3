import { computeCosts } from '../compute-costs.ts';
import type { Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, moneyText } from '../money.ts';
import type { CostLine } from '../published.ts';
import type { CostsQuery } from '../sale.ts';
import {
  lawfulFinding,
  missing,
  notLawful,
  notRecognised,
  otherThanLawful,
  type QuoteFinding,
  sellersOwn,
} from './finding.ts';
import {
  type BillAt,
  findLawfulAmount,
  lineOfAmount,
  linesFor,
  namedLine,
  plainAmount,
} from './match-lines.ts';
import {
  anyTax,
  isOwedOnTrade,
  isPartOfTax,
  isSumOfTaxes,
  type Meaning,
  meaningOfLine,
  type QuoteLine,
  readQuote,
} from './read-quote.ts';

/** Compares the lines of a bill of sale with what the law asks in this place for this sale. */
export function checkQuote(lines: readonly QuoteLine[], billAt: BillAt): QuoteFinding[] {
  const bill = billAt(0);
  const open = new Set(bill.lines.filter(({ category }) => category !== 'documentation'));
  const read = withTaxInOne(lines, open).map((line) => ({ line, meaning: meaningOfLine(line.text) }));
  const added = read.filter(isAddedBySeller).map(({ line }) => line);
  const findings = new Map<QuoteLine, QuoteFinding>();
  const check = (line: QuoteLine, lawful: readonly CostLine[], isSure: boolean) => {
    if (lawful.length === 0) return;
    const found = compare(line, lawful, billAt, added);
    if (isSure && found.verdict !== 'as the law says') return;
    for (const one of lawful) open.delete(one);
    findings.set(line, found);
  };
  // The first round finds what comes to the amount of the law, so that nothing else is taken for it.
  for (const isSure of [true, false]) {
    for (const { line, meaning } of read) {
      if (findings.has(line)) continue;
      const own = namedLine(open, line.text) ?? lineOfAmount(open, line, bill.place.code.toLowerCase());
      check(line, own === undefined ? linesFor(open, chargesOf(meaning), line) : [own], isSure);
    }
  }
  for (const { line, meaning } of read) {
    if (findings.has(line)) continue;
    if (meaning === undefined) findings.set(line, notRecognised(line));
    else if (meaning.kind === 'seller') findings.set(line, sellersOwn(line, bill));
    else if (meaning.kind === 'government') findings.set(line, notLawful(line, bill));
    else if (isSumOfTaxes(line.text)) check(line, linesFor(open, [anyTax], line), false);
  }
  return [
    ...read.flatMap(({ line }) => findings.get(line) ?? []),
    ...[...open].filter(isSurelyDue).map(missing),
  ];
}

function compare(
  line: QuoteLine,
  lawful: readonly CostLine[],
  billAt: BillAt,
  added: readonly QuoteLine[],
): QuoteFinding {
  const found = findLawfulAmount(line.amount, lawful, billAt, added);
  return found === undefined
    ? otherThanLawful(line, lawful, taxOfAll(lawful, billAt, added))
    : lawfulFinding(line, lawful, found);
}

/** Computes by how much the tax would grow if it fell on everything that the seller adds. */
function taxOfAll(lawful: readonly CostLine[], billAt: BillAt, added: readonly QuoteLine[]): Cents {
  const ids = lawful.filter(({ category }) => category === 'tax').map(({ id }) => id);
  const { lines } = billAt(added.reduce((sum, { amount }) => sum + amount, 0));
  const more = plainAmount(lines.filter(({ id }) => ids.includes(id))).high;
  return more - plainAmount(lawful.filter(({ id }) => ids.includes(id))).high;
}

/** Adds up the parts of a tax: the law has one where a bill may state those of the state and of the county. */
function withTaxInOne(lines: readonly QuoteLine[], open: ReadonlySet<CostLine>): readonly QuoteLine[] {
  const parts = lines.filter(
    ({ text, amount }) => amount > 0 && isPartOfTax(text) && chargesOf(meaningOfLine(text)).some(isTax),
  );
  const taxes = [...open].filter(({ category }) => category === 'tax');
  const [first] = parts;
  if (first === undefined || parts.length < 2 || taxes.length !== 1) return lines;
  const whole: QuoteLine = {
    text: parts.map(({ text }) => text).join(' + '),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
  };
  return lines
    .filter((line) => line === first || !parts.includes(line))
    .map((line) => (line === first ? whole : line));
}

function chargesOf(meaning: Meaning | undefined) {
  return meaning?.kind === 'government' ? meaning.charges : [];
}

function isTax({ categories }: { categories: readonly string[] }): boolean {
  return categories.length === 1 && categories[0] === 'tax';
}

function isAddedBySeller({ line, meaning }: { line: QuoteLine; meaning: Meaning | undefined }): boolean {
  return line.amount > 0 && (meaning === undefined || meaning.kind === 'seller');
}

function isSurelyDue({ mandatory, known, amount }: CostLine): boolean {
  return mandatory && known && (amount ?? 0) > 0;
}

export interface CheckedQuote {
  findings: QuoteFinding[];
  /** Lines in which no amount was found. */
  notRead: string[];
  /** Facts of the sale that the check took from the bill, or that differ from the query. */
  notes: string[];
}

/** Checks a bill as it was typed or pasted against the figures of one place. It reads no file: a page can run it. */
export function checkQuoteText(text: string, figures: Jurisdiction, query: CostsQuery): CheckedQuote {
  const { lines, notRead } = readQuote(text);
  // Nothing can be missing from a bill that was not read.
  if (lines.length === 0) return { findings: [], notRead, notes: [] };
  const { sale, notes } = withTradeIn(lines, query);
  const billAt = (more: Cents) => computeCosts(figures, { ...sale, price: sale.price + more });
  return { findings: checkQuote(lines, billAt), notRead, notes: [...notes, ...priceNotes(lines, sale)] };
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

/** The amounts of a kind; what is taken off counts like what is stated. */
function amountsOf(lines: readonly QuoteLine[], kind: 'price' | 'trade-in'): Cents[] {
  return lines
    .filter(({ text, amount }) => amount !== 0 && meaningOfLine(text)?.kind === kind && !isOwedOnTrade(text))
    .map(({ amount }) => Math.abs(amount));
}
