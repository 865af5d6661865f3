import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { type NamedVehicle, seriesFit } from './narrowing.ts';
import { type Fit, withoutElectric } from './powertrain.ts';
import { distinctNames, remainderAfter, spellingKey, wordsOf } from './spelling.ts';
import {
  isBodyModel,
  isBodyWord,
  isLongerModel,
  isVersionOf,
  LONG_VERSION_MAKES,
  longerModels,
  restBehind,
  versionNames,
  wordsBehind,
} from './versions.ts';

/**
 * Other names by make under which one model is filed, beyond spelling and suffixes. Within a group every name stands
 * for every other, so one table serves both countries: a Canadian list simply never offers the American name.
 */
export const aliasesByMake = onDemand(() =>
  readDataFile('names/aliases.json', z.record(z.string(), z.array(z.array(z.string()).min(2)).min(1))),
);

/** The keys of each name are made once. */
const groups = onDemand(
  () =>
    new Map(
      Object.entries(aliasesByMake()).map(([make, ofMake]) => [
        spellingKey(make),
        ofMake.map((names) => ({ names, keys: names.map(spellingKey) })),
      ]),
    ),
);

function groupOf(make: string, model: string): readonly string[] {
  const modelKey = spellingKey(model);
  return (
    groups()
      .get(spellingKey(make))
      ?.find(({ keys }) => keys.includes(modelKey))?.names ?? []
  );
}

const NUMERALS: Readonly<Record<string, string>> = {
  ONE: '1',
  TWO: '2',
  THREE: '3',
  FOUR: '4',
  FIVE: '5',
  SIX: '6',
  II: '2',
  III: '3',
  IV: '4',
};

/** "Model III" and "MODEL 3", "Polestar Two" and "POLESTAR 2" are one name. */
function inDigits(name: string): string {
  return name.replace(/(?<= )[A-Z]+$/i, (word) => NUMERALS[word.toUpperCase()] ?? word);
}

/** "ProMaster 1500", "Silverado HD": lists have these versions under the bare name, or worded otherwise. */
const TRAILING_VERSION = /(?: (?:[1-9]500|HD|LD|LTD|MPV|[24]WD|4x[24]|L(?= e$)|e|Towable|Trailer))+$/i;

const SHORTEST_IN_BRACKETS = 5;

/** A name in brackets ("XVS650 (V Star 650)") is another name; an abbreviation there ("(PHEV)") only explains. */
function withoutBrackets(model: string): string[] {
  const inside = [...model.matchAll(/\(([^)]*)\)/g)].map((match) => (match[1] ?? '').trim());
  const outside = model.replace(/\s*\([^)]*\)\s*/g, ' ').trim();
  return [
    ...(outside === model ? [] : [outside]),
    ...inside.filter((part) => part.length >= SHORTEST_IN_BRACKETS),
  ];
}

/** The model's own name first, then its parts where it names several ("Caravan/Grand Caravan"), then other names. */
export function aliasesOf(make: string, model: string): string[] {
  const parts = model.split(/[/,]/).map((part) => part.trim());
  const several = parts.length > 1 ? parts.filter((part) => part.length > 1) : [];
  const behindMake = spellingKey(model).startsWith(spellingKey(make))
    ? [model.slice(make.length).trim()]
    : [];
  const bare = model.replace(TRAILING_VERSION, '');
  const own = [
    model,
    ...withoutBrackets(model),
    ...several,
    ...behindMake,
    ...(/[A-Z]/i.test(bare) ? [bare] : []),
  ];
  return distinctNames([...own, ...own.map(inDigits), ...own.flatMap((name) => groupOf(make, name))]);
}

/** Tells how a listed code and a decoded name belong together. */
type Rule =
  /** "MT55" of "MT 55 Chassis", "XCR" of "XC-R Raised Rail Rear Engine Motor Home Chassis". */
  | 'code before words'
  /** "MT45" of "MT 45G Chassis": one letter of the number is left. */
  | 'code without letter'
  /** "HV" of "HV507", "FLD" of "FLD120". */
  | 'letters before number'
  /** "FEC52" of "FEC52S", "ZX1002B" of "ZX1002BK", where the last letters mean body or year. */
  | 'code before letters'
  /** "CX45" of the series CX: the length in feet. */
  | 'series before length'
  /** "8600" of "TranStar 8600". */
  | 'number among words'
  /** "XPEDITOR" of "ACX Xpeditor". */
  | 'one of the words';

interface CodedMake {
  rules: readonly Rule[];
  /** Default: yes. */
  fit?: Fit;
  /** Rules by which the car may be what is listed. */
  mayBe?: readonly Rule[];
}

const codedMakes: Readonly<Record<string, CodedMake>> = {
  FREIGHTLINER: { rules: ['code before words', 'letters before number'], mayBe: ['code without letter'] },
  FCCC: { rules: ['code before words', 'letters before number'], mayBe: ['code without letter'] },
  INTERNATIONAL: { rules: ['letters before number', 'number among words'] },
  ICBUS: { rules: ['letters before number'] },
  AUTOCAR: { rules: ['one of the words'] },
  MITSUBISHIFUSO: { rules: ['code before letters'] },
  SPARTANFIRE: { rules: ['code before words'] },
  VANHOOL: { rules: ['series before length'], fit: 'in doubt' },
  KAWASAKI: { rules: ['code before letters'] },
  SUZUKI: { rules: ['code before letters'] },
  HONDA: { rules: ['code before letters', 'number among words'] },
  HARLEYDAVIDSON: { rules: ['code before letters'], fit: 'in doubt' },
};

const SHORTEST_CODE = 4;
const MOST_LETTERS = 4;

function isAmongWords(name: string, listed: string): boolean {
  const key = spellingKey(listed);
  return spellingKey(name) === key || wordsOf(name).indexOf(key) > 0;
}

const applies: Readonly<Record<Rule, (name: string, listed: string) => boolean>> = {
  'code before words': (name, listed) => {
    const remainder = remainderAfter(listed, name);
    return remainder !== undefined && !remainder.glued && remainder.rest !== '';
  },
  'code without letter': (name, listed) => {
    const rest = restBehind(listed, name);
    return /\d\d$/.test(listed) && rest?.glued === true && /^[A-Z]$/.test(rest.words[0] ?? '');
  },
  'letters before number': (name, listed) =>
    /^[A-Z]{2,4}$/.test(spellingKey(listed)) && /^\d/.test(remainderAfter(listed, name)?.rest ?? ''),
  'code before letters': (name, listed) => {
    const code = spellingKey(listed);
    if (code.length < SHORTEST_CODE || !/[A-Z]/.test(code) || !/\d/.test(code)) return false;
    // Kawasaki's KLX230AL is filed as LX230A.
    const spellings = [spellingKey(name), spellingKey(name).replace(/^K(?=[A-Z]{2}\d)/, '')];
    return spellings.some(
      (own) => !/\s/.test(name) && own.startsWith(code) && own.length - code.length <= MOST_LETTERS,
    );
  },
  'series before length': (name, listed) =>
    /^[A-Z]{2,4}$/.test(spellingKey(name)) && /^\d{2}$/.test(remainderAfter(name, listed)?.rest ?? ''),
  'number among words': (name, listed) => /\d/.test(listed) && isAmongWords(name, listed),
  'one of the words': isAmongWords,
};

/** Tells for makes whose lists hold codes whether a listed one stands for the car, by its names or its series and trims. */
function codedFit(make: string, names: readonly string[], listed: string): Fit {
  const coded = codedMakes[spellingKey(make)];
  if (coded === undefined) return 'no';
  const isSame = (rule: Rule) => names.some((name) => applies[rule](name, listed));
  if (coded.rules.some(isSame)) return coded.fit ?? 'yes';
  return coded.mayBe?.some(isSame) ? 'in doubt' : 'no';
}

const pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(text, 'i');
  } catch {
    context.addIssue({ code: 'custom', message: `is no pattern: ${text}` });
    return z.NEVER;
  }
});

const familiesSchema = z.record(
  z.string(),
  z.array(
    z.strictObject({
      own: pattern.describe('Of the model, or of a series or trim.'),
      listed: z.string().describe('The key of what is listed for it; $1 is what `own` caught.'),
      ofModel: z.literal(true).exactOptional().describe('`own` is of the model alone.'),
    }),
  ),
);

/**
 * Listed names by make that share no word with the decoder's, such as chassis codes, lengths and names of a whole line.
 * The VIN says only the line, so that what is filed under them is in doubt.
 */
const familiesOf = onDemand(() => {
  const families = readDataFile('names/families.json', familiesSchema);
  return new Map(Object.entries(families).map(([make, ofMake]) => [spellingKey(make), ofMake]));
});

/** Tells whether the listed name is of the line to which the car belongs. */
function isOfFamily(
  make: string,
  names: { own: readonly string[]; codes: readonly string[] },
  listed: string,
): boolean {
  const key = spellingKey(listed);
  // A model that only repeats the make says nothing: it may be any of the make's.
  const isOnlyMake = (name: string) => name.length > 3 && make.toUpperCase().startsWith(name.toUpperCase());
  if (names.own.some(isOnlyMake)) return true;
  return (familiesOf().get(spellingKey(make)) ?? []).some(({ own, listed: expected, ofModel }) =>
    (ofModel ? names.own : names.codes).some((name) => {
      const found = own.exec(name);
      const caught = spellingKey(found?.[1] ?? '');
      return found !== null && new RegExp(`^(?:${expected.replaceAll('$1', caught)})$`).test(key);
    }),
  );
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
