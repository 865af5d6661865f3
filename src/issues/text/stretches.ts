/** What every match of a pattern holds, read from the pattern's source: stretches of plain characters. */

export const PLAIN_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789 '-";

/** Shorter ones are in nearly every text. */
const LEAST_NEEDED = 3;
const LEAST_FIRST = 2;
const LONGEST_FIRST = 12;
const MOST_FIRST = 40;

/** Stretches of which every match of the pattern holds at least one; undefined where there is no such set. */
export function neededStretches(source: string): string[] | undefined {
  return readAlternatives({ source, at: 0 }).needed;
}

/** Stretches with one of which every match of the pattern begins; undefined where there is no such set. */
export function firstStretches(source: string): string[] | undefined {
  const { whole, begun } = readAlternatives({ source, at: 0 }).first;
  const all = [...new Set([...whole, ...begun])];
  if (shortest(all) < LEAST_FIRST) return undefined;
  return all.filter((stretch) => !all.some((other) => other !== stretch && stretch.startsWith(other)));
}

interface Stretches {
  needed: string[] | undefined;
  first: First;
}

/** What is matched is one of the whole ones, or begins with one of the others. */
interface First {
  whole: readonly string[];
  begun: readonly string[];
}

const NOTHING: First = { whole: [''], begun: [] };
const ANYTHING: First = { whole: [], begun: [''] };

function followedBy(first: First, next: First): First {
  const crossed = (seconds: readonly string[]) =>
    first.whole.flatMap((one) => seconds.map((second) => (one + second).slice(0, LONGEST_FIRST)));
  const [whole, begun] = [crossed(next.whole), [...first.begun, ...crossed(next.begun)]];
  if (whole.length + begun.length > MOST_FIRST) return andMore(first);
  const isShort = (stretch: string) => stretch.length < LONGEST_FIRST;
  return { whole: whole.filter(isShort), begun: [...begun, ...whole.filter((stretch) => !isShort(stretch))] };
}

function andMore({ whole, begun }: First): First {
  return { whole: [], begun: [...begun, ...whole] };
}

function orNothing({ whole, begun }: First): First {
  return { whole: ['', ...whole], begun };
}

interface Reader {
  source: string;
  at: number;
}

/** @param isFirst not so where what comes before has ended the stretches with which matches begin. */
function readAlternatives(reader: Reader, isFirst = true): Stretches {
  const sequences = [readSequence(reader, isFirst)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    sequences.push(readSequence(reader, isFirst));
  }
  const needed = sequences.flatMap((sequence) => sequence.needed ?? []);
  const isComplete = sequences.every((sequence) => sequence.needed !== undefined);
  return {
    needed: isComplete ? [...new Set(needed)] : undefined,
    first: {
      whole: sequences.flatMap(({ first }) => first.whole),
      begun: sequences.flatMap(({ first }) => first.begun),
    },
  };
}

/** Needed is, of what must come one after another, the set whose shortest stretch is longest. */
function readSequence(reader: Reader, isFirst: boolean): Stretches {
  const { source } = reader;
  let needed: string[] | undefined;
  let first = isFirst ? NOTHING : ANYTHING;
  let run = '';
  const offer = (set: string[] | undefined) => {
    if (set !== undefined && shortest(set) >= LEAST_NEEDED && shortest(set) > shortest(needed)) needed = set;
  };
  const endRun = () => {
    offer([run]);
    run = '';
  };
  while (reader.at < source.length && source[reader.at] !== '|' && source[reader.at] !== ')') {
    const isOpen = first.whole.length > 0;
    const atom = readAtom(reader, isOpen);
    if (atom === undefined) continue;
    const { least, most } = readTimes(reader);
    if (isOpen) first = followedBy(first, least > 0 ? atom.first : orNothing(atom.first));
    if (isOpen && most > 1) first = andMore(first);
    if (least > 0 && atom.character !== undefined) {
      run += atom.character;
      if (most > 1) endRun();
      continue;
    }
    endRun();
    if (least > 0) offer(atom.needed);
  }
  endRun();
  return { needed, first };
}

function shortest(set: readonly string[] | undefined): number {
  return set === undefined ? 0 : Math.min(...set.map((stretch) => stretch.length));
}

interface Atom {
  character?: string;
  needed: string[] | undefined;
  first: First;
}

const ANY_CHARACTER: Atom = { needed: undefined, first: ANYTHING };

/** Undefined for what has no width. */
function readAtom(reader: Reader, isFirst: boolean): Atom | undefined {
  const { source } = reader;
  const begins = source[reader.at] ?? '';
  reader.at += 1;
  if (begins === '^' || begins === '$') return undefined;
  if (begins === '(') return readGroup(reader, isFirst);
  if (begins === '[') {
    while (source[reader.at] !== ']') reader.at += source[reader.at] === '\\' ? 2 : 1;
    reader.at += 1;
    return ANY_CHARACTER;
  }
  if (begins === '\\') return readEscape(reader);
  const character = begins.toLowerCase();
  return begins !== '.' && PLAIN_CHARACTERS.includes(character)
    ? { character, needed: undefined, first: { whole: [character], begun: [] } }
    : ANY_CHARACTER;
}

function readGroup(reader: Reader, isFirst: boolean): Atom | undefined {
  const kind = /^\?(?::|<?[=!])/.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += kind.length;
  const inside = readAlternatives(reader, isFirst);
  reader.at += 1;
  // What a look ahead or behind wants is not looked at, and what it forbids must not be.
  return kind === '' || kind === '?:' ? inside : undefined;
}

function readEscape(reader: Reader): Atom | undefined {
  const escaped = reader.source[reader.at] ?? '';
  reader.at += 1;
  if (escaped === 'b' || escaped === 'B') return undefined;
  const braced = /^\{[^}]*\}/.exec(reader.source.slice(reader.at))?.[0];
  if (escaped === 'p' || escaped === 'P' || escaped === 'u')
    reader.at += braced?.length ?? (escaped === 'u' ? 4 : 0);
  else if (escaped === 'x') reader.at += 2;
  return ANY_CHARACTER;
}

/** How often the atom must come, and how often it may. */
function readTimes(reader: Reader): { least: number; most: number } {
  const quantifier = /^(?:([?*+])|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at));
  if (quantifier === null) return { least: 1, most: 1 };
  reader.at += quantifier[0].length;
  const [, sign, times] = quantifier;
  if (sign === '?') return { least: 0, most: 1 };
  return {
    least: times === undefined ? Number(sign === '+') : Number(times),
    most: Number.POSITIVE_INFINITY,
  };
}
