import type { Dataset } from './dataset.ts';
import { compileKey } from './key-mask.ts';
import { appliesIn, schemaOf, type Wmi } from './wmi-table.ts';

const POSITIONS = 11;
const CHARACTER_WORDS = 2 * POSITIONS;

/** From `start` on: for each of the first eleven positions of the match key what some key names, two words each. */
export interface ValidCharacters {
  words: Uint32Array;
  start: number;
}

/** What the keys of each schema name, gathered at first need. */
export interface SchemaCharacters {
  /** What schemas of the manufacturer name that apply in the model year; holds until the next call. Without a year nothing is known. */
  of(wmi: Wmi, year: number | null): ValidCharacters;
}

export function createSchemaCharacters(dataset: Dataset): SchemaCharacters {
  const { key, keys, readSchema, schemaStart } = dataset.groups;
  const { links } = dataset.wmis;
  const schemas = schemaStart.length - 1;
  /** A run of words for each schema, and two more: for what several name together, and for nothing. */
  const words = new Uint32Array((schemas + 2) * CHARACTER_WORDS);
  const isGathered = new Uint8Array(schemas);
  const union: ValidCharacters = { words, start: schemas * CHARACTER_WORDS };
  const nothing: ValidCharacters = { words, start: (schemas + 1) * CHARACTER_WORDS };
  const only: ValidCharacters = { words, start: 0 };

  function gather(schema: number): void {
    isGathered[schema] = 1;
    readSchema(schema);
    const from = schema * CHARACTER_WORDS;
    const end = schemaStart[schema + 1] ?? 0;
    for (let group = schemaStart[schema] ?? 0; group < end; group++) {
      const { names } = compileKey(keys.text(key[group] ?? 0));
      const length = Math.min(names.length, CHARACTER_WORDS);
      for (let at = 0; at < length; at++) words[from + at] = (words[from + at] ?? 0) | (names[at] ?? 0);
    }
  }

  function join(schema: number, isFirst: boolean): void {
    const from = schema * CHARACTER_WORDS;
    for (let at = 0; at < CHARACTER_WORDS; at++) {
      const known = isFirst ? 0 : (words[union.start + at] ?? 0);
      words[union.start + at] = known | (words[from + at] ?? 0);
    }
  }

  return {
    of(wmi, year) {
      if (year === null) return nothing;
      let count = 0;
      let first = 0;
      for (let link = wmi.linkStart; link < wmi.linkEnd; link++) {
        if (!appliesIn(links, link, year)) continue;
        const schema = schemaOf(links, link);
        if (isGathered[schema] !== 1) gather(schema);
        if (count === 0) first = schema;
        else {
          if (count === 1) join(first, true);
          join(schema, false);
        }
        count++;
      }
      if (count > 1) return union;
      only.start = first * CHARACTER_WORDS;
      return count === 0 ? nothing : only;
    },
  };
}
