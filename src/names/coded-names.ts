import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { Fit } from './powertrain.ts';
import { remainderAfter, spellingKey, wordsOf } from './spelling.ts';
import { restBehind } from './versions.ts';

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
export function codedFit(make: string, names: readonly string[], listed: string): Fit {
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
export function isOfFamily(
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
