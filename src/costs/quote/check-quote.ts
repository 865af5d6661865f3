import type { Cents } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import {
  lawfulFinding,
  missing,
  notLawful,
  notRecognised,
  otherThanLawful,
  type QuoteFinding,
  sellersOwn,
} from './finding.ts';
import { asTheLawSays, type BillAt, plainAmount } from './lawful-amount.ts';
import { lineOfAmount, linesFor, namedLine } from './match-lines.ts';
import type { QuoteLine } from './read-quote.ts';
import { anyTax, isPartOfTax, isSumOfTaxes, type Meaning, meaningOf } from './spellings.ts';

/** The lines of a bill of sale against what the law asks in this place for this sale. */
export function checkQuote(lines: readonly QuoteLine[], billAt: BillAt): QuoteFinding[] {
  const bill = billAt(0);
  const open = new Set(bill.lines.filter(({ category }) => category !== 'documentation'));
  const read = withTaxInOne(lines, open).map((line) => ({ line, meaning: meaningOf(line.text) }));
  const added = read.filter(isAddedBySeller).map(({ line }) => line);
  const findings = new Map<QuoteLine, QuoteFinding>();
  const check = (line: QuoteLine, lawful: readonly CostLine[], isSure: boolean) => {
    if (lawful.length === 0) return;
    const found = compare(line, lawful, billAt, added);
    if (isSure && found.verdict !== 'as the law says') return;
    for (const one of lawful) open.delete(one);
    findings.set(line, found);
  };
  // What comes to the amount of the law is found first, so that nothing else is taken for it.
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
  const found = asTheLawSays(line.amount, lawful, billAt, added);
  return found === undefined
    ? otherThanLawful(line, lawful, taxOfAll(lawful, billAt, added))
    : lawfulFinding(line, lawful, found);
}

/** What the tax would be more if it fell on everything that the seller adds. */
function taxOfAll(lawful: readonly CostLine[], billAt: BillAt, added: readonly QuoteLine[]): Cents {
  const ids = lawful.filter(({ category }) => category === 'tax').map(({ id }) => id);
  const { lines } = billAt(added.reduce((sum, { amount }) => sum + amount, 0));
  const more = plainAmount(lines.filter(({ id }) => ids.includes(id))).high;
  return more - plainAmount(lawful.filter(({ id }) => ids.includes(id))).high;
}

/** Where the law has one tax of several parts, a bill may state the part of the state and that of the county by themselves. */
function withTaxInOne(lines: readonly QuoteLine[], open: ReadonlySet<CostLine>): readonly QuoteLine[] {
  const parts = lines.filter(
    ({ text, amount }) => amount > 0 && isPartOfTax(text) && chargesOf(meaningOf(text)).some(isTax),
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
