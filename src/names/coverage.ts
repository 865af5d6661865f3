import { createVinEngine, type Dataset } from '@forecourt/vin';
import { getOrInsert } from '../lib/on-demand.ts';
import type { NamedVehicle } from './narrowing.ts';
import { possibleVins, type Wanted } from './possible-vins.ts';
import { filingMakes, filingNames } from './resolve-make-names.ts';
import { namedVehicle, namingKey, resolveModelNames } from './resolve-model-names.ts';
import { spellingKey, wordsOf } from './spelling.ts';
import { isLongerModel, isOtherModel, isVersionWord, isWeightWord } from './versions.ts';
import { aliasesOf } from './wording.ts';

/** A car that the dataset can decode, with years in which it decodes alike. */
interface DecodableVehicle {
  vehicle: NamedVehicle;
  years: readonly number[];
}

/** Names of one make by model year, as NHTSA lists them. */
export type ListedNames = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>;

export interface NameCoverage {
  /** Decodable cars of listed makes, those that are called alike in a run of years as one. */
  vehicles: number;
  /** Listed names that some decodable car is asked for, by nameKey. */
  reached: Set<string>;
  /** Those of the reached names that are only asked in doubt. */
  inDoubt: Set<string>;
  /**
   * Decodable cars (make, model and year) for which no listed name is found though the make is listed, with the listed
   * names of that year that look alike, and are not ruled out by what is known of the car or declared to be another model.
   */
  unmatched: Map<string, Unmatched>;
  /** The models, under every make where they may be filed, by modelsKey. */
  models: Map<string, Set<string>>;
}

interface Unmatched {
  make: string;
  model: string;
  year: number;
  alike: Set<string>;
}

export const modelsKey = (make: string, year: number) => `${make.toUpperCase()}|${year}`;

const SHORTEST_WORD = 3;
const ALIKE_LETTERS = 4;

/** Names that share a word or a number with the model, or its first letters: what a missing rule would miss. */
function alikeNames(model: string, listed: readonly string[]): string[] {
  const tokens = (name: string) => name.toUpperCase().match(/[A-Z]{3,}|\d{2,}/g) ?? [];
  const own = new Set(tokens(model));
  const beginning = spellingKey(model).slice(0, ALIKE_LETTERS);
  return listed.filter(
    (name) =>
      tokens(name).some((token) => own.has(token)) ||
      (beginning.length >= SHORTEST_WORD && spellingKey(name).startsWith(beginning)),
  );
}

export const nameKey = (make: string, name: string, year: number) => `${make}|${name}|${year}`;

/**
 * Every car of these years that the dataset can decode and that may be filed under a listed make, those that are called
 * alike once for each year: one after the other, because all of them at once take a gigabyte.
 */
function* decodableVehicles(
  dataset: Dataset,
  listed: ListedNames,
  years: Pick<Wanted, 'firstYear' | 'lastYear'>,
): Generator<DecodableVehicle> {
  const engine = createVinEngine(dataset);
  const nowMs = Date.now();
  const useOf = new Map<string, boolean>();
  const hasUse = (make: string) =>
    getOrInsert(useOf, make, () => filingMakes(make).some((one) => listed.has(one)));
  const yearsOf = new Map<string, Set<number>>();
  for (const { vin, years: ofVin } of possibleVins(dataset, { ...years, hasUse })) {
    const [year] = ofVin;
    if (year === undefined) continue;
    const { fields } = engine.decode(vin, { nowMs, modelYear: year });
    const { Make: make, Model: model } = fields;
    if (make === undefined || model === undefined || !hasUse(make)) continue;
    const text = (code: string) => fields[code] ?? null;
    const vehicle = namedVehicle({
      make,
      model,
      year,
      series: text('Series'),
      series2: text('Series2'),
      trim: text('Trim'),
      trim2: text('Trim2'),
      bodyClass: text('BodyClass'),
      doors: Number(text('Doors')) || null,
      driveType: text('DriveType'),
      dimensions: { cabType: text('BodyCabType') },
      engine: { fuelType: text('FuelTypePrimary'), fuelTypeSecondary: text('FuelTypeSecondary') },
      electrification: {
        level: text('ElectrificationLevel'),
        batteryType: null,
        batteryKwh: null,
        chargerLevel: null,
        chargerPowerKw: null,
        driveUnit: null,
      },
    });
    const known = getOrInsert(yearsOf, namingKey({ ...vehicle, year: 0 }), () => new Set<number>());
    const added = ofVin.filter((one) => !known.has(one));
    for (const one of added) known.add(one);
    if (added.length > 0) yield { vehicle, years: added };
  }
}

/** Holds every car that the dataset can decode against the names that are listed. */
export function coverageOf(
  dataset: Dataset,
  listed: ListedNames,
  wanted: Pick<Wanted, 'firstYear' | 'lastYear'>,
): NameCoverage {
  const coverage: NameCoverage = {
    vehicles: 0,
    reached: new Set(),
    inDoubt: new Set(),
    unmatched: new Map(),
    models: new Map(),
  };
  const certain = new Set<string>();
  for (const { vehicle, years } of decodableVehicles(dataset, listed, wanted)) {
    coverage.vehicles += 1;
    const isListed = filingNames(vehicle).filter(({ make }) => listed.has(make));
    if (isListed.length === 0) continue;
    for (const year of years) {
      for (const { make, model } of isListed)
        getOrInsert(coverage.models, modelsKey(make, year), () => new Set()).add(model);
      let found = 0;
      const offered: string[] = [];
      for (const { make, model } of isListed) {
        const names = listed.get(make)?.get(year) ?? [];
        if (names.length === 0) continue;
        offered.push(...names);
        const { matched, inDoubt } = resolveModelNames({ ...vehicle, make, model, year }, names);
        for (const name of matched) certain.add(nameKey(make, name, year));
        for (const name of [...matched, ...inDoubt]) coverage.reached.add(nameKey(make, name, year));
        found += matched.length + inDoubt.length;
      }
      if (offered.length > 0 && found === 0) addUnmatched(coverage.unmatched, vehicle, year, offered);
    }
  }
  for (const key of coverage.reached) if (!certain.has(key)) coverage.inDoubt.add(key);
  return coverage;
}

function addUnmatched(
  unmatched: NameCoverage['unmatched'],
  { make, model }: NamedVehicle,
  year: number,
  offered: readonly string[],
): void {
  const key = nameKey(make, model, year);
  const known = unmatched.get(key) ?? {
    make: make.toUpperCase(),
    model: model.toUpperCase(),
    year,
    alike: new Set(),
  };
  for (const name of alikeNames(model, offered)) {
    if (!known.alike.has(name) && !isExplained({ make, model, year }, name)) known.alike.add(name);
  }
  unmatched.set(key, known);
}

/** True of a version that the car is not by what is known of it, and of what the tables declare to be another model. */
export function isExplained(car: { make: string; model: string; year: number }, name: string): boolean {
  const { make, model } = car;
  const bare = resolveModelNames(car, [name]);
  return (
    bare.matched.length + bare.inDoubt.length + bare.keptApart.length > 0 ||
    isLongerModel(make, model, name) ||
    isLongerModel(make, name, model) ||
    isOtherModel(make, model, name)
  );
}

/** True where the letters of one name, but for those of a weight class, stand in the other, side by side. */
export function contains(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((name) =>
    wordsOf(name)
      .filter((word) => !isWeightWord(word))
      .join(''),
  );
  return a.length >= SHORTEST_WORD && b.length >= SHORTEST_WORD && (a.includes(b) || b.includes(a));
}

/** True where a decodable model of the make and year has this very name. */
export function isModelOfItsOwn({ models }: NameCoverage, make: string, name: string, year: number): boolean {
  const bare = wordsOf(name)
    .filter((word) => !isVersionWord(word))
    .join('');
  const keys = new Set([spellingKey(name), bare]);
  return [...(models.get(modelsKey(make, year)) ?? [])].some((model) =>
    aliasesOf(make, model).some((alias) => keys.has(spellingKey(alias))),
  );
}
