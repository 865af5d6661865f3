import type { Addition, Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, dollars, moneyText } from '../money.ts';
import type { Bill } from '../published.ts';
import { type Bounds, boundsOf, type Law, ROUNDING, sumOf } from './laws.ts';
import type { QuoteLine } from './read-quote.ts';
import type { Added, SaleCase } from './sale-cases.ts';
import { billWords } from './wording.ts';

type Verdict =
  | 'as the law says'
  | 'higher than the law says'
  | 'lower than the law says'
  | 'not a government charge'
  | 'ask what this is'
  | 'on the quote twice'
  | 'missing';

export interface QuoteFinding {
  verdict: Verdict;
  /** The name on the bill; null for what it does not hold. */
  text: string | null;
  amount: number | null;
  /** The lawful amount, where the law asks something. */
  lawful: { low: number; high: number } | null;
  /** The distance to the lawful amount. */
  difference: number | null;
  /** The line of the computed bill; of several, the first. */
  line: string | null;
  sentence: string;
}

/** Verdicts that a buyer can give on the whole bill. */
export interface Closing {
  /** Amounts above the law, or that stand there twice. */
  askBack: number;
  /** Amounts that the seller asks of his own. */
  negotiable: number;
  sentence: string;
}

interface Lawful extends Bounds {
  laws: readonly Law[];
  way: SaleCase;
  why?: string | undefined;
}

export function asLawSays(
  quoted: QuoteLine,
  { laws, way, why, low, high }: Lawful,
  { additions }: Jurisdiction,
): QuoteFinding {
  const [law] = laws;
  // A garage's price for what is only sometimes due may be the seller's own.
  const isDoubtful = laws.length === 1 && law?.category === 'inspection' && law.condition?.startsWith('when');
  const isTaxed = way.taxedToo.every(({ kind }) => additions?.taxed.includes(kind));
  const condition = laws.length === 1 && law?.condition && ` It is due only ${law.condition}.`;
  return {
    ...frameOf(quoted, laws, { low, high }),
    verdict: isDoubtful ? 'ask what this is' : 'as the law says',
    difference: 0,
    sentence: joined(
      isDoubtful
        ? `Ask what this is: the law asks for one such thing (${inWords(laws, { low, high })}).`
        : `As the law says (${inWords(laws, { low, high })})${way.taxedToo.length > 0 ? `${isTaxed ? ', which taxes' : ' if it taxes'} what the seller adds as well: ${listed(way.taxedToo)}` : ''}.`,
      why && ` ${why}`,
      condition,
      low !== high && ' The range is as exact as what is known of the car and the place.',
    ),
  };
}

/** A tax that comes out only with what the place does not tax. */
export function taxedWrongly(
  quoted: QuoteLine,
  { laws, way }: Lawful,
  { name, additions }: Jurisdiction,
): QuoteFinding {
  const { boundsOf, taxedToo } = way.lawful ?? way;
  const lawful = sumOf(laws.map(boundsOf));
  const over = quoted.amount - lawful.high;
  const isSure = additions?.confidence !== 'low';
  return {
    ...frameOf(quoted, laws, lawful),
    verdict: isSure ? 'higher than the law says' : 'ask what this is',
    difference: isSure ? dollars(over) : null,
    sentence: joined(
      isSure ? `Higher than the law says by ${moneyText(over)}` : 'Ask what this is',
      ` (${inWords(laws, lawful)}): it is right only with tax on ${listed(way.taxedToo.filter((added) => !taxedToo.includes(added)))}, `,
      `which ${name} does not tax with the car${isSure ? '' : ' as far as is known'}.`,
      additions?.note && ` ${additions.note}`,
      additions?.url && ` ${additions.url}`,
    ),
  };
}

/** An amount that nothing in the law comes to, beside what the line can stand for. */
export function unlikeLaw(
  quoted: QuoteLine,
  laws: readonly Law[],
  verdict: 'higher than the law says' | 'lower than the law says' | 'ask what this is',
): QuoteFinding {
  const lawful = sumOf(laws);
  const distance = verdict.startsWith('higher') ? quoted.amount - lawful.high : lawful.low - quoted.amount;
  const source = laws[0]?.source;
  const by = `by ${moneyText(Math.abs(distance))} (${inWords(laws, lawful)})`;
  const sentences = {
    'higher than the law says': `Higher than the law says ${by}.${source ? ` ${source.title}: ${source.url}` : ''}`,
    'lower than the law says': `Lower than the law says ${by}: ask whether the rest falls due later.`,
    'ask what this is': `Ask what this is made of: nothing that is known to be due comes to it. It could hold ${inWords(laws, lawful)}.`,
  };
  return {
    ...frameOf(quoted, laws, lawful),
    verdict,
    difference: verdict === 'ask what this is' ? null : dollars(distance),
    sentence: sentences[verdict],
  };
}

export function twice({ text, amount }: QuoteLine): QuoteFinding {
  return {
    ...unknown(text, amount),
    verdict: 'on the quote twice',
    difference: dollars(amount),
    sentence: `The quote has ${text} of ${moneyText(amount)} more than once: ask that it be paid only once, unless the quote merely repeats it.`,
  };
}

export function sellersOwn({ text, amount }: QuoteLine, { lines }: Bill, kind: Addition): QuoteFinding {
  const given = billWords(text);
  const own = lines.find(({ id, mandatory }) =>
    kind === 'documentation'
      ? id === 'dealer-documentation'
      : !mandatory &&
        id !== 'dealer-documentation' &&
        [...billWords(id.replaceAll('-', ' '))].some((word) => given.has(word)),
  );
  // An estimate of what dealers ask is no limit.
  const limit = own === undefined || own.confidence === 'low' ? undefined : boundsOf(own).high;
  const over = limit === undefined ? 0 : amount - limit;
  const isOver = over > ROUNDING;
  return {
    verdict: 'not a government charge',
    text,
    amount: dollars(amount),
    lawful: limit === undefined ? null : { low: 0, high: dollars(limit) },
    difference: isOver ? dollars(over) : null,
    line: own?.id ?? null,
    sentence: joined(
      'Not a government charge: the seller asks it, and it can be negotiated.',
      isOver && ` It is ${moneyText(over)} above ${moneyText(amount - over)}, the most that is known there.`,
      own?.note && ` ${own.note}`,
    ),
  };
}

/** A tax where the place has no further one. */
export function notLawful({ text, amount }: QuoteLine, { place }: Bill): QuoteFinding {
  return {
    ...unknown(text, amount),
    verdict: 'not a government charge',
    difference: dollars(amount),
    sentence: `It sounds like a tax, but no further one is known in ${place.name} for this sale: ask under which law it is due.`,
  };
}

export function notRecognised({ text, amount }: QuoteLine): QuoteFinding {
  return {
    ...unknown(text, amount),
    verdict: 'ask what this is',
    sentence: 'Not recognised: ask what it is and whether it may be declined.',
  };
}

export function missing(law: Law): QuoteFinding {
  return {
    verdict: 'missing',
    text: null,
    amount: null,
    lawful: inDollars(law),
    difference: null,
    line: law.id,
    sentence: `${law.label} of ${moneyText(law.low)} is due by law; ask whether the seller pays it or you will later.`,
  };
}

/** Sums up what a buyer can ask for, and puts it into words. */
export function closingOf(findings: readonly QuoteFinding[]): Closing | null {
  const excess = findings.filter(
    ({ difference, verdict }) => difference && verdict !== 'lower than the law says',
  );
  const own = findings.filter(
    ({ verdict, difference, amount }) => verdict === 'not a government charge' && difference !== amount,
  );
  const centsOf = (amount: number | null) => Math.round((amount ?? 0) * 100);
  const askBack = excess.reduce((sum, { difference }) => sum + centsOf(difference), 0);
  const negotiable = own.reduce(
    (sum, { amount, difference }) => sum + centsOf(amount) - centsOf(difference),
    0,
  );
  if (askBack + negotiable === 0) return null;
  const off = excess
    .map(({ text, difference }) => `${moneyText(centsOf(difference))} off ${text}`)
    .join(' and ');
  const names = own.map(({ text }) => text).join(', ');
  return {
    askBack: dollars(askBack),
    negotiable: dollars(negotiable),
    sentence: joined(
      askBack > 0 && `${moneyText(askBack)} can be asked back`,
      askBack > 0 && negotiable > 0 && ', and ',
      negotiable > 0 && `${moneyText(negotiable)} is the seller's own and can be negotiated`,
      '. You could say: "Please ',
      off && `take ${off}`,
      off && names && ', and ',
      names && `tell me what I get for these and whether I need them: ${names}`,
      '."',
    ),
  };
}

function frameOf({ text, amount }: QuoteLine, [first]: readonly Law[], lawful: Bounds) {
  return { text, amount: dollars(amount), lawful: inDollars(lawful), line: first?.id ?? null };
}

function unknown(text: string, amount: Cents) {
  return { text, amount: dollars(amount), lawful: null, difference: null, line: null };
}

function inDollars({ low, high }: Bounds) {
  return { low: dollars(low), high: dollars(high) };
}

function inWords(laws: readonly Law[], lawful: Bounds): string {
  return `${laws.map(({ label }) => label).join(' and ')}, ${amountText(lawful)}`;
}

function amountText({ low, high }: Bounds): string {
  return low === high ? moneyText(low) : `${moneyText(low)} to ${moneyText(high)}`;
}

function listed(charges: readonly Added[]): string {
  return charges.map(({ line: { text, amount } }) => `${text} ${moneyText(amount)}`).join(', ');
}

function joined(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('');
}
