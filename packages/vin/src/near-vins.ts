import { checkDigitOf } from './check-digit.ts';
import { findVins, withoutForbidden } from './find-vins.ts';

/** A VIN that a text may stand for: its check digit fits. */
export interface NearVin {
  vin: string;
  /** The VIN with brackets around what differs from the text; they are empty where a character was too many. */
  marked: string;
  /** The improbability of the mistakes that lead from the VIN to the text. */
  cost: number;
}

const LENGTH = 17;
const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

/** Pairs of characters that are mistaken for each other on glass, stamped steel and photographs. */
const ALIKE = '0D 0O 0Q 1I 1L 5S 8B 2Z 6G UV'.split(' ');
const LESS_ALIKE =
  '17 1T 1J 38 3B 4A 56 0C 0G 0U 7T 7Z 9G 98 6B 8S 8E CG DU EF EB FP HK HN HM MN MW PR PB RB KR VY XK XY NW JU S3 G8 IL IT IJ OD OC OG QG'.split(
    ' ',
  );
const KEYBOARD = ['1234567890', 'QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'];

const COST = {
  alike: 1,
  lessAlike: 1.7,
  swapped: 1.1,
  doubled: 0.5,
  keyboard: 2,
  any: 3.2,
  oneOfMany: 1.5,
  both: 1,
};
const MISREADINGS = misreadingsOf();

/**
 * Lists VINs that a text may stand for, the likeliest first. Those that stand in it are all; else it may hold letters that
 * no VIN has, lack a character or have one too many, have one or two misread, or two neighbours swapped.
 */
export function nearVins(text: string): NearVin[] {
  const { fitting, closest } = findVins(text);
  const given = text.trim().toUpperCase();
  if (fitting.length > 0 && !fitting.includes(given))
    return fitting.map((vin) => ({ vin, marked: vin, cost: 0 }));
  const written = fitting.length > 0 ? given : closest;
  const costs = new Map<string, number>();
  const offer = (vin: string, cost: number): void => {
    if (vin[8] === checkDigitOf(vin, false) && cost < (costs.get(vin) ?? Number.POSITIVE_INFINITY))
      costs.set(vin, cost);
  };
  const usual = withoutForbidden(written);
  offer(usual, 0);
  // Nothing but blanks, dashes and letters that no VIN has was wrong.
  if (costs.size > 0 && usual !== given) {
    return [{ vin: usual, cost: 0, marked: marked(written, usual) }];
  }
  mend(usual, offer);
  for (let at = 0; at < usual.length; at++) {
    if (usual[at] === written[at]) continue;
    for (const to of CHARACTERS) offer(replaced(usual, at, to), misreading(written.charAt(at), to));
  }
  return [...costs]
    .map(([vin, cost]) => ({ vin, cost, marked: marked(written, vin) }))
    .sort((one, other) => one.cost - other.cost);
}

type Offer = (vin: string, cost: number) => void;

function mend(vin: string, offer: Offer): void {
  if (vin.length === LENGTH) {
    swap(vin, offer);
    misread(vin, offer);
  } else if (vin.length === LENGTH - 1) {
    for (let at = 0; at <= vin.length; at++) {
      for (const character of CHARACTERS) {
        const isDoubled = character === vin[at] || character === vin[at - 1];
        offer(vin.slice(0, at) + character + vin.slice(at), isDoubled ? COST.doubled : COST.oneOfMany);
      }
    }
  } else if (vin.length === LENGTH + 1) {
    for (let at = 0; at < vin.length; at++) {
      const isDoubled = vin[at] === vin[at + 1] || vin[at] === vin[at - 1];
      offer(vin.slice(0, at) + vin.slice(at + 1), isDoubled ? COST.doubled : COST.oneOfMany);
    }
  }
}

function swap(vin: string, offer: Offer): void {
  for (let at = 0; at + 1 < LENGTH; at++) {
    offer(`${vin.slice(0, at)}${vin[at + 1]}${vin[at]}${vin.slice(at + 2)}`, COST.swapped);
  }
}

/** Reads one character as any other, or two as others that look alike. */
function misread(vin: string, offer: Offer): void {
  for (let at = 0; at < LENGTH; at++) {
    for (const to of CHARACTERS) offer(replaced(vin, at, to), misreading(vin.charAt(at), to));
    for (const [to, cost] of looksLike(vin.charAt(at))) {
      const one = replaced(vin, at, to);
      for (let second = at + 1; second < LENGTH; second++) {
        for (const [other, more] of looksLike(vin.charAt(second))) {
          offer(replaced(one, second, other), cost + more + COST.both);
        }
      }
    }
  }
}

function misreading(from: string, to: string): number {
  return MISREADINGS.get(from)?.get(to) ?? COST.any;
}

/** Lists the characters of VINs that look like one, with what it costs. */
function looksLike(character: string): [string, number][] {
  return [...(MISREADINGS.get(character) ?? [])].filter(
    ([to, cost]) => cost <= COST.lessAlike && CHARACTERS.includes(to),
  );
}

/** Lists for each character those that are read or typed in its place. */
function misreadingsOf(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const costs = new Map<string, Map<string, number>>();
  const add = (from: string, to: string, cost: number): void => {
    const ofOne = costs.get(from) ?? new Map<string, number>();
    if (to !== '' && !ofOne.has(to)) costs.set(from, ofOne.set(to, cost));
  };
  const addBoth = (pairs: readonly string[], cost: number): void => {
    for (const [one = '', other = ''] of pairs) {
      add(one, other, cost);
      add(other, one, cost);
    }
  };
  addBoth(ALIKE, COST.alike);
  addBoth(LESS_ALIKE, COST.lessAlike);
  for (const [row, keys] of KEYBOARD.entries()) {
    const below = KEYBOARD[row + 1] ?? '';
    const near = [...keys].flatMap((key, at) =>
      [keys.charAt(at + 1), below.charAt(at), below.charAt(at - 1)].map((other) => key + other),
    );
    addBoth(near, COST.keyboard);
  }
  return costs;
}

function replaced(text: string, at: number, character: string): string {
  return text.slice(0, at) + character + text.slice(at + 1);
}

function marked(from: string, to: string): string {
  let start = 0;
  while (start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < to.length - start && end < from.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  if (start === to.length && from.length === to.length) return to;
  // Places that differ far apart are marked one by one.
  if (from.length === to.length) {
    return [...to]
      .map((character, at) => (character === from[at] ? character : `[${character}]`))
      .join('')
      .replaceAll('][', '');
  }
  return `${to.slice(0, start)}[${to.slice(start, to.length - end)}]${to.slice(to.length - end)}`;
}
