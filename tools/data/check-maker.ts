import type { Entry, Exception, Maker, Scope } from '../../src/warranty/makers.ts';
import { namesModel } from '../../src/warranty/sold-vehicle.ts';
import { confidences, type Market, markets } from '../../src/warranty/warranty.ts';

const coverageNames = ['basic', 'powertrain', 'corrosion', 'roadside', 'evBattery'] as const;

/** Finds what is wrong with one make's file beyond its shape: a look-up must have exactly one answer everywhere. */
export function checkMaker(maker: Maker): string[] {
  return [
    ...checkSources(maker),
    ...checkConfidence(maker),
    ...maker.entries.flatMap((entry) => checkEntry(entry).map((problem) => `${titleOf(entry)}: ${problem}`)),
    ...markets.flatMap((market) => [...checkOverlaps(maker, market), ...checkGaps(maker, market)]),
  ];
}

function checkSources(maker: Maker): string[] {
  const used = new Set([
    ...maker.entries.flatMap(sourcesOf),
    ...(maker.soldOnlyIn ?? []).map(({ source }) => source),
  ]);
  const urls = Object.values(maker.sources).map((source) => source.url);
  return [
    ...[...used]
      .filter((key) => !(key in maker.sources))
      .map((key) => `source "${key}" is not listed in sources`),
    ...Object.keys(maker.sources)
      .filter((key) => !used.has(key))
      .map((key) => `source "${key}" is used nowhere`),
    ...urls.filter((url, index) => urls.indexOf(url) !== index).map((url) => `${url} is listed twice`),
  ];
}

function sourcesOf(entry: Entry): string[] {
  const own = coverageNames
    .map((name) => entry[name])
    .flatMap((stated) => (typeof stated === 'string' ? [] : [stated, ...(stated.exceptions ?? [])]))
    .flatMap(({ source, laterOwners }) => [
      source,
      typeof laterOwners === 'object' ? laterOwners.source : undefined,
    ]);
  return [entry.source, ...own].filter((key) => key !== undefined);
}

function checkEntry(entry: Entry): string[] {
  return [
    ...(entry.years[0] > entry.years[1] ? ['the first year is after the last'] : []),
    ...(typeof entry.powertrain !== 'string' && entry.powertrain.within && typeof entry.basic === 'string'
      ? ['powertrain cannot be within a basic coverage that is not there']
      : []),
    ...coverageNames.flatMap((name) => checkTerm(entry[name]).map((problem) => `${name}: ${problem}`)),
  ];
}

function checkTerm(stated: Entry['powertrain']): string[] {
  if (typeof stated === 'string') return [];
  const { within, months, lifetime, miles, km, unlimitedDistance, laterOwners, transferable } = stated;
  const exceptions = (stated.exceptions ?? []).flatMap((exception, index) =>
    checkException(exception).map((problem) => `exception ${index + 1}: ${problem}`),
  );
  if (within) {
    const own = [months, lifetime, miles, km, unlimitedDistance, laterOwners, transferable];
    return [
      ...(own.some((value) => value !== undefined) ? ['within basic leaves no room for a term'] : []),
      ...exceptions,
    ];
  }
  return [...checkLimits(stated), ...exceptions];
}

function checkLimits(stated: Exception): string[] {
  const { months, lifetime, laterOwners, transferable } = stated;
  return [
    ...((months === undefined) === (lifetime === undefined) ? ['give either months or lifetime'] : []),
    ...(hasOneLimit(stated) ? [] : ['give either miles, km or both, or unlimitedDistance']),
    ...(laterOwners && transferable !== false ? ['laterOwners belongs to transferable false'] : []),
    ...(typeof laterOwners === 'object' && !hasOneLimit(laterOwners)
      ? ['laterOwners: give a distance or unlimitedDistance']
      : []),
  ];
}

function checkException(exception: Exception): string[] {
  const { fuels, names, gvwrOverLb, notEstablished, months, lifetime } = exception;
  return [
    ...(fuels || names || gvwrOverLb ? [] : ['say for which vehicles it holds']),
    ...(notEstablished
      ? months === undefined && lifetime === undefined
        ? []
        : ['notEstablished leaves no room for a term']
      : checkLimits(exception)),
  ];
}

function hasOneLimit({
  miles,
  km,
  unlimitedDistance,
}: {
  miles?: number | undefined;
  km?: number | undefined;
  unlimitedDistance?: true | undefined;
}): boolean {
  return (miles !== undefined || km !== undefined) !== (unlimitedDistance === true);
}

function scopesOf(maker: Maker, market: Market): Scope[] {
  return [...maker.entries, ...(maker.notEstablished ?? []), ...(maker.notSold ?? [])].filter((scope) =>
    scope.markets.includes(market),
  );
}

function checkOverlaps(maker: Maker, market: Market): string[] {
  const scopes = scopesOf(maker, market);
  return scopes.flatMap((a, index) =>
    scopes
      .slice(index + 1)
      .filter((b) => a.years[0] <= b.years[1] && b.years[0] <= a.years[1] && sameModels(a, b))
      .map((b) => `${titleOf(a)} and ${titleOf(b)} overlap in ${market}`),
  );
}

function sameModels({ models: a }: Scope, { models: b }: Scope): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.some((name) => b.some((other) => namesModel(name, other) || namesModel(other, name)));
}

/** Between the first and the last model year every year must say something, be it that nothing is known. */
function checkGaps(maker: Maker, market: Market): string[] {
  const scopes = scopesOf(maker, market).filter(
    (scope, _, all) => !scope.models || all.every((other) => other.models),
  );
  const covered = new Set(scopes.flatMap(({ years: [first, last] }) => range(first, last)));
  const missing =
    covered.size === 0
      ? []
      : range(Math.min(...covered), Math.max(...covered)).filter((year) => !covered.has(year));
  return missing.map(
    (year) => `${year} is neither in entries, nor in notEstablished, nor in notSold for ${market}`,
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function titleOf({ years, models, markets }: Scope): string {
  return `${years.join('-')} ${markets.join('+')}${models ? ` ${models.join(', ')}` : ''}`;
}

type Confidence = (typeof confidences)[number];

/** The surest that a figure of these years may be called by where it was read. */
function surest(maker: Maker, key: string, years: Entry['years']): Confidence {
  const source = maker.sources[key];
  if (source && isAboutAnother(maker.make, source.title)) return 'low';
  switch (source?.kind) {
    case 'maker':
      return source.page === undefined ? 'medium' : 'high';
    case 'press':
      return isAbout(source.title, years) ? 'medium' : 'low';
    default:
      return 'low';
  }
}

/** The makes of one company, whose papers speak for all of them, as titles write them. */
const COMPANIES = (
  'Acura|Honda Audi|Volkswagen|VW BMW|MINI Chrysler|Dodge|Eagle|Fiat|FIAT|Jeep|Plymouth|Ram Ford|Lincoln|Mercury ' +
  'Buick|Cadillac|Chevrolet|Chevy|GM|GMC|General.Motors|Geo|Hummer|Oldsmobile|Pontiac|Saturn Genesis|Hyundai ' +
  'Infiniti|INFINITI|Nissan Jaguar|Land.Rover Kia Lexus|Scion|Toyota Maybach|Mercedes-Benz|Mercedes|smart Mazda ' +
  'Mitsubishi Porsche Rivian Subaru Suzuki Tesla Volvo'
).split(' ');

/** Tells whether a title speaks first of another company's cars: what it says of this make is said in passing. */
function isAboutAnother(make: string, title: string): boolean {
  const own = COMPANIES.find((names) => new RegExp(`^(?:${names})$`).test(make)) ?? make;
  const at = (names: string) => title.search(new RegExp(`\\b(?:${names})\\b`));
  const [first] = [own, ...COMPANIES].filter((names) => at(names) >= 0).sort((a, b) => at(a) - at(b));
  return first !== undefined && first !== own;
}

/** Tells whether an article may speak of these model years: a year that it names is one of them or next to them. */
function isAbout(title: string, [first, last]: Entry['years']): boolean {
  const named = (title.match(/\b(?:19[89]|20[0-4])\d\b/g) ?? []).map(Number);
  return named.length === 0 || named.some((year) => year >= first - 1 && year <= last + 1);
}

/** Every confidence that is higher than its source bears. */
function checkConfidence(maker: Maker): string[] {
  return maker.entries.flatMap((entry) => {
    const where = titleOf(entry);
    return claimsOf(entry)
      .filter(({ confidence, source }) => isHigher(confidence, surest(maker, source, entry.years)))
      .map(
        ({ name, confidence, source }) =>
          `${where}: ${name} cannot be ${confidence} by the source "${source}", at most ${surest(maker, source, entry.years)}`,
      );
  });
}

function claimsOf(entry: Entry) {
  const own = coverageNames.flatMap((name) => {
    const stated = entry[name];
    if (typeof stated === 'string') return [];
    return [stated, ...(stated.exceptions ?? [])].flatMap(({ confidence, source }) =>
      confidence === undefined ? [] : [{ name, confidence, source: source ?? stated.source ?? entry.source }],
    );
  });
  return [{ name: 'confidence', confidence: entry.confidence, source: entry.source }, ...own];
}

function isHigher(confidence: Confidence, limit: Confidence): boolean {
  return confidences.indexOf(confidence) < confidences.indexOf(limit);
}
