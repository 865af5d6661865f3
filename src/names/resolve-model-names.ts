import type { Vehicle } from '../vehicle/vehicle.ts';
import { aliasesOf } from './aliases.ts';
import { codedFit, isOfFamily } from './coded-names.ts';
import { isOtherWeightClass, type NamedVehicle, numberFit, seriesFit, trimFit } from './narrowing.ts';
import { ANY_POWERTRAIN, type Fit, fitOf, possiblePowertrains, powertrainOfName } from './powertrain.ts';
import { distinctNames, remainderAfter, spellingKey, wordsOf } from './spelling.ts';
import {
  isBodyModel,
  isLongerModel,
  isVersionModel,
  isVersionOf,
  LONG_VERSION_MAKES,
  versionNames,
  wordsBehind,
} from './versions.ts';

/** The fields that a look-up by name needs; the optional ones narrow the names. */
export type LookedUpVehicle = Pick<Vehicle, 'make' | 'model' | 'year'> &
  Partial<Pick<Vehicle, 'series' | 'series2' | 'trim' | 'trim2' | 'electrification'>> & {
    engine?: Partial<Pick<Vehicle['engine'], 'fuelType' | 'fuelTypeSecondary'>>;
  };

export function namedVehicle(vehicle: LookedUpVehicle): NamedVehicle {
  const { make, model, year, electrification, engine } = vehicle;
  const versions = [vehicle.series, vehicle.series2, vehicle.trim, vehicle.trim2].filter(
    (text) => text !== null && text !== undefined,
  );
  const powertrains = possiblePowertrains({
    make,
    year,
    names: [model, ...versions],
    fuel: engine?.fuelType,
    secondFuel: engine?.fuelTypeSecondary,
    electrification: electrification?.level,
  });
  return { make, model, year, versions, powertrains };
}

interface ModelNames {
  /** Names of the source's list that stand for this car, in the order of the list. */
  matched: string[];
  /** Names of versions of this model that the car may or may not be: the VIN does not say. */
  inDoubt: string[];
  /** Listed hybrids and electrics of this model that the car is not. */
  keptApart: string[];
}

/** Suffixes that lists write without a blank: XC90PHEV, S60CC, ES350, NX450H+, AMG GT63S, 740IL, DURANGO1. */
const GLUED_WORD = /^(PHEV|BEV|HEV|EV|HD|SD|CC|AMG)$/;
const GLUED_NUMBER = /^\d{2,3}[A-Z]{0,2}\+?$/;
const GLUED_NUMBER_MAKES = /^(LEXUS|INFINITI|MERCEDESBENZ)$/;
/** A stray 1 is taken for a slip only behind a word; SL1 is another car than SL. */
const LEAST_WORD = 5;

function isGluedSuffix(make: string, name: string, rest: string): boolean {
  const makeKey = spellingKey(make);
  if (GLUED_WORD.test(rest)) return true;
  if (rest === 'L') return LONG_VERSION_MAKES.test(makeKey);
  if (rest === '1') return /[A-Z]$/.test(name) && name.length >= LEAST_WORD;
  return name.length > 1 && GLUED_NUMBER.test(rest) && GLUED_NUMBER_MAKES.test(makeKey);
}

function isSuffixed(make: string, name: string, listed: string): boolean {
  const remainder = remainderAfter(name, listed);
  if (!remainder) return false;
  return !remainder.glued || isGluedSuffix(make, spellingKey(name), remainder.rest);
}

function addedWords(model: string, listed: string): string[] {
  const own = new Set(wordsOf(model));
  return wordsOf(listed).filter((word) => !own.has(word));
}

function worse(...fits: Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('in doubt') ? 'in doubt' : 'yes';
}

/** Tells whether a longer model's name is borne out by the car's own versions: an Explorer with the trim Police, an X5 with X5 M. */
function isOwnLongerModel({ model, versions = [] }: NamedVehicle, listed: string): boolean {
  const behind = wordsBehind(model, listed);
  const first = behind?.[0];
  if (first === undefined) return false;
  return versions.some((version) => {
    const words = wordsOf(version);
    const own = wordsBehind(model, version) ?? words;
    if (first === 'INTERCEPT') return words.includes('POLICE');
    return first.length > 1 ? words.includes(first) : own[0] === first && own[1] !== 'SPORT';
  });
}

interface Names {
  own: readonly string[];
  versions: readonly string[];
  /** All of them and each part of a series or trim, numbers and abbreviations too. */
  codes: readonly string[];
}

function namesOfVehicle({ make, model, versions = [] }: NamedVehicle): Names {
  const own = aliasesOf(make, model);
  const parts = versions.flatMap((text) => [text, ...text.split(/[,/&]/)]).map((part) => part.trim());
  return { own, versions: versionNames(make, model, versions), codes: [...new Set([...own, ...parts])] };
}

/** Tells whether the listed name is the car's by its wording alone, before number, weight and powertrain are looked at. */
function relationOf(vehicle: NamedVehicle, names: Names, listed: string): Fit {
  const { make } = vehicle;
  const isLonger = (name: string) => isLongerModel(make, name, listed) && !isOwnLongerModel(vehicle, listed);
  if (names.own.some((name) => isBodyModel(make, name, listed))) return 'in doubt';
  if (names.own.some((name) => isSuffixed(make, name, listed) && !isLonger(name))) return 'yes';
  const ofSeries = names.own.map((name) => seriesFit(make, name, listed));
  if (ofSeries.includes('yes')) return 'yes';
  const key = spellingKey(listed);
  if (names.versions.some((name) => spellingKey(name) === key || isSuffixed(make, name, listed)))
    return 'yes';
  // "DuraStar 4300" of a 4300 is filed under DURASTAR.
  if (names.versions.some((name) => wordsBehind(listed, name)?.every((word) => /^\d{3,4}$/.test(word))))
    return 'in doubt';
  const shorter = names.own.map((name) => {
    const rest = wordsBehind(listed, name);
    return rest && !isLongerModel(make, listed, name) ? isVersionOf(rest, vehicle) : undefined;
  });
  if (shorter.includes('version')) return 'yes';
  const coded = codedFit(make, names.codes, listed);
  if (coded === 'yes') return 'yes';
  // A plain name may hold the recalls of the hybrid too.
  const isDoubtful =
    coded === 'in doubt' ||
    ofSeries.includes('in doubt') ||
    shorter.some((rest) => rest !== undefined) ||
    isOfFamily(make, names.codes, listed);
  return isDoubtful ? 'in doubt' : 'no';
}

/** Finds a listed name that ours begins with, where nothing else is listed: SCOUT for a Scout Classic. */
function isShorterName(vehicle: NamedVehicle, names: Names, listed: string): boolean {
  const { make, year, powertrains = ANY_POWERTRAIN } = vehicle;
  const isBeginning = names.own.some(
    (name) =>
      wordsBehind(listed, name) !== undefined &&
      (!isLongerModel(make, listed, name) || isVersionModel(make, name, listed)),
  );
  return (
    isBeginning &&
    !isOtherWeightClass(vehicle, listed) &&
    fitOf(powertrains, powertrainOfName({ listed, added: [], make, year })) !== 'no'
  );
}

/**
 * Finds the names of a source's own list that stand for the decoded car: the same name but for case, blanks and punctuation; a
 * known other name; the name with a suffix, unless that makes it a longer model; the name without words that only distinguish
 * a version; its series or trim; the series it belongs to. Versions that the car may be are in doubt, hybrids and
 * electrics that it is not are kept apart.
 */
export function resolveModelNames(vehicle: NamedVehicle, listedModels: readonly string[]): ModelNames {
  const { make, model, year, powertrains = ANY_POWERTRAIN } = vehicle;
  const names = namesOfVehicle(vehicle);
  const found: ModelNames = { matched: [], inDoubt: [], keptApart: [] };
  for (const listed of distinctNames(listedModels)) {
    const key = spellingKey(listed);
    if (names.own.some((name) => spellingKey(name) === key)) {
      const alias = powertrainOfName({ listed, added: addedWords(model, listed), make, year });
      const fit = spellingKey(model) === key ? 'yes' : fitOf(powertrains, alias);
      if (fit === 'no') found.keptApart.push(listed);
      else (fit === 'yes' ? found.matched : found.inDoubt).push(listed);
      continue;
    }
    const relation = relationOf(vehicle, names, listed);
    if (relation === 'no' || isOtherWeightClass(vehicle, listed)) continue;
    const number = numberFit(vehicle, listed);
    if (number === 'no') continue;
    const powertrain = fitOf(
      powertrains,
      powertrainOfName({ listed, added: addedWords(model, listed), make, year }),
    );
    if (powertrain === 'no') found.keptApart.push(listed);
    else
      (worse(relation, number, powertrain, trimFit(vehicle, listed)) === 'yes'
        ? found.matched
        : found.inDoubt
      ).push(listed);
  }
  if (found.matched.length > 0 || found.inDoubt.length > 0) return found;
  const shorter = distinctNames(listedModels).filter((listed) => isShorterName(vehicle, names, listed));
  return { ...found, inDoubt: shorter };
}

/** Equal only for cars that resolve to the same names of every list. */
export function namingKey({ make, model, year, powertrains, versions = [] }: NamedVehicle): string {
  const narrowing = [...new Set(versions.map(spellingKey))].sort().join('+');
  return [
    spellingKey(make),
    spellingKey(model),
    year,
    [...(powertrains ?? ANY_POWERTRAIN)].sort().join('+'),
    narrowing,
  ].join('/');
}
