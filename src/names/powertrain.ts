import { nameWords, spellingKey, wordsOf } from './spelling.ts';

export type Powertrain = 'combustion' | 'hybrid' | 'plug-in hybrid' | 'electric';
/** The powertrains that a car may have; all four where nothing says. */
export type Powertrains = ReadonlySet<Powertrain>;

const ALL: readonly Powertrain[] = ['combustion', 'hybrid', 'plug-in hybrid', 'electric'];
export const ANY_POWERTRAIN: Powertrains = new Set(ALL);

interface Wording {
  words: readonly string[];
  make: string;
  year: number;
}

/** The F-150 Lightning of 1993-2004 burnt petrol; SE means electric only on a Mini. */
function isElectricWord(word: string, { make, year }: Wording): boolean {
  // Before the electric e-tron of 2019 the A3 e-tron was a plug-in.
  if (word === 'TRON' || word === 'ETRON') return year >= 2019;
  if (word === 'LIGHTNING') return year >= 2022;
  if (word === 'SE') return spellingKey(make) === 'MINI' && year >= 2020;
  return nameWords().electric.has(word) || word.endsWith('BEV');
}

/** Volvo's Recharge stands on plug-ins and electric cars alike, its T8 only on plug-ins; others use neither. */
function isPlugInWord(word: string, { make, year }: Wording): boolean {
  if (word === 'TRON' || word === 'ETRON') return year < 2019;
  if (word === 'T8' || word === 'RECHARGE') return spellingKey(make) === 'VOLVO';
  return nameWords().plugIn.has(word) || (word.endsWith('PHEV') && word !== 'PHEVS');
}

/** Some put it into one letter behind the number: NX350H, C350E, E 350 E, AMG C63 S E, A8 L e, 330e. */
function powertrainOfNumber(text: string, make: string): Powertrain | undefined {
  const key = spellingKey(text);
  const upper = text.toUpperCase();
  switch (spellingKey(make)) {
    case 'LEXUS':
      if (/\d{3}H\+$/.test(key)) return 'plug-in hybrid';
      if (/\d{3}HL?$/.test(key)) return 'hybrid';
      if (/\d{3}E$/.test(key)) return 'electric';
      return /\d{3}L?$/.test(key) ? 'combustion' : undefined;
    case 'INFINITI':
      return /\b[MQ]X?\d{2}H\b/.test(upper) ? 'hybrid' : undefined;
    case 'AUDI':
      return /\d( L)? E$/.test(upper) || /\bTFSI E\b/.test(upper) ? 'plug-in hybrid' : undefined;
    case 'BMW':
      return /\b\d{3}L?E\b/.test(upper) || /\bX\d X?DRIVE\d{2}E\b|\bXDRIVE\d{2}E\b/.test(upper)
        ? 'plug-in hybrid'
        : undefined;
    case 'MERCEDESBENZ':
    case 'MERCEDESAMG':
    case 'MERCEDESMAYBACH':
      return /\d{2,3} ?(S ?)?E\b/.test(upper) && !/^EQ/.test(upper) ? 'plug-in hybrid' : undefined;
    default:
      return undefined;
  }
}

/** HV is a line of trucks at International. */
function isHybridWord(word: string, { make }: Wording): boolean {
  if (word === 'HV') return spellingKey(make) !== 'INTERNATIONAL';
  return nameWords().hybrid.has(word) || word.endsWith('HEV');
}

function powertrainOfWords(wording: Wording): Powertrain | undefined {
  const { words } = wording;
  if (words.some((word) => isPlugInWord(word, wording))) return 'plug-in hybrid';
  if (words.some((word) => nameWords().mildHybrid.has(word))) return 'combustion';
  if (words.some((word) => isHybridWord(word, wording))) return 'hybrid';
  const isElectric = words.some((word) => isElectricWord(word, wording));
  return isElectric || words.join(' ').includes('FUEL CELL') ? 'electric' : undefined;
}

interface ListedName {
  listed: string;
  /** Its words that the decoded model does not have. */
  added: readonly string[];
  make: string;
  year: number;
}

/** The powertrain that the added words of a listed name state, such as HYBRID; undefined when they state none. */
export function powertrainOfName({ listed, added, make, year }: ListedName): Powertrain | undefined {
  return powertrainOfWords({ words: added, make, year }) ?? powertrainOfNumber(listed, make);
}

/** "E-CASCADIA" and "EGOLF" are the electric Cascadia and Golf; undefined where no such letter leads. */
export function withoutElectric(name: string): string | undefined {
  const bare = name.replace(/^E[- ]?(?=[A-Z]{4})/i, '');
  return bare === name ? undefined : bare;
}

export function isPowertrainWord(word: string, make: string, year: number): boolean {
  return powertrainOfWords({ words: [word], make, year }) !== undefined;
}

/** Facts of a car that say something about its powertrain. */
export interface PowertrainHints {
  make: string;
  year: number;
  /** Model, series and trims. */
  names: readonly (string | null | undefined)[];
  fuel?: string | null | undefined;
  secondFuel?: string | null | undefined;
  electrification?: string | null | undefined;
}

const only = (...powertrains: Powertrain[]): Powertrains => new Set(powertrains);

/** Reads the decoder's degree of electrification; a mild hybrid is filed with the petrol cars. */
function ofElectrification(level: string | null | undefined): Powertrains | undefined {
  if (!level) return undefined;
  if (/mild/i.test(level)) return only('combustion');
  if (/phev|plug/i.test(level)) return only('plug-in hybrid');
  if (/hev|hybrid/i.test(level))
    return /level unknown|unknown/i.test(level)
      ? only('combustion', 'hybrid', 'plug-in hybrid')
      : only('hybrid');
  return /bev|fcev|electric|fuel cell/i.test(level) ? only('electric') : undefined;
}

/** Lexus says 350 of the petrol car and 350h of the hybrid: "350h Luxury", "350 Base". */
function lexusNumber(text: string, make: string): Powertrain | undefined {
  if (spellingKey(make) !== 'LEXUS') return undefined;
  const numbers = new Set(
    [...text.matchAll(/(?<!\d)\d{3}(h\+|h|e)?(?![\dA-Z])/gi)].map((match) => (match[1] ?? '').toLowerCase()),
  );
  const [letter] = numbers;
  if (letter === undefined || numbers.size > 1) return undefined;
  return letter === ''
    ? 'combustion'
    : letter === 'h'
      ? 'hybrid'
      : letter === 'e'
        ? 'electric'
        : 'plug-in hybrid';
}

/** A maker that says "Hybrid" may mean one that plugs in: a Pacifica Hybrid does. */
function ofNames({ make, year, names }: PowertrainHints): Powertrains | undefined {
  const texts = names.filter((name) => name !== null && name !== undefined);
  // A word that a text denies ("Non-Hybrid") is no hint.
  const words = texts.flatMap((text) => wordsOf(text.replace(/\bnon[- ]\w+/gi, ' ')));
  const ofWords = powertrainOfWords({ words, make, year });
  const ofNumber = texts
    .map((text) => lexusNumber(text, make) ?? powertrainOfNumber(text, make))
    .find((found) => found !== undefined);
  if (ofWords === undefined && ofNumber !== undefined) return only(ofNumber);
  const stated = ofWords;
  if (stated === undefined || stated === 'combustion') return undefined;
  if (stated === 'plug-in hybrid' && words.includes('RECHARGE')) return only('plug-in hybrid', 'electric');
  return stated === 'hybrid' ? only('hybrid', 'plug-in hybrid') : only(stated);
}

function ofFuels({ fuel, secondFuel }: PowertrainHints): Powertrains | undefined {
  const fuels = [fuel, secondFuel].filter(
    (one): one is string => one !== null && one !== undefined && one !== '',
  );
  if (fuels.length === 0) return undefined;
  const isElectric = (text: string) => /electric|hydrogen|fuel cell/i.test(text);
  if (fuels.every(isElectric)) return only('electric');
  if (fuels.some(isElectric)) return only('hybrid', 'plug-in hybrid');
  // Only petrol is stated of many a hybrid; of a diesel, a gas or a flexible-fuel car it would be said.
  return fuels.every((text) => /^gasoline$/i.test(text.trim()))
    ? only('combustion', 'hybrid', 'plug-in hybrid')
    : only('combustion');
}

/**
 * Finds what the car may be by every hint. The degree of electrification says it all; otherwise names and fuels narrow each
 * other, and where they contradict each other neither does. Nothing known narrows nothing.
 */
export function possiblePowertrains(hints: PowertrainHints): Powertrains {
  const stated = ofElectrification(hints.electrification);
  const named = ofNames(hints);
  const fuelled = ofFuels(hints);
  const known = [stated, named, fuelled].filter((one) => one !== undefined);
  const shared = ALL.filter((one) => known.every((possible) => possible.has(one)));
  if (shared.length > 0) return new Set(shared);
  return new Set(known.flatMap((possible) => [...possible]));
}

/** The answer to whether a name filed for one powertrain is this car's. */
export type Fit = 'yes' | 'in doubt' | 'no';

/** Some makers file their plug-ins as plain hybrids, so a plug-in takes both. */
export function fitOf(own: Powertrains, listed: Powertrain | undefined): Fit {
  if (listed === undefined) return 'yes';
  const fits = [...own].filter((one) => one === listed || (one === 'plug-in hybrid' && listed === 'hybrid'));
  if (fits.length === 0) return 'no';
  return fits.length === own.size ? 'yes' : 'in doubt';
}
