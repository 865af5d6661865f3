import { spellingKey } from './spelling.ts';

export type Powertrain = 'combustion' | 'hybrid' | 'plug-in hybrid' | 'electric';

const HYBRID_WORDS = new Set(['HYBRID', 'HYB', 'HEV', 'ACTIVEHYBRID']);
const PLUG_IN_WORDS = new Set(['PHEV', 'PLUG', 'PRIME', 'ENERGI', '4XE', 'EHYBRID']);
const ELECTRIC_WORDS = new Set([
  'EV',
  'BEV',
  'EUV',
  'ELECTRIC',
  'ELECTRIFIED',
  'TRON',
  'ETRON',
  'FCEV',
  'SE',
  'LIGHTNING',
]);

/** The F-150 Lightning of 1993-2004 burnt petrol; SE means electric only on a Mini. */
function isElectricWord(word: string, make: string, year: number): boolean {
  if (word === 'LIGHTNING') return year >= 2022;
  if (word === 'SE') return spellingKey(make) === 'MINI';
  return ELECTRIC_WORDS.has(word);
}

interface ListedName {
  listed: string;
  /** Its words that the decoded model does not have. */
  added: readonly string[];
  make: string;
  year: number;
}

/** The powertrain that the added words of a listed name tell of, such as HYBRID; undefined when they tell of none. */
export function powertrainOfName({ listed, added: words, make, year }: ListedName): Powertrain | undefined {
  const isPlugIn = words.some((word) => PLUG_IN_WORDS.has(word) || word.endsWith('PHEV'));
  if (isPlugIn) return 'plug-in hybrid';
  if (words.some((word) => HYBRID_WORDS.has(word) || word.endsWith('HEV'))) return 'hybrid';
  const isElectric = words.some((word) => isElectricWord(word, make, year) || /BEV$/.test(word));
  if (isElectric || words.join(' ').includes('FUEL CELL')) return 'electric';
  // Some put it into one letter behind the number: NX350H, C350E, E 350 E, AMG C63 S E, A8 L e.
  const makeKey = spellingKey(make);
  if (makeKey === 'LEXUS' && /\d{3}H\+$/.test(spellingKey(listed))) return 'plug-in hybrid';
  if (makeKey === 'LEXUS' && /\d{3}H$/.test(spellingKey(listed))) return 'hybrid';
  if (makeKey === 'AUDI' && /\d( L)? E$/.test(listed.toUpperCase())) return 'plug-in hybrid';
  if (makeKey.startsWith('MERCEDES') && /\d{2,3} ?(S ?)?E\b/.test(listed.toUpperCase())) {
    return 'plug-in hybrid';
  }
  return undefined;
}

/** From the decoder's degree of electrification; a mild hybrid is filed with the petrol cars. */
export function powertrainOfElectrification(level: string | null | undefined): Powertrain {
  if (!level) return 'combustion';
  if (/mild/i.test(level)) return 'combustion';
  if (/phev|plug/i.test(level)) return 'plug-in hybrid';
  if (/hev|hybrid/i.test(level)) return 'hybrid';
  if (/bev|fcev|electric|fuel cell/i.test(level)) return 'electric';
  return 'combustion';
}

/** Some makers file their plug-ins as plain hybrids, so a plug-in takes both; nothing else crosses. */
export function appliesTo(own: Powertrain | undefined, listed: Powertrain | undefined): boolean {
  return listed === undefined || listed === own || (own === 'plug-in hybrid' && listed === 'hybrid');
}
