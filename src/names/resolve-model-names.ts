import { namesOf } from './aliases.ts';
import { isLongerModel } from './other-models.ts';
import { appliesTo, type Powertrain, powertrainOfName } from './powertrain.ts';
import { isOfSeries } from './series.ts';
import { distinctNames, remainderAfter, spellingKey, wordsOf } from './spelling.ts';

/** The car as decoded. What is left out is taken as unknown and narrows nothing. */
export interface NamedVehicle {
  make: string;
  model: string;
  year: number;
  series?: string | null;
  trim?: string | null;
  powertrain?: Powertrain;
}

export interface ModelNames {
  /** Names of the source's list that stand for this car, in the order of the list. */
  matched: string[];
  /** Listed hybrids and electrics of this model that the car is not, or is not known to be. */
  keptApart: string[];
}

/** Suffixes that lists write without a blank: XC90PHEV, S60CC, ES350, NX450H+, AMG GT63S, 740IL, DURANGO1. */
const GLUED_WORD = /^(PHEV|BEV|HEV|EV|HD|SD|CC|AMG)$/;
const GLUED_NUMBER = /^\d{2,3}[A-Z]{0,2}\+?$/;
const GLUED_NUMBER_MAKES = /^(LEXUS|INFINITI|MERCEDESBENZ)$/;
const LONG_VERSION_MAKES = /^(VOLVO|BMW|INFINITI|LEXUS)$/;
/** A stray 1 is taken for a slip only behind a word; SL1 is another car than SL. */
const LEAST_WORD = 5;
const WEIGHT_CLASS = /\b([1-9]500)\b/g;

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

function weightClasses(...texts: Array<string | null | undefined>): Set<string> {
  return new Set(texts.flatMap((text) => [...(text ?? '').matchAll(WEIGHT_CLASS)].map((match) => match[0])));
}

/** A Silverado known to be a 1500 has nothing to do with the recalls of the 2500. */
function isOtherWeightClass(vehicle: NamedVehicle, listed: string): boolean {
  const own = weightClasses(vehicle.model, vehicle.series, vehicle.trim);
  const theirs = weightClasses(listed.replace(/(\d)(HD|XD|LD)\b/gi, '$1 $2'));
  return own.size > 0 && theirs.size > 0 && ![...theirs].some((weightClass) => own.has(weightClass));
}

/** Lists of these makes name cars by number (C300, RX350), the decoder by class with the number in trim or series. */
const NUMBERED_MAKES = /^(LEXUS|MERCEDES.*)$/;

function modelNumber(text: string | null | undefined): string | undefined {
  return /(?<!\d)\d{2,3}(?!\d)/.exec(text ?? '')?.[0];
}

function isOtherNumber(vehicle: NamedVehicle, listed: string): boolean {
  if (!NUMBERED_MAKES.test(spellingKey(vehicle.make))) return false;
  const own = modelNumber(vehicle.model) ?? modelNumber(vehicle.trim) ?? modelNumber(vehicle.series);
  const theirs = modelNumber(listed);
  return own !== undefined && theirs !== undefined && own !== theirs;
}

function addedWords(model: string, listed: string): string[] {
  const own = new Set(wordsOf(model));
  return wordsOf(listed).filter((word) => !own.has(word));
}

/**
 * Which names of a source's own list stand for the decoded car: the same name but for case, blanks and punctuation; a
 * known other name; the name with a suffix, unless that makes it a longer model; the series it belongs to. Hybrids and
 * electrics filed under their own name are kept apart from cars that are not known to be such.
 */
export function resolveModelNames(vehicle: NamedVehicle, listedModels: readonly string[]): ModelNames {
  const { make, model, year } = vehicle;
  const names = namesOf(make, model);
  const matched: string[] = [];
  const keptApart: string[] = [];
  for (const listed of distinctNames(listedModels)) {
    const isSame = names.some((name) => spellingKey(name) === spellingKey(listed));
    const isRelated =
      names.some((name) => isSuffixed(make, name, listed) && !isLongerModel(make, name, listed)) ||
      names.some((name) => isOfSeries(make, name, listed));
    if (isSame) matched.push(listed);
    else if (isRelated && !isOtherWeightClass(vehicle, listed) && !isOtherNumber(vehicle, listed)) {
      const powertrain = powertrainOfName({ listed, added: addedWords(model, listed), make, year });
      (appliesTo(vehicle.powertrain, powertrain) ? matched : keptApart).push(listed);
    }
  }
  return { matched, keptApart };
}

/** Equal for cars that resolve to the same names of every list. */
export function namingKey(vehicle: NamedVehicle): string {
  const { make, model, year, powertrain, series, trim } = vehicle;
  const narrowing = NUMBERED_MAKES.test(spellingKey(make))
    ? [modelNumber(model) ?? modelNumber(trim) ?? modelNumber(series) ?? '']
    : [...weightClasses(model, series, trim)].sort();
  return [spellingKey(make), spellingKey(model), year, powertrain ?? '', ...narrowing].join('/');
}
