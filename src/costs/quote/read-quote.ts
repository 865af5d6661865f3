import { type Cents, PRICE_DECIMALS, parseDecimal } from '../money.ts';
import type { CostLine } from '../published.ts';

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

// The last amount of a line: "HST (13%)  $3,250.00", "Doc fee....... 499", "TVQ 1 995,00 $". A percentage is no amount.
const AMOUNT =
  /(?<minus>[-−(]\s*)?(?:(?:US|CA|C)?\$|CAD|USD)?\s*(?<digits>\d{1,3}(?:[,\s]\d{3})+|\d+)(?<cents>[.,]\d{1,2})?\)?(?!\s*%|\d)/gi;
const END = /^\s*(?:CAD|USD|CA\$|\$|\*+|\.[-–—]|[.;|])*\s*$/i;

/** Reads a bill that was typed or pasted, one line of it a line. */
export function readQuote(text: string): Quote {
  const quote: Quote = { lines: [], notRead: [] };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const read = readLine(line);
    if (read === undefined) quote.notRead.push(line);
    else quote.lines.push(read);
  }
  return quote;
}

function readLine(line: string): QuoteLine | undefined {
  const found = [...line.matchAll(AMOUNT)].filter(({ index, 0: whole }) =>
    END.test(line.slice(index + whole.length)),
  );
  const last = found.at(-1);
  if (last?.groups === undefined) return undefined;
  const { digits = '', cents = '', minus } = last.groups;
  const amount = parseDecimal(digits.replace(/[,\s]/g, '') + cents.replace(',', '.'), PRICE_DECIMALS);
  if (amount === undefined) return undefined;
  const text = line
    .slice(0, last.index)
    .replace(/[\s.:=_\-–—$|\t]+$/u, '')
    .trim();
  return text === '' ? undefined : { text, amount: minus === undefined ? amount : -amount };
}

type Category = CostLine['category'];

/** A tax or fee as bills call it: the kinds of lines that it can be, and words that such lines have. */
export interface Charge {
  categories: readonly Category[];
  words: readonly string[];
  /** Set where a bill may sum up several lines of the law under such a name. */
  isSum?: true;
}

/** The meaning of a line of a bill of sale; one line can stand for several charges of the law. */
export type Meaning =
  | { kind: 'price' | 'trade-in' | 'total' | 'seller' }
  | { kind: 'government'; charges: readonly Charge[] };

/** The first that fits counts: what sellers add stands before what governments ask, for both speak of "fees". */
const others: readonly (readonly [RegExp, Exclude<Meaning['kind'], 'government'>])[] = [
  [
    /\b(sub-?total|total|balance|solde|amount (due|financed)|grand|out.the.door|otd|cash price delivered|montant)\b/,
    'total',
  ],
  // Changes of the price, and ways of paying it.
  [
    /\b(discount|rebate|incentive|rabais|remise|deposit|acompte|(down|monthly|weekly|bi-?weekly) ?payments?|apr|msrp|list price)\b/,
    'total',
  ],
  [/\btrade.?(in|allowance)?\b|\ballowance\b|\bechange\b/, 'trade-in'],
  [
    /\b(sale|sales|selling|purchase|vehicle|cash|agreed|adjusted|net|internet|asking|advertised|base|unit) price\b|^price\b|\bprice of (the )?(car|vehicle)\b|\bprix\b/,
    'price',
  ],
];

const stamp: Charge = { categories: ['other', 'title'], words: ['stamp'] };
const STAMP = /\bdoc(s|ument|umentation|umentary)?\b.*\bstamp\b/;

const SELLER =
  /\b(doc(s|ument|uments|umentation|umentary)?|admin(istration|istrative|istratifs)?|dealer|processing|conveyance|closing|handling|market|adjustment|adm|protection|etch(ing)?|nitrogen|warranty|gap|paint|fabric|detail(ing)?|prep(aration)?|pre-?delivery|pdi|freight|destination|delivery|reconditioning|security|advertising|convenience|e-?fil(e|ing)|electronic|online|cvr|ert|omvic|amvic|vsa|finance|insurance|accessories|tracker|lo-?jack|theft|key|maintenance|service contract|add-?on|package|certif(ied|ication) pre|dossier|livraison|garantie|concessionnaire|commission)\b|\bservice (fee|charge)\b/;

/** Any of the taxes, however it is called. */
export const anyTax: Charge = {
  categories: ['tax'],
  words: ['sale', 'use', 'excise', 'tavt', 'tax', 'highway'],
  isSum: true,
};

const taxes: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(gst|tps)\b/, ['gst', 'goods']],
  [/\b(hst|tvh)\b/, ['hst', 'harmonized']],
  [/\b(pst|rst|tvp)\b/, ['pst', 'rst', 'provincial', 'retail']],
  [/\b(qst|tvq)\b/, ['qst', 'quebec']],
  [/\btavt\b/, ['tavt']],
  [/^get\b|\bgeneral excise\b/, ['general', 'excise']],
  [/\blocal\b.*\btax\b/, ['local', 'sale', 'use']],
  [/\btax(es)?\b/, anyTax.words],
];

const fees: readonly (readonly [RegExp, Charge])[] = [
  [
    /\b(electric|ev|hybrid|phev|road use|road.?user)\b/,
    {
      categories: ['registration', 'levy', 'tax', 'other'],
      words: ['electric', 'hybrid', 'ev', 'road', 'alternative'],
    },
  ],
  [/\b(title|titling|lien|ttl)\b/, { categories: ['title'], words: ['title'] }],
  [/\btransfer\b/, { categories: ['transfer', 'title', 'plate'], words: ['transfer'] }],
  [
    /\b(tire|battery|environmental|abatement)\b/,
    { categories: ['levy', 'other'], words: ['tire', 'battery', 'environment', 'abatement'] },
  ],
  [
    /\b(smog|emission|emissions|inspection|safety)\b/,
    { categories: ['inspection'], words: ['smog', 'emission', 'inspection', 'safety'] },
  ],
  [
    /\b(plate|plates|tag|tags|decal|sticker|plaque|registration|licen[cs](e|ing)|reg\.?|permit|dmv|rmv|mto|icbc|saaq|sgi|immatriculation|ttl)\b/,
    {
      categories: ['registration', 'plate'],
      words: ['registration', 'licence', 'license', 'permit', 'plate', 'tag'],
      isSum: true,
    },
  ],
];

const LUXURY = /\bluxury\b/;
const luxury: Charge = { categories: ['tax', 'registration', 'levy'], words: ['luxury'] };

export function meaningOfLine(given: string): Meaning | undefined {
  const text = plain(given);
  // A plate for the first weeks is none of those that follow.
  if (/\btemp(orary)?\b/.test(text)) return undefined;
  const other = others.find(([pattern]) => pattern.test(text));
  if (other) return { kind: other[1] };
  if (STAMP.test(text)) return { kind: 'government', charges: [stamp] };
  if (SELLER.test(text)) return { kind: 'seller' };
  if (LUXURY.test(text)) return { kind: 'government', charges: [luxury] };
  const tax = taxes.find(([pattern]) => pattern.test(text));
  const charges: Charge[] = [
    ...(tax ? [{ ...anyTax, words: tax[1] }] : []),
    // "Sales tax on a vehicle registration" is a tax; "tax, title and licence" is all three.
    ...(tax === undefined || /,|&|\band\b|\+|\//.test(text)
      ? fees.filter(([pattern]) => pattern.test(text)).map(([, charge]) => charge)
      : []),
  ];
  return charges.length === 0 ? undefined : { kind: 'government', charges };
}

/** Tells whether a line is a part of the tax that the law states as one. */
export function isPartOfTax(text: string): boolean {
  return /\b(state|local|county|city|parish|district|municipal|transit|rtd|surtax|special)\b/.test(
    plain(text),
  );
}

/** Tells whether a line is a debt on the car given in trade, or what is left to pay, and not its value. */
export function isOwedOnTrade(text: string): boolean {
  return /\b(payoff|pay-off|owed|owing|lien|difference|equity)\b/.test(plain(text));
}

/** Tells whether a line is a bill's sum of its taxes alone, which may be their only line. */
export function isSumOfTaxes(text: string): boolean {
  return /^(sub-?)?total\b.*\btax(es)?$/.test(plain(text));
}

/** Tells whether a charge is for paper, which some laws limit. */
export function isForPaper(text: string): boolean {
  return /\b(doc|admin|process|convey|closing|pre-?delivery|dossier)/.test(plain(text));
}

/** The words of a text, in the singular and without what says nothing. */
export function tellingWords(text: string): Set<string> {
  const words = plain(text).match(/[a-z]+/g) ?? [];
  return new Set(
    words.map((word) => (word.endsWith('s') ? word.slice(0, -1) : word)).filter((word) => word !== 'fee'),
  );
}

/** Lowers the case and drops accents, dots of abbreviations and rates: "T.V.Q. (9,975 %)" is "tvq". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll('.', ''))
    .replace(/[@(]?\s*\d+(?:[.,]\d+)?\s*%\s*\)?/g, '')
    .trim();
}
