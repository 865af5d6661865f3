import type { Vehicle } from '../vehicle/vehicle.ts';
import { isOtherWeightClass, isWeightUnknown, type NamedVehicle, numberFit } from './narrowing.ts';
import {
  ANY_POWERTRAIN,
  type Fit,
  fitOf,
  isPowertrainWord,
  type Powertrain,
  possiblePowertrains,
  powertrainOfName,
  withoutElectric,
} from './powertrain.ts';
import { distinctNames, spellingKey, wordsOf } from './spelling.ts';
import {
  buildKey,
  isBodyWord,
  isLongerModel,
  isOtherModel,
  isVersionModel,
  isWeightWord,
  restBehind,
  versionFit,
  wordsBehind,
} from './versions.ts';
import { isSuffixed, type Names, namesOfVehicle, relationOf } from './wording.ts';

/** The fields that a look-up by name needs; the optional ones narrow the names. */
export type LookedUpVehicle = Pick<Vehicle, 'make' | 'model' | 'year'> &
  Partial<Pick<Vehicle, 'series' | 'series2' | 'trim' | 'trim2' | 'electrification'>> &
  Partial<Pick<Vehicle, 'bodyClass' | 'doors' | 'driveType'>> & {
    engine?: Partial<Pick<Vehicle['engine'], 'fuelType' | 'fuelTypeSecondary'>>;
    dimensions?: Partial<Pick<Vehicle['dimensions'], 'cabType'>>;
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
  const { bodyClass = null, doors = null, driveType = null, dimensions } = vehicle;
  const build = { bodyClass, doors, driveType, cabType: dimensions?.cabType ?? null };
  return { make, model, year, versions, powertrains, build };
}

interface ModelNames {
  /** Names of the source's list that stand for this car, in the order of the list. */
  matched: string[];
  /** Names of versions of this model that the car may or may not be: the VIN does not say. */
  inDoubt: string[];
  /** Listed versions of this model that the car is not: other powertrains, bodies, cabs and drives. */
  keptApart: string[];
}

/** The words that a listed name adds to the closest name of the car; undefined where it begins with none. */
function addedTo(names: readonly string[], listed: string): string[] | undefined {
  const rests = names.flatMap((name) => restBehind(name, listed) ?? []);
  return rests.toSorted((a, b) => a.words.join('').length - b.words.join('').length)[0]?.words;
}

/** A listed name that is the car's by its wording. */
interface Related {
  listed: string;
  /** no: a version that the car is not. */
  fit: Fit;
  powertrain: Powertrain | undefined;
  bodies: readonly string[];
  /** The name without what it says of powertrain and body. */
  plain: string;
}

function relate(vehicle: NamedVehicle, names: Names, listed: string): Related | undefined {
  const { make, model, year, powertrains = ANY_POWERTRAIN } = vehicle;
  const isNamed = (text: string) => names.own.some((name) => spellingKey(name) === spellingKey(text));
  const electric = isNamed(listed) ? undefined : withoutElectric(listed);
  const isElectric =
    electric !== undefined && names.own.some((name) => isNamed(electric) || isSuffixed(make, name, electric));
  const bare = isElectric ? electric : listed;
  const stated = (added: readonly string[]) =>
    isElectric ? ('electric' as const) : powertrainOfName({ listed, added, make, year });
  const inName = (words: readonly string[]) => {
    const own = new Set(words);
    return wordsOf(bare).filter((word) => !own.has(word));
  };
  const said = (word: string) =>
    isPowertrainWord(word, make, year) || isBodyWord(word) || /^(?:IN|E|FUEL|CELL)$/.test(word);
  const related = (fit: Fit): Related => ({
    listed,
    fit,
    powertrain: stated(wordsOf(bare)),
    bodies: wordsOf(bare).filter(isBodyWord),
    plain: wordsOf(bare)
      .filter((word) => !said(word))
      .join('')
      .replace(/(?:PHEV|BEV|HEV|EV)$/, ''),
  });
  const powertrain = fitOf(powertrains, stated(inName(wordsOf(model))));
  if (isNamed(listed)) return related(spellingKey(model) === spellingKey(listed) ? 'yes' : powertrain);
  const relation = isElectric ? 'yes' : relationOf(vehicle, names, listed);
  const number = numberFit(vehicle, listed);
  if (relation === 'no' || number === 'no' || isOtherWeightClass(vehicle, listed)) return undefined;
  // Of the name of a series, a code or another line only a body is told from other words.
  const isVersion = names.versions.some((name) => spellingKey(name) === spellingKey(bare));
  const added =
    (isVersion ? [] : addedTo([...names.own, ...names.versions], bare)) ??
    (isElectric ? [] : inName([model, ...(vehicle.versions ?? [])].flatMap(wordsOf)).filter(isBodyWord));
  const weight = isWeightUnknown(vehicle, listed) ? 'in doubt' : 'yes';
  return related(worse(relation, number, weight, powertrain, versionFit(vehicle, added)));
}

function worse(...fits: Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('in doubt') ? 'in doubt' : 'yes';
}

/**
 * Where the version that the car is has a name of its own, what is filed under the plain name may be another version's: a
 * hybrid may or may not be in what is filed for ESCAPE alone, and a plug-in in what is filed for the hybrid.
 */
function isSiblings(
  { listed, powertrain, bodies, plain }: Related,
  all: readonly Related[],
  own: ReadonlySet<Powertrain>,
) {
  const isExact = [...own].every((one) => one === powertrain);
  return all.some((other) => {
    if (other.fit !== 'yes' || other.listed === listed || !other.plain.startsWith(plain)) return false;
    const says = other.powertrain !== undefined && other.powertrain !== 'combustion';
    return (
      (says && !isExact && other.powertrain !== powertrain) ||
      (other.bodies.length > 0 && bodies.length === 0)
    );
  });
}

/** "SPREE ESCAPE" ends with Escape: what stands before it is often a line or an edition. */
function endsWith(name: string, end: string): boolean {
  const words = wordsOf(name);
  const last = wordsOf(end);
  const isLong = last.join('').replace(/[^A-Z]/g, '').length >= SHORTEST_END;
  return isLong && words.length > last.length && words.slice(-last.length).join(' ') === last.join(' ');
}

const SHORTEST_END = 4;

/**
 * Finds a listed name that ours begins with, where nothing else is listed: SCOUT for a Scout Classic, SIERRA 1500 for a Sierra
 * Limited.
 */
function isShorterName(vehicle: NamedVehicle, names: Names, listed: string): boolean {
  const { make, year, powertrains = ANY_POWERTRAIN } = vehicle;
  const beginnings = names.own.flatMap((name) => {
    const words = wordsOf(name);
    return words.slice(1).flatMap((_word, at) => {
      const shorter = words.slice(0, at + 1).join(' ');
      const isOther = isLongerModel(make, shorter, name) && !isVersionModel(make, name, shorter);
      return isOther ? [] : [{ shorter, rest: words.slice(at + 1) }];
    });
  });
  const isBeginning = beginnings.some(({ shorter, rest }) => {
    if (spellingKey(shorter) === spellingKey(listed)) return true;
    const added = wordsBehind(shorter, listed);
    return added?.every(isWeightWord) && !rest.some((word) => isPowertrainWord(word, make, year));
  });
  const isEnd = names.own.some(
    (name) => !isOtherModel(make, name, listed) && (endsWith(name, listed) || endsWith(listed, name)),
  );
  return (
    (isBeginning || isEnd) &&
    !isOtherWeightClass(vehicle, listed) &&
    fitOf(powertrains, powertrainOfName({ listed, added: wordsOf(listed), make, year })) !== 'no'
  );
}

/**
 * Finds the names of a source's own list that stand for the decoded car: the same name but for case, blanks and punctuation; a
 * known other name; the name with words for a version, unless that makes it a longer model; the name without words that only
 * distinguish a version; its series or trim; the series it belongs to. Versions that the car may be are in doubt, versions
 * that it is not are kept apart.
 */
export function resolveModelNames(vehicle: NamedVehicle, listedModels: readonly string[]): ModelNames {
  const { powertrains = ANY_POWERTRAIN } = vehicle;
  const names = namesOfVehicle(vehicle);
  const listed = distinctNames(listedModels);
  const related = listed.flatMap((name) => relate(vehicle, names, name) ?? []);
  const found: ModelNames = { matched: [], inDoubt: [], keptApart: [] };
  for (const one of related) {
    if (one.fit === 'no') found.keptApart.push(one.listed);
    else if (one.fit === 'yes' && !isSiblings(one, related, powertrains)) found.matched.push(one.listed);
    else found.inDoubt.push(one.listed);
  }
  if (found.matched.length > 0 || found.inDoubt.length > 0) return found;
  const shorter = listed.filter((name) => isShorterName(vehicle, names, name));
  // NHTSA's trims of a class are wrong in some years: a car whose number nothing is filed for may be any of its class.
  const isByClass = spellingKey(vehicle.make).startsWith('MERCEDES') && vehicle.versions?.length;
  const ofClass = isByClass ? resolveModelNames({ ...vehicle, versions: [] }, listed) : undefined;
  return { ...found, inDoubt: [...shorter, ...(ofClass?.matched ?? []), ...(ofClass?.inDoubt ?? [])] };
}

/** Equal only for cars that resolve to the same names of every list. */
export function namingKey({ make, model, year, powertrains, versions = [], build }: NamedVehicle): string {
  const narrowing = [...new Set(versions.map(spellingKey))].sort().join('+');
  return [
    spellingKey(make),
    spellingKey(model),
    year,
    [...(powertrains ?? ANY_POWERTRAIN)].sort().join('+'),
    narrowing,
    build ? buildKey(build) : '',
  ].join('/');
}
