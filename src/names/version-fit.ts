import { nameWords } from './name-words.ts';
import { type Fit, isPowertrainWord } from './powertrain.ts';
import { spellingKey, wordsOf } from './spelling.ts';

/** The facts of a decoded car that versions are named by; null where the VIN does not say. */
export interface CarBuild {
  bodyClass: string | null;
  doors: number | null;
  driveType: string | null;
  cabType: string | null;
}

/** Bodies as NHTSA's body classes tell them apart. */
const CLASSES = [
  ['incomplete', /^incomplete/i],
  ['open', /convertible|roadster/i],
  ['coupe', /coupe/i],
  ['hatchback', /hatchback/i],
  ['sedan', /sedan|limousine/i],
  ['pickup', /pickup|sport utility truck/i],
  ['suv', /utility vehicle/i],
  ['wagon', /^wagon/i],
  ['minivan', /minivan/i],
  ['step van', /step van/i],
  ['cargo', /cargo van/i],
  ['van', /\bvan\b/i],
  ['bus', /^bus/i],
] as const;
type BodyOfCar = (typeof CLASSES)[number][0];

/** The bodies that a word of a name fits, and those that it rules out; between them the VIN does not decide. */
interface BodyWord {
  is: readonly BodyOfCar[];
  isNot: readonly BodyOfCar[];
}

const LOW_CARS = ['open', 'coupe', 'hatchback', 'sedan'] as const;
const VANS = ['minivan', 'cargo', 'van'] as const;
const bodyWords: Readonly<Record<keyof ReturnType<typeof nameWords>['bodies'], BodyWord>> = {
  open: { is: ['open'], isNot: ['coupe', 'hatchback', 'sedan', 'suv', 'wagon', 'pickup', 'bus', ...VANS] },
  coupe: { is: ['coupe'], isNot: ['open', 'sedan', 'wagon', 'pickup', 'bus', 'incomplete', ...VANS] },
  sedan: { is: ['sedan'], isNot: ['open', 'coupe', 'wagon', 'suv', 'pickup', 'bus', 'incomplete', ...VANS] },
  hatchback: { is: ['hatchback'], isNot: ['open', 'sedan', 'pickup', 'bus', 'incomplete', ...VANS] },
  fastback: { is: ['hatchback'], isNot: ['open', 'pickup', 'bus', 'incomplete', ...VANS] },
  wagon: { is: ['wagon'], isNot: ['open', 'coupe', 'sedan', 'pickup', 'cargo', 'incomplete'] },
  van: { is: [...VANS, 'step van'], isNot: [...LOW_CARS, 'pickup'] },
  cargo: { is: ['cargo'], isNot: [...LOW_CARS, 'suv', 'pickup', 'bus'] },
  passenger: { is: ['minivan', 'wagon', 'bus'], isNot: ['cargo', 'incomplete', 'pickup'] },
  incomplete: { is: ['incomplete'], isNot: [...LOW_CARS, 'suv', 'wagon', ...VANS] },
  pickup: { is: ['pickup'], isNot: [...LOW_CARS, 'suv', 'wagon', ...VANS] },
  suv: { is: ['suv'], isNot: ['open', 'coupe', 'sedan', 'pickup', 'incomplete'] },
  bus: { is: ['bus'], isNot: [...LOW_CARS, 'suv', 'pickup'] },
};

const CABS = [
  ['regular', /regular/i],
  ['extended', /extra|extended|double/i],
  ['crew', /crew/i],
  ['mega', /mega/i],
] as const;
const DRIVES = [
  ['all', /all-wheel|^4wd/i],
  ['two', /front-wheel|rear-wheel|^4x2$/i],
] as const;

const found = <Name extends string>(kinds: readonly (readonly [Name, RegExp])[], text: string | null) =>
  kinds.find(([, pattern]) => text !== null && pattern.test(text))?.[0];

const kindIn = <Name extends string>(words: Readonly<Record<Name, ReadonlySet<string>>>, word: string) =>
  (Object.keys(words) as Name[]).find((name) => words[name].has(word));

/** Fits where the car's is one of those that the word means; without the car's own nobody can say. */
function oneOf<Name>(own: Name | undefined, meant: Name): Fit {
  if (own === undefined) return 'in doubt';
  return own === meant ? 'yes' : 'no';
}

function bodyFit(body: keyof typeof bodyWords, make: string, build: CarBuild | undefined): Fit {
  const { is, isNot } = bodyWords[body];
  const own = found(CLASSES, build?.bodyClass ?? null);
  if (own === undefined) return 'in doubt';
  if (is.includes(own)) return 'yes';
  if (body === 'coupe' && own === 'sedan' && FOUR_DOOR_COUPES.test(spellingKey(make))) return 'in doubt';
  return isNot.includes(own) ? 'no' : 'in doubt';
}

const DOORS = /^([2-5])(?:DR|DOORS?)$/;
const WEIGHT = /^[1-9]500(?:HD|XD|LD)?$/;
export const isWeightWord = (word: string) => WEIGHT.test(word);
/** Makers whose coupes may have four doors: AMG GT 63 S E COUPE, M8 GRAN COUPE. */
const FOUR_DOOR_COUPES = /^(?:MERCEDES.*|BMW|AUDI|PORSCHE|VOLKSWAGEN|ASTONMARTIN)$/;

interface Built {
  make: string;
  build?: CarBuild;
}

/**
 * Answers a word by which a listed name says body, cab, drive or doors of a version; undefined for other words. A plain VAN
 * behind CUTAWAY is no body of its own.
 */
function buildFit(word: string, words: readonly string[], { make, build }: Built): Fit | undefined {
  const { bodies, cabs, drives } = nameWords();
  const doors = DOORS.exec(word)?.[1];
  if (doors !== undefined) return oneOf(build?.doors ?? undefined, Number(doors));
  const drive = kindIn(drives, word);
  if (drive !== undefined) return oneOf(found(DRIVES, build?.driveType ?? null), drive);
  const cab = kindIn(cabs, word);
  if (cab !== undefined) return oneOf(found(CABS, build?.cabType ?? null), cab);
  const body = kindIn(bodies, word);
  if (body === undefined) return undefined;
  const isSecond = body === 'van' && words.some((other) => bodies.incomplete.has(other));
  return isSecond ? 'yes' : bodyFit(body, make, build);
}

/** Tells of a word whether it only distinguishes versions of one model, and never one model from another. */
export function isVersionWord(word: string): boolean {
  const { unstated, weights } = nameWords();
  return (
    WEIGHT.test(word) || /^[1-5]$/.test(word) || unstated.has(word) || weights.has(word) || isBuildWord(word)
  );
}

/** True for a word that states body, cab, drive or doors. */
const isBuildWord = (word: string) => buildFit(word, [word], { make: '' }) !== undefined;

/** True for a word that states a body. */
export const isBodyWord = (word: string) => kindIn(nameWords().bodies, word) !== undefined;

interface Version extends Built {
  year: number;
  /** Series and trims. */
  versions?: readonly string[];
}

/**
 * A listed name is a model's name with words for a version behind it, each of one kind. The car answers to each with yes, no
 * or not known: by its own series and trims, by what its VIN says of body, doors, cab and drive; of a trim that it does not
 * name nobody can say. Powertrain, weight and number are looked at elsewhere.
 */
export function versionFit(version: Version, words: readonly string[]): Fit {
  const { make, year, versions = [] } = version;
  const { weights, meaningless } = nameWords();
  const own = new Set(versions.flatMap(wordsOf));
  const fits = words.map((word, at): Fit => {
    if (own.has(word) || weights.has(word) || meaningless.has(word) || /^\d{2,}/.test(word)) return 'yes';
    if (isPowertrainWord(word, make, year) || word === 'FUEL' || word === 'CELL') return 'yes';
    // A Gran Coupe has four doors.
    if (words[at - 1] === 'GRAN') return 'in doubt';
    return buildFit(word, words, version) ?? 'in doubt';
  });
  if (fits.includes('no')) return 'no';
  return fits.includes('in doubt') ? 'in doubt' : 'yes';
}

/** Equal for cars whose builds answer alike to every word. */
export function buildKey({ bodyClass, doors, driveType, cabType }: CarBuild): string {
  return [found(CLASSES, bodyClass), doors, found(DRIVES, driveType), found(CABS, cabType)].join('.');
}
