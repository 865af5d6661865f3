import { createFinder } from './finder.ts';
import { firstStretches, neededStretches } from './stretches.ts';

/**
 * Most patterns match few texts. A sieve looks once at a text for stretches of plain characters: those of which every
 * match of a pattern holds one, so that only patterns that can match are run, and those with which every match begins,
 * so that these are run there and nowhere else.
 */
export interface Sieve {
  /** The patterns that match the text. */
  matching(text: string): RegExp[];
  /** The text with the matches of each pattern replaced, one pattern after the other. */
  replacing(text: string, by: (pattern: RegExp) => string): string;
}

export function createSieve(patterns: readonly RegExp[]): Sieve {
  const needed = patterns.map(({ source }) => neededStretches(source));
  const first = patterns.map(({ source }) => firstStretches(source));
  const always = Uint8Array.from(needed, (stretches) => (stretches === undefined ? 1 : 0));
  const stretches = [
    ...needed.flatMap((of = [], owner) => of.map((text) => ({ text, owner, begins: false }))),
    ...first.flatMap((of = [], owner) => of.map((text) => ({ text, owner, begins: true }))),
  ];
  const find = createFinder(stretches.map(({ text }) => text));
  const atPlace = patterns.map(({ source, flags }, owner) =>
    first[owner] === undefined ? undefined : new RegExp(source, `${flags.replace('g', '')}y`),
  );
  const possible = new Uint8Array(patterns.length);
  const matched = new Uint8Array(patterns.length);
  const found: number[] = [];

  function sift(text: string): void {
    possible.set(always);
    found.length = 0;
    find(text, found);
    for (let hit = 0; hit < found.length; hit += 2) {
      const stretch = stretches[found[hit] ?? 0];
      if (stretch?.begins === false) possible[stretch.owner] = 1;
    }
  }
  function matchThere(text: string): void {
    matched.fill(0);
    for (let hit = 0; hit < found.length; hit += 2) {
      const stretch = stretches[found[hit] ?? 0];
      if (stretch?.begins !== true || possible[stretch.owner] === 0 || matched[stretch.owner] === 1) continue;
      const pattern = atPlace[stretch.owner];
      if (pattern === undefined) continue;
      pattern.lastIndex = (found[hit + 1] ?? 0) - stretch.text.length;
      if (pattern.test(text)) matched[stretch.owner] = 1;
    }
  }
  return {
    matching(text) {
      sift(text);
      matchThere(text);
      return patterns.filter((pattern, owner) =>
        atPlace[owner] === undefined ? possible[owner] === 1 && pattern.test(text) : matched[owner] === 1,
      );
    },
    replacing(text, by) {
      sift(text);
      matchThere(text);
      let replaced = text;
      patterns.forEach((pattern, owner) => {
        // What one pattern leaves behind may be what the next one looks for.
        const isKnownNot = replaced === text && atPlace[owner] !== undefined && matched[owner] === 0;
        if (possible[owner] === 1 && !isKnownNot) replaced = replaced.replace(pattern, by(pattern));
      });
      return replaced;
    },
  };
}
