/** Taxes and fees of the law or a seller, as bills call them: the words of a line, and what follows from them alone. */

import type { Addition } from '../jurisdiction-schema.ts';

const TOTAL =
  /\b(sub-?total|total|balance|solde|amount (due|financed)|montant|grand|bottom line|taxable (amount|price|value|sub-?total|items)|tax base|out.the.door|otd|cash price delivered|(cash|amount) (due|owing)|you pay)\b/;
const DISCOUNT = /\b(discount|rebate|incentive|rabais|remise)\b/;
const PAYMENT =
  /\b(deposit|acompte|mise de fonds|mensualites?|versements?|cash down|due at signing|drive.?off|loan|amount to finance|cap(italized)? cost|(tax|interest) rate|(down|monthly|weekly|bi-?weekly) ?payments?|apr|msrp|^list price|(?<!security )interest|finance charge)\b/;
const TRADE = /\btrade.?(in|allowance)?\b|\ballowance\b|\b(echange|reprise)\b/;
const PRICE =
  /\b(sale|sales|selling|purchase|vehicle|cash|agreed|adjusted|net|internet|asking|advertised|base|unit) price\b|^price\b|\bprice of (the )?(car|vehicle)\b|\bprix\b/;

/** The first that fits counts. */
const sellers: readonly (readonly [Addition, RegExp])[] = [
  ['gap', /\b(gap|guaranteed (asset|auto)|debt (cancel\w*|waiver))\b/],
  ['insurance', /\b(insurance|assurance|credit (life|disability)|payment protection)\b/],
  [
    'service contract',
    /\b(service (contract|agreement|plan)|contrat de service|warrant(y|ies)|garantie|protection prolongee|(programme|plan|contrat) d'entretien|vsc|mechanical breakdown|prepaid maintenance|maintenance (plan|contract|agreement|package)|extended (service|coverage|protection))\b/,
  ],
  [
    'documentation',
    /\b(doc(s|ument|uments|umentation|umentary)?|admin(istration|istrative|istratifs)?|process(ing)?|conveyance|closing|pre-?delivery|dossier|notary|d ?& ?h)\b/,
  ],
  [
    'other',
    /\b(dealer|dealership|handling|inventory|market|adjustment|adm|protection|sealant|coating|ceramic|etch(ing)?|nitrogen|paint|fabric|(?<!au )detail(ing)?|prep(aration)?|pdi|freight|destination|delivery|transport|reconditioning|security(?! interest)|alarm|advertising|convenience|e-?fil(e|ing)|electronic|on-?line|cvr|ert|omvic|amvic|vsa|finance|accessor(y|ies)|tracker|lo-?jack|theft|key|tint|mats?|cable|charger|rustproof(ing)?|antirouille|undercoat(ing)?|burinage|gravure|pinstripe|wheel locks?|maintenance|add-?ons?|package|certif(ied|ication) pre|livraison|concessionnaire|commission|ppsa|rdprm|gestion|pneus?|(anti)?demarreur|antivol|vitres?)\b|\bservice (fee|charge)\b|\bfrais de service\b/,
  ],
];

export type Kind = 'total' | 'discount' | 'payment' | 'trade-in' | 'price' | Addition;

/** The meaning of a line's words, where they are not those of a law; the law's own names are known from its data. */
export function kindOf(text: string): Kind | undefined {
  const words = plain(text);
  if (TOTAL.test(words) && !isSumOfTaxes(text)) return 'total';
  if (DISCOUNT.test(words)) return 'discount';
  if (PAYMENT.test(words)) return 'payment';
  if (TRADE.test(words)) return 'trade-in';
  if (PRICE.test(words)) return 'price';
  return sellers.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Tells whether a line is a bill's sum of its taxes alone, which may be their only line. */
export function isSumOfTaxes(text: string): boolean {
  return /^(sub-?)?total\b.*\btax(es)?$/.test(plain(text));
}

export function isAddition(kind: Kind | undefined): kind is Addition {
  return kind === 'other' || sellers.some(([addition]) => addition === kind);
}

/** Tells whether a name is that of a number that counts no money. */
export function isIdentifier(text: string): boolean {
  return (
    /#|\b(no|number)\b/i.test(text) ||
    ((!isAddition(kindOf(text)) || /^dealer/i.test(text)) &&
      /^\s*(vin|serial|dealer lic\w*|stock|stk|unit|odometer|mileage|miles|km|phone|tel|telephone|cell|fax|date|invoice|order|deal|contract|customer|account|acct|policy|terms?|months|zip|postal|year|model|rate|salesperson|ref|page|time|niv|odom[eè]tre|kilom[eé]trage|ann[eé]e|mod[eè]le|num[eé]ro|t[eé]l[eé]phone|courriel|client|conseiller|terme)\b/i.test(
        text,
      )) ||
    // "License plate ABC 1234"
    (/\b(plate|lic)\b.*\s[A-Z\d]{2,4}$/i.test(text) && /[a-z].*\s[A-Z\d]{2,4}$/.test(text))
  );
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

/** Tells whether a line is a tax on what the seller adds, apart from that on the car. */
export function isTaxOnAddition(text: string): boolean {
  const kind = kindOf(text);
  const [tax] = /\b(taxe?s?|tps|tvq|tvh|tvp|tvd)\b( (on|for|sur)\b)?/.exec(plain(text)) ?? [];
  return isAddition(kind) && tax !== undefined && (kind !== 'other' || tax.includes(' '));
}

const OFFICE =
  /\b(dmv|rmv|mvd|mva|mvc|bmv|dol|omv|dps|mto|icbc|saaq|sgi|mpi|penndot|txdmv|scdmv|clerk|treasurer|registry)\b/;
const FEES =
  /\b(government|gov'?t|official|state|public|county|gouvernementaux) (fees?|charges)\b|\bfrais gouvernementaux\b/;
const TAX_AND_FEES =
  /\btax(es)?( ?[,&+/] ?| and | et )(\w+( ?[,&+/] ?| and | et ))*((government|state|official|mv) )?fees?\b/;
const TAX_TITLE_LICENCE = /\bttl\b|\bt,? ?t ?& ?l\b/;

/** Things that a line sums up by its name: fees of an office or of the law, and taxes with them. */
export function sumsUp(text: string): { fees: boolean; taxes: boolean } {
  const words = plain(text);
  const taxes = TAX_TITLE_LICENCE.test(words);
  // "DMV title" is a title; "DMV fees" is anything.
  const isOffice = words.search(OFFICE) >= 0 && billWords(text).size === 0;
  return { fees: taxes || isOffice || FEES.test(words) || TAX_AND_FEES.test(words), taxes };
}

/** The rate that a line states, in percent. */
export function statedRates(text: string): number[] {
  return [...text.matchAll(/(\d{1,2}(?:[.,]\d{1,5})?)\s*%/g)].map(([, rate = '']) =>
    Number(rate.replace(',', '.')),
  );
}

/** Words that bills use for one another, in English and in French. */
const SAME = new Map<string, string>(
  Object.entries({
    licence: 'license licensing lic permis',
    registration: 'reg regis registering immatriculation',
    plate: 'tag decal sticker tab plaque',
    document: 'doc docs documentation documentary',
    title: 'titling titre',
    sale: 'vente',
    tax: 'taxe',
    transfer: 'transfert mutation',
    luxury: 'luxe',
    electric: 'ev electrique',
    gst: 'tps federal federale',
    qst: 'tvq',
    hst: 'tvh',
    pst: 'tvp',
    rst: 'tvd',
    provincial: 'provinciale',
    emission: 'smog emiss',
    inspection: 'insp',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);

/** Words that tell no charge from another. */
const SILENT = new Set(
  (
    'fee charge surcharge cost total of the an and to in for by with at on or mv motor vehicle car auto automobile passenger annual year yr month mo ' +
    'first one two three new no official government gov govt state county city local parish municipal town certificate application ' +
    'app cert original est estimated paid incl including time notation ttl de du des la le les et sur frais droit au aux un une pour certificat vehicule annuel annuelle an ville comte'
  ).split(' '),
);

/** The telling words of a name, each in one form. */
export function billWords(text: string): Set<string> {
  return new Set(allWords(text).filter((word) => !SILENT.has(word) && word.search(OFFICE) < 0));
}

/** A name as it is compared with another: every word in one form, but for "fee" and "and". */
export function sameName(text: string): string {
  return allWords(text)
    .filter((word) => !/^(fee|charge|and|et)$/.test(word))
    .join(' ');
}

/** The initials under which bills name a charge: "IMF" is an infrastructure maintenance fee. */
export function initialsOf(label: string): string[] {
  const words = (plain(label).match(/[a-z]+/g) ?? []).filter((word) => !/^(and|of|the|for|a|in)$/.test(word));
  const letters = words.map(([first = '']) => first).join('');
  return [3, 4, 5].flatMap((length) =>
    Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) =>
      letters.slice(at, at + length),
    ),
  );
}

function allWords(text: string): string[] {
  return (plain(text).match(/[a-z]+/g) ?? [])
    .filter((word) => word.length > 1)
    .map((word) => SAME.get(word) ?? (word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word))
    .map((word) => SAME.get(word) ?? word);
}

/** Lowers the case and drops accents, dots of abbreviations and rates: "T.V.Q. (9,975 %)" is "tvq". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll('.', ''))
    .replace(/[@(]?\s*\d+(?:[.,]\d+)?\s*%\s*\)?/g, ' ')
    .trim();
}
