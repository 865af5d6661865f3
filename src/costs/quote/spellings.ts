import type { CostLine } from '../result-schema.ts';

type Category = CostLine['category'];

/** What a line of a bill of sale is. */
export type Meaning =
  | { kind: 'price' }
  | { kind: 'trade-in' }
  | { kind: 'total' }
  | { kind: 'seller' }
  | { kind: 'government'; categories: readonly Category[]; words: readonly string[] };

const government = (categories: readonly Category[], ...words: string[]): Meaning => ({
  kind: 'government',
  categories,
  words,
});

/** The first that fits counts: what sellers add stands before what governments ask, for both speak of "fees". */
const spellings: readonly (readonly [RegExp, Meaning])[] = [
  [
    /\b(total|balance|amount due|grand|out.the.door|otd|sub-?total|cash price delivered)\b/i,
    { kind: 'total' },
  ],
  [/\btrade.?(in|allowance)?\b|\ballowance\b/i, { kind: 'trade-in' }],
  [
    /\b(sale|selling|purchase|vehicle|cash|agreed) price\b|^price\b|\bprice of (the )?(car|vehicle)\b/i,
    { kind: 'price' },
  ],
  [/\bdoc(s|ument|umentation|umentary)?\b.*\bstamp\b/i, government(['other', 'title'], 'stamp')],
  [
    /\b(doc(s|ument|uments|umentation|umentary)?|admin(istration|istrative)?|dealer|processing|conveyance|handling|market|adjustment|adm|protection|etch(ing)?|nitrogen|warranty|gap|paint|fabric|detail(ing)?|prep(aration)?|pdi|freight|destination|delivery|reconditioning|security|advertising|convenience|e-?filing|electronic|omvic|amvic|finance|insurance|accessories|tracker|lo-?jack|theft|key|maintenance|service contract|add-?on|package|certif(ied|ication) pre)\b/i,
    { kind: 'seller' },
  ],
  [/\b(gst)\b/i, government(['tax'], 'gst', 'goods')],
  [/\b(hst)\b/i, government(['tax'], 'hst', 'harmonized')],
  [/\b(pst|rst)\b/i, government(['tax'], 'pst', 'rst', 'provincial', 'retail')],
  [/\b(qst|tvq)\b/i, government(['tax'], 'qst', 'quebec')],
  [/\bluxury\b/i, government(['tax', 'registration', 'levy'], 'luxury')],
  [/\blocal\b.*\btax\b/i, government(['tax'], 'local', 'sales', 'use')],
  [
    /\b(sales|use|excise|state|city|county|title ad valorem|tavt|highway|motor vehicle|vehicle)\b.*\btax\b|^tax(es)?$/i,
    government(['tax'], 'sales', 'use', 'excise', 'tavt', 'tax', 'highway'),
  ],
  [
    /\b(electric|ev|hybrid|phev|road use|road.?user)\b/i,
    government(['registration', 'levy', 'tax', 'other'], 'electric', 'hybrid', 'ev', 'road'),
  ],
  [/\b(title|titling|certificate of title|lien)\b/i, government(['title'], 'title')],
  [/\b(transfer)\b/i, government(['transfer', 'title', 'plate'], 'transfer')],
  [
    /\b(tire|battery|environmental|abatement)\b/i,
    government(['levy', 'other'], 'tire', 'battery', 'environment'),
  ],
  [
    /\b(smog|emission|emissions|inspection|safety)\b/i,
    government(['inspection'], 'smog', 'emission', 'inspection', 'safety'),
  ],
  [/\b(plate|plates|tag|tags|decal|sticker)\b/i, government(['plate', 'registration'], 'plate', 'tag')],
  [
    /\b(registration|licen[cs](e|ing)|reg\.?|permit|dmv|rmv|mto|icbc|saaq|sgi)\b/i,
    government(
      ['registration', 'plate', 'title', 'transfer'],
      'registration',
      'licence',
      'license',
      'permit',
    ),
  ],
];

export function meaningOf(text: string): Meaning | undefined {
  return spellings.find(([pattern]) => pattern.test(text))?.[1];
}
