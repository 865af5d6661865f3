import { compileKey, ELEMENT } from '@forecourt/vin/dataset-format';
import { computeLevels, engineTies, rivalsOf } from './pattern-levels.ts';
import { byNumber, type PatternColumns, type VpicTables } from './tables.ts';

const DISPLACEMENTS: readonly number[] = [
  ELEMENT.displacementCc,
  ELEMENT.displacementCi,
  ELEMENT.displacementL,
];

/** Keys, schemas and patterns in the order of the dataset. */
export interface ArrangedPatterns {
  /** Keys in the order in which ties between patterns fall. */
  keys: string[];
  schemaIds: number[];
  /** Patterns of the schema at place s are schemaStart[s] to schemaStart[s + 1]. */
  schemaStart: Uint32Array;
  /** Number of the row in the tables, by schema, key, element and id. */
  rows: Uint32Array;
  /** Place of the key, and level, of each of these rows. */
  keyPlaces: Uint32Array;
  levels: Uint8Array;
  /** Places of patterns that name the engine, with their order of filing, where the places do not give it. */
  engineOrder: [number, number][];
}

export function arrangePatterns({ patterns, links }: VpicTables): ArrangedPatterns {
  const { keys, placeOfKey } = orderKeys(patterns);
  const schemaIds = [...new Set(links.map((link) => link.schema))].sort(byNumber);
  const { rows, schemaStart } = orderRows(patterns, schemaIds, placeOfKey);
  const keyPlaces = rows.map((row) => placeOfKey[patterns.key[row] ?? 0] ?? 0);

  const masks = packKeys(keys);
  const formulas = Uint8Array.from(keys, (key) => (key.includes('#') ? 1 : 0));
  const rowOf = (pattern: number): number => rows[pattern] ?? 0;
  const keyOf = (pattern: number): number => keyPlaces[pattern] ?? 0;
  const idOf = (pattern: number): number => patterns.id[rowOf(pattern)] ?? 0;
  const elementOf = (pattern: number): number => patterns.element[rowOf(pattern)] ?? 0;
  const changedOn = (pattern: number): number => patterns.changedOn[rowOf(pattern)] ?? Number.NaN;
  const meet = (one: number, other: number): boolean => masks.meet(keyOf(one), keyOf(other));

  const rivals = rivalsOf({
    links,
    schemaIds,
    schemaStart,
    elementOf,
    isFormula: (pattern) => formulas[keyOf(pattern)] === 1,
    familyOf: (element) => (DISPLACEMENTS.includes(element) ? ELEMENT.displacementCc : element),
  });
  const levels = computeLevels({
    count: rows.length,
    elementOf,
    keyOf,
    meet,
    changedOn,
    idOf,
    rivals,
    isDated: (element) => element === ELEMENT.engineModel || DISPLACEMENTS.includes(element),
  });
  const numbers = Array.from({ length: rivals.count }, (_, number) => number);
  const engineOrder = engineTies({
    rivals: numbers.filter((number) => rivals.family(number) === ELEMENT.engineModel).map(rivals.list),
    meet,
    changedOn,
    idOf,
  });
  return { keys, schemaIds, schemaStart, rows, keyPlaces, levels, engineOrder };
}

/** Sorts keys as ties between patterns fall: shortest without wildcards first, then by bytes without brackets. */
function orderKeys({ key, texts }: PatternColumns): { keys: string[]; placeOfKey: Uint32Array } {
  const weighed = Array.from(new Set(key), (number) => {
    const text = texts[number] ?? '';
    return { number, text, length: text.replaceAll('*', '').length, bare: text.replace(/[[\]]/g, '') };
  });
  weighed.sort((a, b) => a.length - b.length || byBytes(a.bare, b.bare) || byBytes(a.text, b.text));
  const placeOfKey = new Uint32Array(texts.length);
  for (const [place, { number }] of weighed.entries()) placeOfKey[number] = place;
  return { keys: weighed.map(({ text }) => text), placeOfKey };
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Puts the rows of each schema together, then each schema in order: patterns of schemas that no manufacturer uses fall away. */
function orderRows(
  { count, schema, key, element, id }: PatternColumns,
  schemaIds: readonly number[],
  placeOfKey: Uint32Array,
): { rows: Uint32Array; schemaStart: Uint32Array } {
  const placeOfSchema = new Map(schemaIds.map((schemaId, place) => [schemaId, place]));
  const schemaStart = new Uint32Array(schemaIds.length + 1);
  for (const of of schema) {
    const place = placeOfSchema.get(of);
    if (place !== undefined) schemaStart[place + 1] = (schemaStart[place + 1] ?? 0) + 1;
  }
  for (let place = 0; place < schemaIds.length; place++) {
    schemaStart[place + 1] = (schemaStart[place + 1] ?? 0) + (schemaStart[place] ?? 0);
  }
  const rows = new Uint32Array(schemaStart.at(-1) ?? 0);
  const next = schemaStart.slice();
  for (let row = 0; row < count; row++) {
    const place = placeOfSchema.get(schema[row] ?? 0);
    if (place === undefined) continue;
    const at = next[place] ?? 0;
    rows[at] = row;
    next[place] = at + 1;
  }
  const placeOf = (row: number): number => placeOfKey[key[row] ?? 0] ?? 0;
  for (let place = 0; place < schemaIds.length; place++) {
    rows
      .subarray(schemaStart[place], schemaStart[place + 1])
      .sort(
        (a, b) =>
          placeOf(a) - placeOf(b) || (element[a] ?? 0) - (element[b] ?? 0) || (id[a] ?? 0) - (id[b] ?? 0),
      );
  }
  return { rows, schemaStart };
}

/** Compiles the keys into one column, by their places. A digit to be read as a value is a digit here. */
function packKeys(keys: readonly string[]) {
  const starts = new Uint32Array(keys.length + 1);
  // A key has no more places than characters.
  const words = new Uint32Array(2 * keys.reduce((sum, key) => sum + key.length, 0));
  let end = 0;
  for (const [place, key] of keys.entries()) {
    const { accepts } = compileKey(key.replaceAll('#', '[0-9]'));
    words.set(accepts, end);
    end += accepts.length;
    starts[place + 1] = end;
  }
  return {
    /** Tells whether some VIN can match both keys. */
    meet(one: number, other: number): boolean {
      let [at, to] = [starts[one] ?? 0, starts[other] ?? 0];
      const end = Math.min(starts[one + 1] ?? 0, at + (starts[other + 1] ?? 0) - to);
      for (; at < end; at += 2, to += 2) {
        const low = (words[at] ?? 0) & (words[to] ?? 0);
        const high = (words[at + 1] ?? 0) & (words[to + 1] ?? 0);
        if (low === 0 && high === 0) return false;
      }
      return true;
    },
  };
}
