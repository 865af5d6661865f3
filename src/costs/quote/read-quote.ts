import { type Cents, PRICE_DECIMALS, parseDecimal } from '../money.ts';
import { isIdentifier } from './wording.ts';

/** One line of a bill of sale: what it is called there, and what it comes to. */
export interface QuoteLine {
  text: string;
  amount: Cents;
}

export interface Quote {
  lines: QuoteLine[];
  /** Lines in which no amount was found. */
  notRead: string[];
}

// "$3,250.00", "1.250,00", "1 995,00 $", "(5,000.00)", "1 234". A percentage is no amount, nor is a part of a number that
// goes on: a date, a telephone or a serial number. Blanks group digits only where no dot follows them, and a dash before a
// blank parts the name from the amount.
const MONEY =
  /(?<![\p{L}\d./#-])(?<!\d,)(?<minus>[-−](?=\S)|\(\s?)?(?<currency>(?:US|CA|C)?\$|CAD\b|USD\b)?\s*(?<digits>\d{1,3}(?:[,.']\d{3})+|\d{1,3}(?:\s\d{3})+(?!\.\d)|\d+)(?<cents>[.,]\d{1,2})?\)?(?![\p{L}\d/]|[.,-]\d|\s?%)/giu;
/** Marks that may stand behind an amount: its currency, a flag of its column, how often it is due. */
const BEHIND =
  /^\s*(?:(?:CAD|USD|CA\$|[$*.;|,"–—-]|\([^()]*\)|estimated|est|approx|[TNYX]|per (?:year|yr)|\/ ?(?:year|yr))\s*)*$/i;
/** A number of such words is taken of something, and no charge. */
const TAKEN_OF = /(?:^|\s)(?:on|of|at|@|sur|de|over|x)$/i;

/** Reads a bill that was typed or pasted, one line of it a line, in one column or two. */
export function readQuote(text: string): Quote {
  const quote: Quote = { lines: [], notRead: [] };
  // A name without an amount waits for a line that is nothing else.
  let waiting: string | undefined;
  const giveUp = () => {
    if (waiting !== undefined) quote.notRead.push(shownAgain(waiting));
    waiting = undefined;
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = withNotesHidden(raw.trim());
    if (line === '' || line.startsWith('#')) continue;
    const { pairs, label, amount } = readLine(line);
    if (waiting !== undefined && amount !== undefined && pairs.length === 0) {
      quote.lines.push({ text: nameOf(waiting), amount: amount.cents });
      waiting = undefined;
      continue;
    }
    giveUp();
    quote.lines.push(...pairs);
    if (pairs.length === 0 && !isIdentifier(line)) waiting = label === '' ? line : label;
  }
  giveUp();
  return quote;
}

const HIDDEN = 0xe000;

/** Numbers in a note such as "(state 5.5 + city 1.5)" are no amounts: they are put out of sight until the name is taken. */
function withNotesHidden(line: string): string {
  return line.replace(/\([^()]*\p{L}{2}[^()]*\)/gu, (note) =>
    note.replace(/[\d;|]/g, (sign) => String.fromCharCode(HIDDEN + sign.charCodeAt(0))),
  );
}

function shownAgain(text: string): string {
  return text.replace(/[\uE000-\uE0FF]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN));
}

interface Amount {
  cents: Cents;
  /** Digits alone, as a number that counts no money is written. */
  isBare: boolean;
  start: number;
  end: number;
}

/** Reads cell by cell: a name and its amount stand in one cell or in two, in either order. */
function readLine(line: string): { pairs: QuoteLine[]; label: string; amount: Amount | undefined } {
  const pairs: QuoteLine[] = [];
  let label = '';
  let loose: Amount | undefined;
  let isOfLast = false;
  const add = (name: string, { cents, isBare }: Amount) => {
    const text = nameOf(name);
    if (text !== '' && !(isBare && isIdentifier(text))) pairs.push({ text, amount: cents });
    label = '';
    loose = undefined;
    isOfLast = true;
  };
  for (const cell of cellsOf(line)) {
    const { name, amount } = readCell(cell);
    if (amount === undefined) {
      if (BEHIND.test(name)) continue;
      if (loose !== undefined) add(name, loose);
      else label = `${label} ${name}`.trim();
    } else if (name !== '') add(`${label} ${name}`, amount);
    else if (label !== '') add(label, amount);
    else {
      // Of several amounts behind a name the last counts.
      const last = pairs.at(-1);
      if (isOfLast && last) last.amount = amount.cents;
      else loose = amount;
    }
  }
  return { pairs, label, amount: loose };
}

function cellsOf(line: string): string[] {
  const cells = /^"|,"|",/.test(line)
    ? (line.match(/"[^"]*"|[^,"]+/g) ?? []).map((cell) => cell.replaceAll('"', ''))
    : line.replace(/(?:[._·…]\s?){3,}/g, '\t').split(/\t| {2,}|[|;]/);
  return cells
    .flatMap(pairsOf)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
}

/** Parts "Doc fee $225.00 Sales tax $1,250.00" and "Title: 10 / License: 72". */
function pairsOf(cell: string): string[] {
  const ends = amountsIn(cell)
    .slice(0, -1)
    .filter(({ isBare, start, end }) => {
      const before = cell.slice(0, start).trim();
      const next = isBare ? /^\s+[/+&]\s+\p{L}{3}/u : /^\s+(?:[/+&]\s+)?\p{L}{3}/u;
      return /\p{L}/u.test(before) && !TAKEN_OF.test(before) && next.test(cell.slice(end));
    })
    .map(({ end }) => end);
  return [...ends, cell.length].map((end, index) => cell.slice(ends[index - 1] ?? 0, end));
}

function readCell(cell: string): { name: string; amount?: Amount } {
  const amounts = amountsIn(cell);
  const last = amounts.findLast(({ end }) => BEHIND.test(cell.slice(end)));
  if (last !== undefined) return { name: nameOf(cell.slice(0, last.start)), amount: last };
  const first = amounts.find(({ start, isBare }) => !isBare && cell.slice(0, start).trim() === '');
  if (first !== undefined) return { name: nameOf(cell.slice(first.end)), amount: first };
  return { name: cell };
}

function amountsIn(cell: string): Amount[] {
  return [...cell.matchAll(MONEY)].flatMap((match) => {
    const { digits = '', cents = '', minus, currency } = match.groups ?? {};
    const value = parseDecimal(digits.replace(/[,.'\s]/g, '') + cents.replace(',', '.'), PRICE_DECIMALS);
    if (value === undefined) return [];
    return {
      cents: minus === undefined ? value : -value,
      isBare: cents === '' && currency === undefined,
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

function nameOf(text: string): string {
  return shownAgain(text)
    .replace(/^[\s.:,=_\-–—|"/]+|[\s.:,=_\-–—$|"]+$/gu, '')
    .replace(/\s*\(?\best\.?\)?$/i, '')
    .trim();
}
