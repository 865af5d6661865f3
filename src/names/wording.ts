import { aliasesOf } from './aliases.ts';
import { codedFit, isOfFamily } from './coded-names.ts';
import { type NamedVehicle, seriesFit } from './narrowing.ts';
import { type Fit, withoutElectric } from './powertrain.ts';
import { remainderAfter, spellingKey, wordsOf } from './spelling.ts';
import { isBodyWord } from './version-fit.ts';
import {
  isBodyModel,
  isLongerModel,
  isVersionOf,
  LONG_VERSION_MAKES,
  longerModels,
  versionNames,
  wordsBehind,
} from './versions.ts';

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

export function isSuffixed(make: string, name: string, listed: string): boolean {
  const remainder = remainderAfter(name, listed);
  if (!remainder) return false;
  return !remainder.glued || isGluedSuffix(make, spellingKey(name), remainder.rest);
}

/** Tells whether a longer model's name is borne out by the car's own versions: an Explorer with the trim Police, an X5 with X5 M. */
function isOwnLongerModel({ make, model, versions = [] }: NamedVehicle, listed: string): boolean {
  return longerModels(make, model, listed).some((longer) => {
    const behind = longer.slice(spellingKey(model).length);
    return versions.some((version) => {
      const own = wordsBehind(model, version) ?? wordsOf(version);
      if (behind === 'INTERCEPT') return own.includes('POLICE');
      if (behind.length === 1) return own[0] === behind && own[1] !== 'SPORT';
      return own.some((_word, at) => own.slice(at).join('').startsWith(behind));
    });
  });
}

/** The names of a car. */
export interface Names {
  own: readonly string[];
  versions: readonly string[];
  /** All of them and each part of a series or trim, numbers and abbreviations too. */
  codes: readonly string[];
}

export function namesOfVehicle({ make, model, versions = [] }: NamedVehicle): Names {
  const own = aliasesOf(make, model);
  const parts = versions.flatMap((text) => [text, ...text.split(/[,/&]/)]).map((part) => part.trim());
  return { own, versions: versionNames(make, model, versions), codes: [...new Set([...own, ...parts])] };
}

/** Tells whether the listed name is the car's by its wording alone, before its version is looked at. */
export function relationOf(vehicle: NamedVehicle, names: Names, listed: string): Fit {
  const { make } = vehicle;
  const isLonger = (name: string) => isLongerModel(make, name, listed) && !isOwnLongerModel(vehicle, listed);
  if (names.own.some((name) => isBodyModel(make, name, listed))) return 'in doubt';
  if (names.own.some((name) => isSuffixed(make, name, listed) && !isLonger(name))) return 'yes';
  const ofSeries = names.own.map((name) => seriesFit(make, name, listed));
  if (ofSeries.includes('yes')) return 'yes';
  const key = spellingKey(listed);
  const isOfVersion = (name: string) =>
    spellingKey(name) === key || (isSuffixed(make, name, listed) && !isLongerModel(make, name, listed));
  if (names.versions.some(isOfVersion)) return 'yes';
  // "DuraStar 4300" of a 4300 is filed under DURASTAR.
  if (names.versions.some((name) => wordsBehind(listed, name)?.every((word) => /^\d{3,4}$/.test(word))))
    return 'in doubt';
  const shorter = names.own.map((name) => {
    if (spellingKey(withoutElectric(name) ?? '') === key) return 'powertrain';
    const rest = wordsBehind(listed, name);
    return rest && !isLongerModel(make, listed, name) ? isVersionOf(rest, vehicle) : undefined;
  });
  // JCW is in the name of a Cooper Convertible only as another name of its line.
  const isOwn = [vehicle.model, ...(vehicle.versions ?? [])].some((text) => spellingKey(text).includes(key));
  if (shorter.includes('version') && isOwn) return 'yes';
  const coded = codedFit(make, names.codes, listed);
  if (coded === 'yes') return 'yes';
  // A plain name may hold the recalls of the hybrid too.
  const isDoubtful =
    coded === 'in doubt' ||
    ofSeries.includes('in doubt') ||
    shorter.some((rest) => rest !== undefined) ||
    names.own.some((name) => isAbridged(name, listed)) ||
    isOfFamily(make, names, listed);
  return isDoubtful ? 'in doubt' : 'no';
}

/** "XC CHASSIS" leaves out the middle of "XC Raised Rail Rear Engine Motor Home Chassis". */
function isAbridged(name: string, listed: string): boolean {
  const own = wordsOf(name);
  const [first, last, ...more] = wordsOf(listed);
  const isEnds = first === own[0] && last === own.at(-1) && more.length === 0;
  return isEnds && own.length > 2 && last !== undefined && isBodyWord(last);
}
