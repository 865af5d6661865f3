import { PLAIN_CHARACTERS } from './stretches.ts';

/** Where stretches of plain characters are in a text: of each its number, and behind it where it ends. */
export type Find = (text: string, found: number[]) => void;

/** 0 is any other character. */
const CLASSES = classesOf(PLAIN_CHARACTERS);
const WIDTH = PLAIN_CHARACTERS.length + 1;

/** Aho and Corasick's machine: all stretches are looked for in one pass. A stretch's number is its place in the list. */
export function createFinder(stretches: readonly string[]): Find {
  const rows = [new Int32Array(WIDTH)];
  const ends: number[][] = [[]];
  stretches.forEach((stretch, number) => {
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
    ends[state]?.push(number);
  });
  link(rows, ends);
  // One table of all rows; the states where a stretch ends are negative.
  const table = new Int32Array(rows.length * WIDTH);
  rows.forEach((row, state) => {
    table.set(
      row.map((next) => (ends[next]?.length === 0 ? next * WIDTH : -next * WIDTH)),
      state * WIDTH,
    );
  });
  return (text, found) => {
    let row = 0;
    for (let at = 0; at < text.length; at += 1) {
      row = table[row + (CLASSES[text.charCodeAt(at)] ?? 0)] ?? 0;
      if (row >= 0) continue;
      row = -row;
      for (const number of ends[row / WIDTH] ?? []) found.push(number, at + 1);
    }
  };
}

/** Gives each state where to go on when its stretch does not: the longest ending that begins another stretch. */
function link(rows: readonly Int32Array[], ends: readonly number[][]): void {
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
