/**
 * Most patterns match few texts. A sieve looks once at a text for stretches of plain characters of which every match
 * of a pattern holds one, so that only the patterns that can match are run.
 */
export type Sieve = (text: string) => RegExp[];

/** Shorter stretches are in nearly every text. */
const LEAST_CHARACTERS = 3;
const CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789 '-";
/** 0 is any other character. */
const CLASSES = classesOf(CHARACTERS);
const WIDTH = CHARACTERS.length + 1;

export function createSieve(patterns: readonly RegExp[]): Sieve {
  const always = new Uint8Array(patterns.length);
  const finder = createFinder();
  patterns.forEach((pattern, index) => {
    const needed = neededStretches(pattern.source);
    if (needed === undefined) always[index] = 1;
    else for (const stretch of needed) finder.add(stretch, index);
  });
  finder.link();
  const possible = new Uint8Array(patterns.length);
  const atLeast = patterns.filter((_, index) => always[index] === 1);
  return (text) => {
    possible.set(always);
    return finder.mark(text, possible) ? patterns.filter((_, index) => possible[index] === 1) : [...atLeast];
  };
}

/** Aho and Corasick's machine: all stretches are looked for in one pass. */
function createFinder() {
  const rows: Int32Array[] = [new Int32Array(WIDTH)];
  const ends: number[][] = [[]];
  let table = new Int32Array();
  let isEnd = new Uint8Array();
  return {
    add(stretch: string, owner: number): void {
      let state = 0;
      for (let at = 0; at < stretch.length; at += 1) {
        const row = rows[state] ?? NO_ROW;
        const by = CLASSES[stretch.charCodeAt(at)] ?? 0;
        if (row[by] === 0) {
          row[by] = rows.push(new Int32Array(WIDTH)) - 1;
          ends.push([]);
        }
        state = row[by] ?? 0;
      }
      ends[state]?.push(owner);
    },
    /** Gives each state where to go on when its stretch does not: the longest ending that begins another stretch. */
    link(): void {
      const fallback = new Int32Array(rows.length);
      const queue = [...(rows[0] ?? NO_ROW)].filter((state) => state !== 0);
      for (const state of queue) {
        const row = rows[state] ?? NO_ROW;
        const other = fallback[state] ?? 0;
        ends[state]?.push(...(ends[other] ?? []));
        for (let by = 0; by < WIDTH; by += 1) {
          const child = row[by] ?? 0;
          const elsewhere = rows[other]?.[by] ?? 0;
          if (child === 0) row[by] = elsewhere;
          else {
            fallback[child] = elsewhere;
            queue.push(child);
          }
        }
      }
      table = new Int32Array(rows.length * WIDTH);
      rows.forEach((row, state) => {
        table.set(row, state * WIDTH);
      });
      isEnd = Uint8Array.from(ends, (owners) => (owners.length > 0 ? 1 : 0));
    },
    /** Whether it found any. */
    mark(text: string, found: Uint8Array): boolean {
      let state = 0;
      let any = false;
      for (let at = 0; at < text.length; at += 1) {
        state = table[state * WIDTH + (CLASSES[text.charCodeAt(at)] ?? 0)] ?? 0;
        if (isEnd[state] === 1) {
          any = true;
          for (const owner of ends[state] ?? []) found[owner] = 1;
        }
      }
      return any;
    },
  };
}

const NO_ROW = new Int32Array();

function classesOf(characters: string): Uint8Array {
  const classes = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) {
    classes[characters.charCodeAt(at)] = at + 1;
    classes[characters.charAt(at).toUpperCase().charCodeAt(0)] = at + 1;
  }
  return classes;
}

/** Stretches of which every match of the pattern holds at least one; undefined where there is no such set. */
export function neededStretches(source: string): string[] | undefined {
  return readAlternatives({ source, at: 0 });
}

interface Reader {
  source: string;
  at: number;
}

function readAlternatives(reader: Reader): string[] | undefined {
  const all: string[] = [];
  let complete = true;
  for (;;) {
    const needed = readSequence(reader);
    if (needed === undefined) complete = false;
    else all.push(...needed);
    if (reader.source[reader.at] !== '|') break;
    reader.at += 1;
  }
  return complete ? [...new Set(all)] : undefined;
}

/** Of what must come one after another, the set whose shortest stretch is longest. */
function readSequence(reader: Reader): string[] | undefined {
  const { source } = reader;
  let best: string[] | undefined;
  let run = '';
  const offer = (set: string[] | undefined) => {
    if (set !== undefined && shortest(set) >= LEAST_CHARACTERS && shortest(set) > shortest(best)) best = set;
  };
  const endRun = () => {
    offer([run]);
    run = '';
  };
  while (reader.at < source.length && source[reader.at] !== '|' && source[reader.at] !== ')') {
    const atom = readAtom(reader);
    if (atom === undefined) continue;
    const least = readLeast(reader);
    if (least.times > 0 && atom.character !== undefined) {
      run += atom.character;
      if (!least.once) endRun();
      continue;
    }
    endRun();
    if (least.times > 0) offer(atom.needed);
  }
  endRun();
  return best;
}

function shortest(set: readonly string[] | undefined): number {
  return set === undefined ? 0 : Math.min(...set.map((stretch) => stretch.length));
}

/** Undefined for what has no width. */
function readAtom(reader: Reader): { character?: string; needed?: string[] | undefined } | undefined {
  const { source } = reader;
  const first = source[reader.at] ?? '';
  reader.at += 1;
  if (first === '^' || first === '$') return undefined;
  if (first === '(') return readGroup(reader);
  if (first === '[') {
    while (source[reader.at] !== ']') reader.at += source[reader.at] === '\\' ? 2 : 1;
    reader.at += 1;
    return {};
  }
  if (first === '\\') return readEscape(reader);
  const character = first.toLowerCase();
  return first !== '.' && CHARACTERS.includes(character) ? { character } : {};
}

function readGroup(reader: Reader): { needed?: string[] | undefined } | undefined {
  const kind = /^\?(?::|<?[=!])/.exec(reader.source.slice(reader.at))?.[0] ?? '';
  reader.at += kind.length;
  const needed = readAlternatives(reader);
  reader.at += 1;
  // What a look ahead or behind wants is not looked at, and what it forbids must not be.
  return kind === '' || kind === '?:' ? { needed } : undefined;
}

function readEscape(reader: Reader): Record<string, never> | undefined {
  const escaped = reader.source[reader.at] ?? '';
  reader.at += 1;
  if (escaped === 'b' || escaped === 'B') return undefined;
  const braced = /^\{[^}]*\}/.exec(reader.source.slice(reader.at))?.[0];
  if (escaped === 'p' || escaped === 'P' || escaped === 'u')
    reader.at += braced?.length ?? (escaped === 'u' ? 4 : 0);
  else if (escaped === 'x') reader.at += 2;
  return {};
}

/** How often the atom must come at least, and whether it comes just once. */
function readLeast(reader: Reader): { times: number; once: boolean } {
  const quantifier = /^(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at));
  if (quantifier === null) return { times: 1, once: true };
  reader.at += quantifier[0].length;
  const [whole, times] = quantifier;
  return { times: times === undefined ? (whole.startsWith('+') ? 1 : 0) : Number(times), once: false };
}
