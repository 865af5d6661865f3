import { findVins } from '@forecourt/vin/find-vins';
import { isPostalCode } from '../../costs/find-postal-place.ts';
import type { NamedPlace } from '../../costs/named-places.ts';
import { findPostalPlace } from '../../costs/postal-codes.ts';

/** Something that a text says of a car or its sale, as parameters of the products. */
interface Fact {
  /** As they were written. */
  words: string;
  parameters: Readonly<Record<string, string | number>>;
}

interface TextFacts {
  facts: readonly Fact[];
  /** Parameters that were said in a way that may mean several things, each with the question that decides. */
  unclear: Record<string, string>;
  /** The text without what was understood. */
  rest: string;
}

export type ReadPlaces = (text: string) => {
  options: readonly NamedPlace[];
  spans: readonly (readonly [number, number])[];
};

/** The dollars that the answer may cost: no parameter of a product. */
export const MOST_TO_SPEND = 'most_to_spend';
export const VIN = /\b[A-HJ-NPR-Z0-9]{17}\b/i;

/** Stands where something was understood, so that no words grow together over it. */
const GAP = ' | ';
const PLACE_GAP = ' || ';
const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const IN_WORDS = new RegExp(
  `\\b(?:(${TENS.join('|')})[- ]?)?(${ONES.join('|')})?[- ](?=thousand|grand)`,
  'gi',
);
const NUMBER =
  /(?<![\w.,€£¥#])(C\$|CA\$|CAD ?\$?|US\$|USD ?\$?|\$)?\s?(\d{1,3}(?:[,\u00a0 ]\d{3})+(?!\d)|\d+)(\.\d{1,2})?(?:\s?(k|thousand|grand)\b)?(?![\d%])/gi;
const CURRENCY_AFTER = /^\s?(CAD|USDC?|(?:canadian|us|american) dollars?|dollars?|bucks|\$)(?!\w)/i;
const DISTANCE_AFTER = /^\s?-?(mi|miles?|kms?|kilomet(?:er|re)s?|klicks?)\b/i;
const ON_THE_CLOCK = /^ on (?:it|the (?:clock|odometer|dash))\b/i;
const ODOMETER_BEFORE = /\b(?:odometer|odo|mileage)\b[^\d|.]{0,20}$/i;
const TRADE_IN_BEFORE = /\btrade[- ]?in\b[^\d|.]{0,20}$/i;
/** Beside an amount that no car costs: what the answer may cost. */
const LIMIT_BEFORE =
  /\b(?:(?:spend(?:ing)?|pay(?:ing)?)\W+)?(?:(?:at|the) most|(?:no|not) more than|up to|under|below|less than|within|max(?:imum)?|budget|limit)\b(?:\W+(?:is|of|price|to spend))*\W*$/i;
const LIMIT_AFTER = /^\s?(?:at most|max(?:imum)?|or less|tops)\b/i;
const PRICE_BEFORE =
  /\b(?:for|at|of|is|price[ds]?|pay(?:ing)?|costs?|asking|asks?|wants?|offer(?:ed|ing)?)\s*$/i;
/** A buyer's own money, where a price is said beside it. */
const BUDGET_BEFORE = /\bbudget\b(?:\W+(?:is|of|for|the|this|car|about|around|up|to))*\W*$/i;
/** Fuels that a car runs on, the narrower words first; `electric windows` are no such car. */
const FUELS = [
  ['plug_in_hybrid', /\bplug[- ]?in(?:[- ]hybrid)?\b|\bphev\b/i],
  ['hybrid', /\b(?:gas(?:oline)?[- ])?hybrid\b(?! batter)/i],
  ['electric', /\belectric\b(?! (?:window|seat|mirror|motor|steering|brake|lock|door|problem))|\bb?ev\b/i],
  ['diesel', /\bdiesel\b/i],
  ['gasoline', /\b(?:gasoline|petrol)\b/i],
] as const;
const OTHER_UNIT =
  /^\s?-?(?:hp|lbs?|pounds?|kgs?|cc|mpg|years?|months?|days?|weeks?|owners?|doors?|cylinders?|kwh?|tires|euros?|eur|gbp|pesos?)\b/i;
/** A ZIP code stands after its word, "in" or its place: other numbers of five digits are prices. */
const ZIP =
  /\b(?:zip|postal)(?: ?code)?(?: is)?:? ?(\d{5}(?:-\d{4})?)\b|(?<=\|\| ?[,(–-]? ?|\b(?:in|near|(?:live|living) at) )\d{5}(?:-\d{4})?\b(?! ?(?:mi|km|on ))/i;
const RANGE = /^\s?(?:-|–|to|or|and)\s?$/i;
const LEAST_PRICE = 100;
const LEAST_DOLLARS = 1;
const FIRST_YEAR = 1980;

/** Reads a text for what people say of a car and its sale. Nothing is guessed: what may mean two things is asked. */
export function readFacts(text: string, readPlaces: ReadPlaces): TextFacts {
  const facts: Fact[] = [];
  const unclear: Record<string, string> = {};
  let rest = text.replace(IN_WORDS, (said, ten?: string, one?: string) =>
    ten || one
      ? `${(ten ? (TENS.indexOf(ten.toLowerCase()) + 2) * 10 : 0) + (one ? ONES.indexOf(one.toLowerCase()) + 1 : 0)} `
      : said,
  );

  function blank(from: number, to: number, gap = GAP): string {
    const words = rest.slice(from, to);
    rest = rest.slice(0, from) + gap + rest.slice(to);
    return words.trim();
  }
  function take(pattern: RegExp, read: (found: RegExpExecArray) => Fact['parameters'] | undefined): void {
    const found = pattern.exec(rest);
    const parameters = found && read(found);
    if (found && parameters)
      facts.push({ words: blank(found.index, found.index + found[0].length), parameters });
  }

  // It may stand in blocks, or together with its label.
  const [pasted, ...others] = findVins(rest).fitting;
  if (pasted !== undefined && others.length === 0 && !VIN.test(rest))
    rest = rest.replace(new RegExp([...pasted].join('[^a-z0-9]*'), 'i'), ` ${pasted} `);
  const vins = new Set([...rest.matchAll(new RegExp(VIN, 'gi'))].map(([vin]) => vin.toUpperCase()));
  if (vins.size > 1) unclear.vin = `Which car is meant: ${[...vins].join(' or ')}?`;
  else take(VIN, ([vin]) => ({ vin }));

  readPlace();
  readNumbers();
  take(/\bprivate (?:buyer|purchaser)\b/i, () => ({}));
  take(
    /\b(?:private(?:ly)?(?: (?:seller|sale|person|party|owner))?|by owner|fsbo|craigslist|kijiji|marketplace|my (?:uncle|aunt|father|mother|brother|sister|son|daughter|friend|neighbou?r)(?= (?:sells|is selling|wants|offers)))\b/i,
    () => ({ sale_type: 'private' }),
  );
  take(/\b(?:car )?dealer(?:ship)?s?\b/i, () => ({ sale_type: 'dealer' }));
  if (new Set(facts.flatMap(({ parameters: { sale_type: seller } }) => seller ?? [])).size > 1)
    unclear.sale_type = 'Is it bought from a private person or from a dealer?';
  for (const [fuel, words] of FUELS) take(words, () => ({ fuel }));
  const fuels = facts.flatMap(({ parameters }) => parameters.fuel ?? []);
  if (fuels.length > 1) unclear.fuel = `What does the car run on: ${fuels.join(' or ')}?`;
  take(/^\W*(?:in )?(mi(?:les?)?|km|kilomet(?:er|re)s?)\W*$/i, ([, unit = '']) => ({
    odometer_unit: unit.toLowerCase().startsWith('mi') ? 'mi' : 'km',
  }));
  take(/\b(?:first|original) owner\b/i, () => ({ owner: 'first' }));
  take(/\b(?:second|third|next|later|new) owner\b/i, () => ({ owner: 'later' }));
  return {
    facts: facts.filter(({ parameters }) => !Object.keys(parameters).some((name) => name in unclear)),
    unclear,
    rest,
  };

  function readPlace(): void {
    const canadian = /\b[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d\b/i;
    take(canadian, ([code]) => postal(code));
    const currency = /\bCAD\b|\bCA?\$|\bcanadian dollars?/i.test(rest)
      ? 'CA'
      : /\bUSD\b|\bUS\$|\b(?:us|american) dollars?/i.test(rest)
        ? 'US'
        : undefined;
    const country = /\b(?:canada|canadian)\b(?! dollar)/i.test(rest)
      ? 'CA'
      : /\b(?:usa|united states|america|U\.?S\.?A?)\b(?! dollar|\$)/.test(rest)
        ? 'US'
        : undefined;
    const { options, spans } = readPlaces(rest);
    const narrowed = options.filter(({ place }) => place.country === (country ?? currency));
    const possible = narrowed.length > 0 ? narrowed : options;
    const words = spans.map(([from, to]) => rest.slice(from, to)).join(', ');
    for (const [from, to] of spans.toReversed()) blank(from, to, PLACE_GAP);
    const [first, second] = possible;
    if (first && second) {
      const codes = possible.map(({ place }) => `${place.code} (${place.country})`).join(' or ');
      unclear[possible.some(({ place }) => place.country === 'US') ? 'state' : 'province'] =
        `Which place is meant by ${words}: ${codes}?`;
    } else if (first) {
      const { place, city } = first;
      const known =
        place.country === 'CA' ? { province: place.code } : { state: place.code, ...(city && { city }) };
      facts.push({ words, parameters: { country: place.country, ...known } });
      if (currency && currency !== place.country)
        unclear.price = `What is the price in ${place.country === 'CA' ? 'Canadian' : 'US'} dollars?`;
    } else if (country ?? currency) {
      const named = country
        ? /\b(?:canada|canadian|usa|united states|america|U\.?S\.?A?)\b/i
        : /\b(?:CAD|USD)\b/i;
      facts.push({ words: named.exec(rest)?.[0] ?? '', parameters: { country: country ?? currency ?? '' } });
      if (country) take(named, () => undefined);
    }
    take(ZIP, ([said, code]) => {
      const found = postal(code ?? said);
      // It says which place of the name is meant.
      if (found) delete unclear.state;
      return code !== undefined || isOfPlace(said) ? found : undefined;
    });
  }

  /** Whether a ZIP code is in the state that was named; where none was, it may be anywhere. */
  function isOfPlace(zip: string): boolean {
    const state = facts.find(({ parameters }) => 'state' in parameters)?.parameters.state;
    const found = findPostalPlace(zip);
    return state === undefined || (found.kind === 'place' && found.place.code === state);
  }

  function postal(text: string): Fact['parameters'] | undefined {
    const code = text.toUpperCase();
    const found = isPostalCode(code) ? findPostalPlace(code) : undefined;
    return found?.kind === 'place'
      ? { country: found.place.country, postal_code: found.postalCode }
      : undefined;
  }

  function readNumbers(): void {
    const numbers = [...rest.matchAll(NUMBER)].map((found) => asNumber(found, rest));
    for (const [index, one] of numbers.entries()) {
      const next = numbers[index + 1];
      const isRange = next !== undefined && RANGE.test(rest.slice(one.to, next.from));
      if (!isRange || next.is === 'other' || (one.is === 'year' && next.is === 'year')) continue;
      next.is = next.is === 'year' ? 'bare' : next.is;
      one.is = next.is;
      one.isEither = true;
      next.isEither = true;
    }
    const hasNoPrice = !numbers.some(({ is }) => is === 'called' || is === 'bare');
    const used = [
      ...zipAmong(numbers),
      ...choose('odometer', 'What does the odometer show?', (is) => is === 'odometer'),
      ...choose('trade_in', 'What is the car traded in worth?', (is) => is === 'trade_in'),
      ...choose(
        'price',
        'What is the price?',
        (is) => is === 'called',
        (is) => is === 'bare',
        (is) => is === 'budget' && hasNoPrice,
      ),
      ...choose('budget', '', (is) => is === 'budget' && !hasNoPrice),
      ...choose('model_year', '', (is) => is === 'year'),
      ...choose(MOST_TO_SPEND, '', (is) => is === 'limit'),
    ];
    for (const { from, to } of used.toSorted((one, other) => other.from - one.from)) blank(from, to);

    /** Beside a price, and of the state that was named, a number is a ZIP code wherever it stands. */
    function zipAmong(numbers: readonly Said[]): Said[] {
      const [of] = facts.filter(({ parameters }) => 'state' in parameters);
      if (!of || !numbers.some(({ is }) => is === 'called')) return [];
      const found = numbers.filter(({ is, isEither, value, from, to }) => {
        const isBare = is === 'bare' && !isEither && value % 100 !== 0;
        return isBare && /^\s*\d{5}$/.test(rest.slice(from, to)) && isOfPlace(rest.slice(from, to).trim());
      });
      const [zip, ...others] = found;
      const words = rest.slice(zip?.from, zip?.to).trim();
      const parameters = postal(words);
      if (!zip || others.length > 0 || !parameters) return [];
      facts.push({ words, parameters });
      return [zip];
    }

    function choose(name: string, question: string, ...kinds: ((is: Kind) => boolean)[]): Said[] {
      const found =
        kinds.map((kind) => numbers.filter(({ is }) => kind(is))).find((some) => some.length > 0) ?? [];
      const [first] = found;
      if (!first) return [];
      const isOne = found.every(({ value, isEither }) => value === first.value && !isEither);
      if (!isOne && question === '') return [];
      if (!isOne) unclear[name] = `${question} ${found.map(({ value }) => value).join(' or ')} was said.`;
      else
        facts.push({
          words: rest.slice(first.from, first.to).trim(),
          parameters: { [name]: first.value, ...(first.unit && { odometer_unit: first.unit }) },
        });
      return found;
    }
  }
}

type Kind = 'odometer' | 'trade_in' | 'called' | 'bare' | 'budget' | 'year' | 'limit' | 'other';

interface Said {
  value: number;
  is: Kind;
  from: number;
  to: number;
  unit?: 'mi' | 'km';
  isEither?: boolean;
}

/** Tells what kind of number it is by the words around it. */
function asNumber(
  { 0: all, 1: currency, 2: digits = '', 3: cents = '', 4: thousand, index }: RegExpExecArray,
  text: string,
): Said {
  const before = text.slice(0, index);
  const after = text.slice(index + all.length);
  const value = Number(`${digits.replace(/\D/g, '')}${cents}`) * (thousand ? 1_000 : 1);
  const at = (is: Kind, length = 0): Said => ({ value, is, from: index, to: index + all.length + length });
  const distance = DISTANCE_AFTER.exec(after);
  if (distance)
    return {
      ...at('odometer', distance[0].length),
      unit: distance[1]?.toLowerCase().startsWith('mi') ? 'mi' : 'km',
    };
  const onTheClock = ON_THE_CLOCK.exec(after);
  if (onTheClock || ODOMETER_BEFORE.test(before)) return at('odometer', onTheClock?.[0].length);
  const tradeIn = TRADE_IN_BEFORE.exec(before);
  if (tradeIn) return { ...at('trade_in'), from: tradeIn.index };
  const money = CURRENCY_AFTER.exec(after);
  const paid = money?.[0].length ?? 0;
  if ((currency || money) && value < LEAST_PRICE) {
    const [over, below] = [LIMIT_AFTER.exec(after.slice(paid)), LIMIT_BEFORE.exec(before)];
    if (over || below || value < LEAST_DOLLARS)
      return { ...at('limit', paid + (over?.[0].length ?? 0)), from: below?.index ?? index };
  }
  const budget = BUDGET_BEFORE.exec(before);
  if (budget && value >= LEAST_PRICE) return { ...at('budget', paid), from: budget.index };
  if (currency || money) return at('called', paid);
  if (OTHER_UNIT.test(after) || value < LEAST_PRICE) return at('other');
  const isYear = /^\d{4}$/.test(digits) && value >= FIRST_YEAR && value <= new Date().getUTCFullYear() + 2;
  if (isYear && !thousand && !(PRICE_BEFORE.test(before) && !/^\s+\p{L}/u.test(after))) return at('year');
  return at(thousand || PRICE_BEFORE.test(before) ? 'called' : 'bare');
}
