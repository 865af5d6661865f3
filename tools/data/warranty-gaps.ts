import { marketNames } from '../../src/warranty/find-entry.ts';
import type { Entry, Maker } from '../../src/warranty/maker-schema.ts';
import { type Market, markets } from '../../src/warranty/warranty.ts';

const FIRST_YEAR = 1996;
const LAST_YEAR = 2027;
const names = ['basic', 'powertrain', 'corrosion', 'roadside', 'evBattery'] as const;

/** Lists what the data do not hold, for everybody to read and to fill. */
export function gapsText(makers: readonly Maker[]): string {
  const sections = makers
    .toSorted((a, b) => (a.make < b.make ? -1 : 1))
    .map((maker) => ({ maker, lines: markets.flatMap((market) => gapsOf(maker, market)) }))
    .filter(({ lines }) => lines.length > 0);
  return [
    '# What the warranty data do not hold',
    '',
    `Written by \`npm run data:check -- --write\`. Model years ${FIRST_YEAR} to ${LAST_YEAR}, per make and market: years without`,
    'terms, coverages that are not established, and first-owner terms of which it is not known what later owners have.',
    'A figure fills a gap when a source that can be named states it.',
    '',
    ...sections.flatMap(({ maker, lines }) => [
      `## ${maker.make}`,
      '',
      ...lines.map((line) => `- ${line}`),
      '',
    ]),
  ].join('\n');
}

function gapsOf(maker: Maker, market: Market): string[] {
  const entries = maker.entries.filter((entry) => entry.markets.includes(market));
  const gaps = (maker.notEstablished ?? []).filter((gap) => gap.markets.includes(market));
  if (entries.length === 0 && gaps.length === 0) return [`${marketNames[market]}: no terms at all`];
  const notSold = (maker.notSold ?? []).filter((gap) => gap.markets.includes(market));
  const held = (year: number) =>
    [...entries, ...notSold].some(({ years: [first, last] }) => first <= year && year <= last);
  return [
    ...line(
      market,
      'no terms',
      years((year) => !held(year)),
    ),
    ...gaps.map((gap) => `${marketNames[market]} ${span(gap.years)}${ofModels(gap.models)}: ${gap.why}`),
    ...names.flatMap((name) =>
      line(
        market,
        `${name} not established`,
        years((year) => isUnknown(entries, name, year)),
      ),
    ),
    ...line(
      market,
      'later owners not established',
      years((year) => hasOpenLaterOwners(entries, year)),
    ),
  ];
}

function isUnknown(entries: readonly Entry[], name: (typeof names)[number], year: number): boolean {
  // Whether a vehicle has a traction battery is not known by its year alone.
  if (name === 'evBattery') return false;
  return entries.some((entry) => holds(entry, year) && entry[name] === 'unknown');
}

function hasOpenLaterOwners(entries: readonly Entry[], year: number): boolean {
  return entries.some(
    (entry) =>
      holds(entry, year) &&
      names.some((name) => {
        const stated = entry[name];
        return typeof stated !== 'string' && stated.transferable === false && !stated.laterOwners;
      }),
  );
}

function holds({ years: [first, last], models }: Entry, year: number): boolean {
  return models === undefined && first <= year && year <= last;
}

function years(is: (year: number) => boolean): number[] {
  return Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index).filter(is);
}

function line(market: Market, what: string, which: readonly number[]): string[] {
  return which.length === 0 ? [] : [`${marketNames[market]}: ${what}: ${ranges(which).join(', ')}`];
}

function ranges(which: readonly number[]): string[] {
  const spans: [number, number][] = [];
  for (const year of which) {
    const last = spans.at(-1);
    if (last && last[1] === year - 1) last[1] = year;
    else spans.push([year, year]);
  }
  return spans.map(span);
}

function span([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}-${last}`;
}

function ofModels(models: readonly string[] | undefined): string {
  return models === undefined ? '' : ` (${models.join(', ')})`;
}

/** Says how much of the data there is and how sure it is, in model years of makes. */
export function coverageLines(makers: readonly Maker[]): string[] {
  return markets.map((market) => {
    let total = 0;
    let later = 0;
    const sure: Record<string, number> = { high: 0, medium: 0, low: 0 };
    for (const maker of makers) {
      for (const entry of maker.entries) {
        if (!entry.markets.includes(market) || entry.models !== undefined) continue;
        const count = entry.years[1] - entry.years[0] + 1;
        total += count;
        if (knowsLaterOwners(entry)) later += count;
        sure[entry.confidence] = (sure[entry.confidence] ?? 0) + count;
      }
    }
    const share = total === 0 ? 0 : Math.round((100 * later) / total);
    return (
      `Warranty, ${marketNames[market]}: ${total} make-years; basic and powertrain of later owners known in ${share} %; ` +
      `confidence high ${sure.high}, medium ${sure.medium}, low ${sure.low}.`
    );
  });
}

function knowsLaterOwners({ basic, powertrain }: Entry): boolean {
  return [basic, powertrain].every(
    (stated) =>
      typeof stated !== 'string' &&
      (stated.transferable === true ||
        stated.laterOwners !== undefined ||
        ('within' in stated && stated.within)),
  );
}
