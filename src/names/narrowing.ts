import type { Fit, Powertrains } from './powertrain.ts';
import { nameWords, spellingKey, wordsOf } from './spelling.ts';
import type { CarBuild } from './versions.ts';

/** The car as decoded. What is left out is taken as unknown and narrows nothing. */
export interface NamedVehicle {
  make: string;
  model: string;
  year: number;
  /** Series and trims. */
  versions?: readonly string[];
  powertrains?: Powertrains;
  build?: CarBuild;
}

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

function ownClasses({ model, versions = [] }: NamedVehicle): ReadonlySet<string> {
  const stated = weightClasses([model, ...versions]);
  return stated.size > 0 ? stated : new Set(impliedClasses(model));
}

const classesOf = (listed: string) => weightClasses([listed.replace(/(\d)(HD|XD|LD)\b/gi, '$1 $2')]);

/** A Silverado known to be a 1500 has nothing to do with the recalls of the 2500. */
export function isOtherWeightClass(vehicle: NamedVehicle, listed: string): boolean {
  const own = ownClasses(vehicle);
  const theirs = classesOf(listed);
  return own.size > 0 && theirs.size > 0 && ![...theirs].some((weightClass) => own.has(weightClass));
}

/** A Silverado of which nothing says the weight may or may not be in what is filed for the 1500. */
export function isWeightUnknown(vehicle: NamedVehicle, listed: string): boolean {
  return classesOf(listed).size > 0 && ownClasses(vehicle).size === 0;
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

/** Reads "C-Class", "C 300 4MATIC", "AMG C63 S", "C63 AMG" and "MAYBACH GLS600" alike; undefined for other names. */
function mercedesModel(
  name: string,
): { className: string; number: string | undefined; isSuv: boolean } | undefined {
  const words = wordsOf(name).filter((word) => word !== 'AMG' && word !== 'MAYBACH');
  const compact = words.filter((word) => word !== 'CLASS' && word !== 'SUV').join(' ');
  const parts = /^([A-Z]{1,3}) ?(\d{2,3})?(?![A-Z0-9]{3})/.exec(compact);
  const className = parts?.[1];
  if (!className || !nameWords().mercedesClasses.has(className)) return undefined;
  if (parts?.[2] === undefined && !words.includes('CLASS') && className.length === 1) return undefined;
  return {
    className: className === 'M' ? 'ML' : className,
    number: parts?.[2],
    isSuv: words.includes('SUV'),
  };
}

function isOfMercedesClass(model: string, listed: string): boolean {
  const own = mercedesModel(model);
  const other = mercedesModel(listed);
  if (!own || !other || own.className !== other.className || own.isSuv !== other.isSuv) return false;
  return own.number === undefined || other.number === undefined || own.number === other.number;
}

/** 328i xDrive and 328XI are one car; 323CI is not 323I. */
function bmwNumber(name: string): { series: string; exact: string } | undefined {
  const compact = spellingKey(name).replace(/^(ACTIVEHYBRID)(\d)$/, '$2SERIES');
  const numbered = /^M?(\d)\d{2}[A-Z]*$/.exec(compact);
  if (numbered?.[1])
    return { series: numbered[1], exact: compact.replace(/^(M?\d{3})X([ID])$/, '$1$2XDRIVE') };
  return undefined;
}

/** Digits and fuel of a number, without what stands for drive, length, body and make-up: 328XI, 328i, 328Ci and M340i. */
function bmwCore(name: string): string | undefined {
  const parts = /^M?(\d{3})(?:X|L|C)*(I|D|E)?/.exec(spellingKey(name).replace(/[XS]DRIVE/, ''));
  return parts?.[1] && `${parts[1]}${parts[2] ?? 'I'}`;
}

function bmwFit(model: string, listed: string): Fit {
  const own = bmwNumber(model);
  const ownSeries = own?.series ?? /^(\d)SERIES$/.exec(spellingKey(model))?.[1];
  if (ownSeries === undefined) return 'no';
  const other = bmwNumber(listed);
  const otherSeries = /^(\d)SERIES$/.exec(spellingKey(listed))?.[1];
  if (otherSeries !== undefined) return otherSeries === ownSeries ? 'yes' : 'no';
  if (other === undefined) return 'no';
  if (own === undefined) return other.series === ownSeries ? 'in doubt' : 'no';
  if (other.exact === own.exact) return 'yes';
  return bmwCore(model) === bmwCore(listed) ? 'in doubt' : 'no';
}

/** Series and the cars in it: BMW 330i is filed under 3 SERIES too, Mercedes-Benz C-Class under C300, C 300 and AMG C63. */
export function seriesFit(make: string, model: string, listed: string): Fit {
  const makeKey = spellingKey(make);
  if (makeKey === 'BMW') return bmwFit(model, listed);
  return makeKey.startsWith('MERCEDES') && isOfMercedesClass(model, listed) ? 'yes' : 'no';
}
