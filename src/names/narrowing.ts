import type { Fit } from './powertrain.ts';
import type { NamedVehicle } from './resolve-model-names.ts';
import { spellingKey, wordsOf } from './spelling.ts';
import { wordsBehind } from './versions.ts';

const WEIGHT_CLASS = /\b([1-9]500)\b/g;
/** "1/2 Ton" is how older VINs say 1500. */
const TONS = [
  [/1\/2 ton/i, '1500'],
  [/3\/4 ton/i, '2500'],
  [/(?<!\/\d? ?)\b1 ton/i, '3500'],
] as const;

function weightClasses(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap((text) => [
      ...[...text.matchAll(WEIGHT_CLASS)].map((match) => match[0]),
      ...TONS.flatMap(([tons, weightClass]) => (tons.test(text) ? [weightClass] : [])),
    ]),
  );
}

function impliedClasses(model: string): string[] {
  if (/ HD$/i.test(model)) return ['2500', '3500', '4500', '5500', '6500'];
  return / (?:LD|LTD)$/i.test(model) ? ['1500'] : [];
}

/** A Silverado known to be a 1500 has nothing to do with the recalls of the 2500. */
export function isOtherWeightClass({ model, versions = [] }: NamedVehicle, listed: string): boolean {
  const stated = weightClasses([model, ...versions]);
  const own = stated.size > 0 ? stated : new Set(impliedClasses(model));
  const theirs = weightClasses([listed.replace(/(\d)(HD|XD|LD)\b/gi, '$1 $2')]);
  return own.size > 0 && theirs.size > 0 && ![...theirs].some((weightClass) => own.has(weightClass));
}

/** Lists of these makes name cars by number (C300, RX350), the decoder by class with the number in trim or series. */
const NUMBERED_MAKES = /^(LEXUS|MERCEDES.*)$/;
/** "20 Series" of a Lexus is no number of the car. */
const NUMBER = /(?<!\d)\d{2,3}(?!\d)(?! Series)/gi;

function modelNumbers(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(NUMBER)].map(([number]) => number)));
}

export function numberFit({ make, model, versions = [] }: NamedVehicle, listed: string): Fit {
  if (!NUMBERED_MAKES.test(spellingKey(make))) return 'yes';
  const ofModel = modelNumbers([model]);
  const own = ofModel.size > 0 ? ofModel : modelNumbers(versions);
  const theirs = modelNumbers([listed]);
  if (theirs.size === 0) return 'yes';
  if (own.size === 0) return 'in doubt';
  return [...theirs].some((number) => own.has(number)) ? 'yes' : 'no';
}

/** These makes file by trim: a Cayenne S may be in what is filed for the Cayenne Turbo, but its VIN does not say so. */
const TRIM_MAKES = /^(MINI|PORSCHE)$/;

export function trimFit({ make, model, versions = [] }: NamedVehicle, listed: string): Fit {
  const added = wordsBehind(model, listed);
  if (!TRIM_MAKES.test(spellingKey(make)) || added === undefined || versions.length === 0) return 'yes';
  const own = new Set(versions.flatMap(wordsOf));
  return added.every((word) => own.has(word)) ? 'yes' : 'in doubt';
}
