import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { isPowertrainWord } from './powertrain.ts';
import { remainderAfter, spellingKey, wordsOf } from './spelling.ts';
import { isVersionWord } from './version-fit.ts';

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
