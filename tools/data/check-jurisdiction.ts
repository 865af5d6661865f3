import type { FeeFigure, Jurisdiction, TaxFigure } from '../../src/costs/jurisdiction-schema.ts';
import { centsOf, moneyText, roundToCents, unitsOf } from '../../src/costs/money.ts';
import type { Country } from '../../src/costs/places.ts';
import type { AmountRule } from '../../src/costs/rule-schema.ts';
import { evaluateRule } from '../../src/costs/rules.ts';
import { isHomePage, isOfficial, isUnsigned } from './official.ts';

const GST_RATE = 5;
const hstProvinces = new Set(['ON', 'NB', 'NS', 'PE', 'NL']);
const noPrivateTax = new Set([
  'CA-AB',
  'CA-NT',
  'CA-NU',
  'CA-YT',
  'US-AK',
  'US-AZ',
  'US-HI',
  'US-MT',
  'US-NV',
  'US-NH',
  'US-OR',
]);

/** Finds what the schema cannot see: gaps, disorder, dangling names, impossible figures and rules that hold across jurisdictions. */
export function checkJurisdiction(data: Jurisdiction, today: string): string[] {
  const taxes = [...data.privateSaleTaxes, ...data.dealerSaleTaxes];
  return [
    ...checkSources(data, [...taxes, ...data.fees]),
    ...duplicateFigures('privateSaleTaxes', data.privateSaleTaxes),
    ...duplicateFigures('dealerSaleTaxes', data.dealerSaleTaxes),
    ...duplicateFigures('fees', data.fees),
    ...[...taxes, ...data.fees].flatMap((figure) => [
      ...checkFigure(figure),
      ...checkSize(figure),
      ...checkDays(figure, today),
      ...checkConfidence(figure, data),
    ]),
    ...checkCountryRules(data),
  ];
}

function checkSources(data: Jurisdiction, figures: readonly (TaxFigure | FeeFigure)[]): string[] {
  const used = new Set([...figures.map(({ source }) => source), data.familyGift.source]);
  const declared = Object.keys(data.sources);
  return [
    ...[...used].filter((key) => !declared.includes(key)).map((key) => `sources: nothing is called ${key}`),
    ...declared.filter((key) => !used.has(key)).map((key) => `sources: no figure uses ${key}`),
    ...duplicates(Object.values(data.sources).map(({ url }) => url)).map(
      (url) => `sources: ${url} stands there twice`,
    ),
  ];
}

type Figure = TaxFigure & Partial<Pick<FeeFigure, 'sales' | 'plates'>> & { category?: FeeFigure['category'] };

/** The same id may stand twice when only one of the two lines can appear in a bill. */
function duplicateFigures(list: string, figures: readonly Figure[]): string[] {
  return figures.flatMap((figure, index) =>
    figures.slice(index + 1).some((other) => other.id === figure.id && !excludeEachOther(figure, other))
      ? [`${list}: two lines are called ${figure.id}`]
      : [],
  );
}

function excludeEachOther(a: Figure, b: Figure): boolean {
  const bySale = a.sales !== undefined && b.sales !== undefined && a.sales[0] !== b.sales[0];
  const byPlates = a.plates !== undefined && b.plates !== undefined && a.plates !== b.plates;
  const endsBefore = ({ until }: Figure, { from }: Figure) =>
    until !== undefined && from !== undefined && until < from;
  return bySale || byPlates || endsBefore(a, b) || endsBefore(b, a);
}

const PRICE = 25_000_00;
/** The least and the most that a line of its kind can be at a price of 25,000. */
const sizes: Record<'tax' | FeeFigure['category'], readonly [number, number]> = {
  tax: [250, 4_000],
  title: [1, 300],
  transfer: [1, 100],
  registration: [1, 1_200],
  plate: [0.5, 150],
  inspection: [2, 300],
  documentation: [5, 1_500],
  levy: [2, 1_500],
  other: [1, 300],
};

function checkSize({ id, amount, omitWhenZero, ...figure }: Figure): string[] {
  const category = figure.category ?? 'tax';
  const { high } = evaluateRule(amount, { taxable: PRICE, price: PRICE, localRates: undefined });
  const [least, most] = sizes[category].map((dollars) => unitsOf(centsOf(dollars)));
  const isPossible = high === 0 || omitWhenZero || (high >= (least ?? 0) && high <= (most ?? 0));
  return isPossible
    ? []
    : [
        `${id}: ${moneyText(roundToCents(high))} at a price of ${moneyText(PRICE)} is no ${category}: those lie between ${sizes[category].map((size) => `$${size}`).join(' and ')}`,
      ];
}

function checkDays({ id, asOf, verifiedOn, from, until }: Figure, today: string): string[] {
  const problems: string[] = [];
  // The law of a day to come may be read before.
  const last = from !== undefined && from > today ? from : today;
  if (asOf !== null && asOf > last.slice(0, asOf.length)) problems.push(`asOf ${asOf} is a day to come`);
  if (verifiedOn !== undefined && verifiedOn > today)
    problems.push(`verifiedOn ${verifiedOn} is a day to come`);
  if (asOf !== null && verifiedOn !== undefined && verifiedOn.slice(0, asOf.length) < asOf)
    problems.push(`it was verified on ${verifiedOn}, before ${asOf}, of which its source speaks`);
  if (from !== undefined && until !== undefined && from > until) problems.push('from is after until');
  return problems.map((problem) => `${id}: ${problem}`);
}

function checkConfidence({ id, confidence, source }: Figure, { sources }: Jurisdiction): string[] {
  const url = sources[source]?.url;
  if (url === undefined) return [];
  if (confidence === 'high' && !isOfficial(url))
    return [`${id}: high is for laws and pages of governments, which ${url} is not`];
  const weak =
    (isHomePage(url) && 'a home page, which carries no figure') ||
    (isUnsigned(url) && 'a guide that nobody signs');
  return confidence !== 'low' && weak ? [`${id}: ${url} is ${weak}: its confidence is low`] : [];
}

function checkFigure(figure: TaxFigure | FeeFigure): string[] {
  const { id, amount, alternative, carAmounts = [] } = figure;
  return [
    ...checkRule(amount, id),
    ...(alternative === undefined ? [] : checkRule(alternative.amount, `${id}, alternative`)),
    ...carAmounts.flatMap((row, index) => checkRule(row.amount, `${id}, carAmounts ${index + 1}`)),
  ];
}

function checkRule(rule: AmountRule, where: string): string[] {
  if (typeof rule === 'number') return [];
  const problems: string[] = [];
  const reportIf = (condition: boolean, problem: string) => {
    if (condition) problems.push(`${where}: ${problem}`);
  };
  reportIf((rule.atLeast ?? 0) > (rule.atMost ?? Number.POSITIVE_INFINITY), 'atLeast is above atMost');
  switch (rule.rule) {
    case 'range':
    case 'percentRange':
    case 'local':
    case 'listPrice':
    case 'perPound':
      reportIf(rule.low >= rule.high, 'low must be below high');
      reportIf(
        'typical' in rule &&
          rule.typical !== undefined &&
          (rule.typical < rule.low || rule.typical > rule.high),
        'typical is outside its range',
      );
      break;
    case 'percent':
      reportIf(
        (rule.onPartFrom ?? 0) >= (rule.onPartTo ?? Number.POSITIVE_INFINITY),
        'onPartFrom must be below onPartTo',
      );
      break;
    case 'tiers':
      reportIf(!startsAtZeroAndRises(rule.tiers), 'tiers must begin at 0 and rise');
      break;
    case 'sum':
      problems.push(...rule.parts.flatMap((part, index) => checkRule(part, `${where}, part ${index + 1}`)));
      break;
    case 'byPrice':
      reportIf(!startsAtZeroAndRises(rule.rows), 'rows must begin at 0 and rise');
      for (const row of rule.rows) {
        if (row.amount !== undefined)
          problems.push(...checkRule(row.amount, `${where}, row from ${row.from}`));
      }
      break;
    case 'byListPrice':
      reportIf(!startsAtZeroAndRises(rule.rows), 'rows must begin at 0 and rise');
      reportIf(rule.usual[0] >= rule.usual[1], 'the usual list prices must rise');
      reportIf(duplicates(rule.shares.map((row) => row.when)).length > 0, 'two shares have the same words');
      break;
    case 'oneOf':
      reportIf(duplicates(rule.cases.map((row) => row.when)).length > 0, 'two cases have the same words');
      for (const row of rule.cases) {
        if (row.amount !== undefined) problems.push(...checkRule(row.amount, `${where}, case ${row.when}`));
      }
      break;
  }
  return problems;
}

function startsAtZeroAndRises(rows: readonly { from: number }[]): boolean {
  return rows.every(({ from }, index) => (index === 0 ? from === 0 : from > (rows[index - 1]?.from ?? 0)));
}

function checkCountryRules(data: Jurisdiction): string[] {
  const problems: string[] = [];
  const place = `${data.country}-${data.code}`;
  const isUntaxed = data.privateSaleTaxes.every(({ amount }) => amount === 0);
  if (noPrivateTax.has(place) !== isUntaxed) {
    problems.push(
      `privateSaleTaxes: ${isUntaxed ? 'this place taxes' : 'this place does not tax'} private sales`,
    );
  }
  for (const { id, amount, tradeIn } of data.dealerSaleTaxes) {
    if (amount !== 0 && tradeIn === undefined)
      problems.push(`dealerSaleTaxes: ${id} says nothing about a trade-in`);
  }
  return [...problems, ...rulesOfCountries[data.country](data)];
}

const rulesOfCountries: Record<Country, (data: Jurisdiction) => string[]> = {
  CA: checkCanada,
  US: checkUnitedStates,
};

function checkCanada(data: Jurisdiction): string[] {
  const gst = data.dealerSaleTaxes.find(({ id }) => id === 'gst')?.amount;
  const hasGst = typeof gst === 'object' && gst.rule === 'percent' && gst.percent === GST_RATE;
  return [
    ...(hasGst === hstProvinces.has(data.code)
      ? [`dealerSaleTaxes: ${hasGst ? 'HST contains the GST' : 'a line gst of 5 % is missing'}`]
      : []),
  ];
}

function checkUnitedStates(data: Jurisdiction): string[] {
  return [
    ...(data.fees.some(({ plates }) => plates !== undefined) ? ['fees: plates is for Canada only'] : []),
    ...(data.fees.some(({ id }) => id === 'dealer-documentation')
      ? []
      : ['fees: there is no dealer-documentation line']),
  ];
}

function duplicates(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
