import { PLAIN_CHARACTERS } from './stretches.ts';

/** Where stretches of plain characters are in a text: of each its number, and behind it where it ends. */
export type Find = (text: string, found: number[]) => void;

/** 0 is any other character. */
const CLASSES = classesOf(PLAIN_CHARACTERS);
const WIDTH = PLAIN_CHARACTERS.length + 1;

/** Aho and Corasick's machine: all stretches are looked for in one pass. A stretch's number is its place in the list. */
export function createFinder(stretches: readonly string[]): Find {
  const { table, ends } = treeOf(stretches);
  link(table, ends);
  // A state is known by where its row begins, and one in which a stretch ends by the negative of that.
  for (let at = 0; at < table.length; at += 1) {
    const state = table[at] ?? 0;
    table[at] = ends[state]?.length === 0 ? state * WIDTH : -state * WIDTH;
  }
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

/** For each state a row of those that follow it, and the stretches that end there. */
function treeOf(stretches: readonly string[]): { table: Int32Array; ends: number[][] } {
  const most = stretches.reduce((sum, { length }) => sum + length, 1);
  const table = new Int32Array(most * WIDTH);
  const ends: number[][] = [[]];
  stretches.forEach((stretch, number) => {
    let state = 0;
    for (let at = 0; at < stretch.length; at += 1) {
      const cell = state * WIDTH + (CLASSES[stretch.charCodeAt(at)] ?? 0);
      if (table[cell] === 0) table[cell] = ends.push([]) - 1;
      state = table[cell] ?? 0;
    }
    ends[state]?.push(number);
  });
  return { table: table.slice(0, ends.length * WIDTH), ends };
}

/** Gives each state where to go on when its stretch does not: the longest ending that begins another stretch. */
function link(table: Int32Array, ends: readonly number[][]): void {
  const fallback = new Int32Array(ends.length);
  const queue = [...table.subarray(0, WIDTH)].filter((state) => state !== 0);
  for (const state of queue) {
    const other = fallback[state] ?? 0;
    ends[state]?.push(...(ends[other] ?? []));
    for (let by = 0; by < WIDTH; by += 1) {
      const child = table[state * WIDTH + by] ?? 0;
      const elsewhere = table[other * WIDTH + by] ?? 0;
      if (child === 0) table[state * WIDTH + by] = elsewhere;
      else {
        fallback[child] = elsewhere;
        queue.push(child);
      }
    }
  }
}

function classesOf(characters: string): Uint8Array {
  const classes = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) {
    classes[characters.charCodeAt(at)] = at + 1;
    classes[characters.charAt(at).toUpperCase().charCodeAt(0)] = at + 1;
  }
  return classes;
}
