import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { type Fit, isPowertrainWord } from './powertrain.ts';
import { nameWords, remainderAfter, spellingKey, wordsOf } from './spelling.ts';

/** Here an L behind the name is the same car with a longer wheelbase. */
export const LONG_VERSION_MAKES = /^(VOLVO|BMW|INFINITI|LEXUS|AUDI)$/;

interface OfModel {
  make: string;
  model: string;
  year: number;
}

/** Finds the words behind a shorter listed name in ours: nothing that makes ours another model, or its powertrain. */
export function isVersionOf(
  rest: readonly string[],
  { make, year }: OfModel,
): 'version' | 'powertrain' | 'number' | undefined {
  if (rest.length === 0) return undefined;
  if (rest.every((word) => word === 'L') && LONG_VERSION_MAKES.test(spellingKey(make))) return 'version';
  if (rest.every((word) => /^\d{3,4}[A-Z]?$/.test(word)) && !rest.every((word) => isVersionWord(word)))
    return 'number';
  const powertrainWords = rest.filter(
    (word) => isPowertrainWord(word, make, year) || word === 'CELL' || word === 'FUEL',
  );
  const isKnown = rest.every((word) => isVersionWord(word) || powertrainWords.includes(word));
  if (!isKnown) return undefined;
  return powertrainWords.length > 0 ? 'powertrain' : 'version';
}

/** The words of `name` behind those of `base`, however either is divided; undefined where it does not begin with them. */
export function wordsBehind(base: string, name: string): string[] | undefined {
  const rest = restBehind(base, name);
  return rest === undefined || rest.glued ? undefined : rest.words;
}

/** The words behind `base`, the first of which may be glued to it: PHEV of XC90PHEV. */
export function restBehind(base: string, name: string): { words: string[]; glued: boolean } | undefined {
  const remainder = remainderAfter(base, name);
  if (!remainder || remainder.rest === '') return undefined;
  const words: string[] = [];
  let left = remainder.rest.length;
  for (const word of wordsOf(name).toReversed()) {
    if (left <= 0) break;
    words.unshift(word.slice(-left));
    left -= word.length;
  }
  return { words, glued: remainder.glued };
}

/** Models that are only a body, so that the car is filed by its series: a Hardtop is a Cooper or a Cooper S. */
const bodies: Readonly<Record<string, readonly string[]>> = { MINI: ['HARDTOP', 'CONVERTIBLE'] };
/** Here the series of a model of its own is the name of another model: a Countryman has the series Cooper. */
const SHARED_SERIES = new Set(['MINI', 'VOLVO']);
const SHORTEST_NAME = 3;

/** Series and trims under which the car itself may be filed: FLHX, Police Interceptor Utility, Cooper S. */
export function versionNames(make: string, model: string, versions: readonly string[]): string[] {
  const makeKey = spellingKey(make);
  const isBody = (bodies[makeKey] ?? []).includes(spellingKey(model));
  if (SHARED_SERIES.has(makeKey) && !isBody) return [];
  const parts = versions
    .flatMap((text) => text.replace(/\([^)]*\)/g, ' ').split(/[,/&]/))
    // "ProStar+" is a ProStar.
    .map((part) =>
      part
        .replace(/[{}]/g, ' ')
        .replace(/(?<=[A-Z]{3})\+\s*$/i, '')
        .trim(),
    );
  const names = isBody ? parts.flatMap((part) => [part, `${part} ${model}`]) : parts;
  return names.filter((name) => spellingKey(name).length >= SHORTEST_NAME && /[A-Z]/i.test(name));
}

const namesByMake = z.record(z.string(), z.array(z.string()).min(1));

const otherModelsSchema = z.strictObject({
  longer: namesByMake.describe(
    'Models of their own whose name begins with the whole name of another model of the make: a listed EXPLORER SPORT TRAC is no EXPLORER. Bodies, trims, weight classes and powertrains of one model do not belong here.',
  ),
  containing: z
    .record(z.string(), z.record(z.string(), z.string()))
    .describe('Models of their own whose name has that of another model behind or within it, with that one.'),
  bodies: namesByMake.describe(
    'Bodies listed as models of their own, of which some years of the decoder know only the model.',
  ),
  versions: namesByMake.describe(
    'Longer names of a body, a trim or the last of an older generation: their recalls may stand under the plain name where the list has nothing else.',
  ),
});

export const otherModels = onDemand(() => readDataFile('names/other-models.json', otherModelsSchema));

const keysByMake = onDemand(() => {
  const { longer, containing, bodies, versions } = otherModels();
  const keysOf = (table: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(table).map(([make, models]) => [spellingKey(make), models.map(spellingKey)]));
  const pairsOf = Object.entries(containing).map(([make, pairs]): [string, [string, string][]] => [
    spellingKey(make),
    Object.entries(pairs).map(([long, short]) => [spellingKey(long), spellingKey(short)]),
  ]);
  return {
    longer: keysOf(longer),
    containing: new Map(pairsOf),
    bodies: keysOf(bodies),
    versions: keysOf(versions),
  };
});

/** True for an Expedition MAX and the listed EXPEDITION. */
export function isVersionModel(make: string, model: string, listed: string): boolean {
  const own = spellingKey(model);
  const versions = keysByMake().versions.get(spellingKey(make)) ?? [];
  return versions.includes(own) && own.startsWith(spellingKey(listed));
}

/** True when the listed name is a body that the decoder may call by the plain name. */
export function isBodyModel(make: string, model: string, listed: string): boolean {
  return extending(keysByMake().bodies.get(spellingKey(make)), model, listed).length > 0;
}

/** True where one of two names contains the other and is a model of its own: a City Express is no EXPRESS. */
export function isOtherModel(make: string, one: string, other: string): boolean {
  const pairs = keysByMake().containing.get(spellingKey(make)) ?? [];
  const a = spellingKey(one);
  const b = spellingKey(other);
  const isPair = (longer: string, shorter: string) =>
    pairs.some(
      ([long, short]) => longer.startsWith(long) && shorter.startsWith(short) && !shorter.startsWith(long),
    );
  return isPair(a, b) || isPair(b, a);
}

/** The longer models' names, as keys, that the listed name is or extends. */
export function longerModels(make: string, model: string, listed: string): string[] {
  return extending(keysByMake().longer.get(spellingKey(make)), model, listed);
}

/** True when the listed name is, or extends, a longer model's name than `model`. */
export function isLongerModel(make: string, model: string, listed: string): boolean {
  return longerModels(make, model, listed).length > 0;
}

function extending(others: readonly string[] = [], model: string, listed: string): string[] {
  const own = spellingKey(model);
  const name = spellingKey(listed);
  return others.filter((other) => other !== own && other.startsWith(own) && name.startsWith(other));
}

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
