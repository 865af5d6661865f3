import type { FeeFigure, Jurisdiction, TaxFigure } from '../../src/costs/jurisdiction-schema.ts';
import type { Country } from '../../src/costs/places.ts';
import type { AmountRule } from '../../src/costs/rule-schema.ts';

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

/** Finds what the schema cannot see: gaps, disorder, dangling names and rules that hold across jurisdictions. */
export function checkJurisdiction(data: Jurisdiction): string[] {
  const taxes = [...data.privateSaleTaxes, ...data.dealerSaleTaxes];
  return [
    ...checkSources(data, [...taxes, ...data.fees]),
    ...duplicates(data.privateSaleTaxes.map(({ id }) => id)).map(
      (id) => `privateSaleTaxes: two lines are called ${id}`,
    ),
    ...duplicates(data.dealerSaleTaxes.map(({ id }) => id)).map(
      (id) => `dealerSaleTaxes: two lines are called ${id}`,
    ),
    ...duplicateFees(data.fees),
    ...[...taxes, ...data.fees].flatMap((figure) => checkFigure(figure)),
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

/** The same id may stand twice when only one of the two lines can appear in a bill. */
function duplicateFees(fees: readonly FeeFigure[]): string[] {
  return fees.flatMap((fee, index) =>
    fees.slice(index + 1).some((other) => other.id === fee.id && !excludeEachOther(fee, other))
      ? [`fees: two lines are called ${fee.id}`]
      : [],
  );
}

function excludeEachOther(a: FeeFigure, b: FeeFigure): boolean {
  const bySale = a.sales !== undefined && b.sales !== undefined && a.sales[0] !== b.sales[0];
  const byPlates = a.plates !== undefined && b.plates !== undefined && a.plates !== b.plates;
  return bySale || byPlates;
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
