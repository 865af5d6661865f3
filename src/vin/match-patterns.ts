import type { Dataset } from './dataset.ts';
import type { Item } from './items.ts';
import { keyMatchesFrom } from './key-mask.ts';
import type { MatchKey } from './match-key.ts';
import { INDEXED_POSITIONS, type PatternIndex } from './pattern-index.ts';
import { PATTERN_ROLE } from './pattern-roles.ts';
import { SYMBOL_COUNT } from './symbols.ts';
import type { Wmi } from './wmi-table.ts';

const ELEMENT_LIMIT = 256;

export interface PatternMatches {
  /** The best item of each element, every item of the note elements. */
  items: Item[];
  /** The row that names the engine; ties fall otherwise here than among items. */
  engine: Item | undefined;
}

/** @NOTE Scratch space shared by all calls: matching is synchronous and finishes before it is used again. */
const bestPattern = new Int32Array(ELEMENT_LIMIT);
const bestYear = new Int32Array(ELEMENT_LIMIT);
const bestSchema = new Int32Array(ELEMENT_LIMIT);
const touched = new Int32Array(ELEMENT_LIMIT);

/**
 * Patterns of the schemas that apply in the model year (all of them, where the year is unknown) whose key
 * accepts the VIN. Of several for one element the schema introduced last wins, then the newest row, then the
 * key with fewer characters.
 */
export function matchPatterns(
  dataset: Dataset,
  wmi: Wmi,
  index: PatternIndex,
  key: MatchKey,
  year: number | null,
): PatternMatches {
  const { patternElement, patternRoles, schemaStart, uncheckedSchemas } = dataset;
  const { firstYears, lastYears, schemas } = wmi;
  const { entryStart, entryOffset, entryLink } = index;
  const earliest = year ?? 0;
  const latest = year ?? Number.MAX_SAFE_INTEGER;
  const items: Item[] = [];
  let touchedCount = 0;
  let engine: Item | undefined;

  for (const local of matchingKeys(index, key)) {
    const end = entryStart[local + 1] ?? 0;
    for (let entry = entryStart[local] ?? 0; entry < end; entry++) {
      const link = entryLink[entry] ?? 0;
      const first = firstYears[link] ?? 0;
      if (first > latest) break;
      if (earliest > (lastYears[link] ?? 0)) continue;
      const schema = schemas[link] ?? 0;
      const pattern = (schemaStart[schema] ?? 0) + (entryOffset[entry] ?? 0);
      const element = patternElement[pattern] ?? 0;
      const role = patternRoles[element];
      if (role === PATTERN_ROLE.hidden || uncheckedSchemas[schema] === 1) continue;
      if (role === PATTERN_ROLE.note) {
        items.push(itemOf(dataset, pattern, first, schema));
        continue;
      }
      if (
        role === PATTERN_ROLE.engine &&
        (engine === undefined || namesEngineBetter(dataset, pattern, first, engine))
      ) {
        engine = itemOf(dataset, pattern, first, schema);
        enginePattern = pattern;
      }
      const known = bestYear[element] ?? 0;
      if (known === 0) touched[touchedCount++] = element;
      else if (first < known) continue;
      else if (first === known && !isBetter(dataset, pattern, bestPattern[element] ?? 0)) continue;
      bestPattern[element] = pattern;
      bestYear[element] = first;
      bestSchema[element] = schema;
    }
  }

  for (let at = 0; at < touchedCount; at++) {
    const element = touched[at] ?? 0;
    items.push(itemOf(dataset, bestPattern[element] ?? 0, bestYear[element] ?? 0, bestSchema[element] ?? 0));
    bestYear[element] = 0;
  }
  return { items, engine };
}

let enginePattern = 0;
const matching: number[] = [];

/** The keys of the index that accept the match key. The list is reused by the next call. */
function matchingKeys(index: PatternIndex, key: MatchKey): readonly number[] {
  const { words, rows, rowStart, keyLengths } = index;
  const { symbols } = key;
  const { length } = symbols;
  const positions = Math.min(length, INDEXED_POSITIONS);
  matching.length = 0;
  for (let word = 0; word < words; word++) {
    let rest = 0xffffffff;
    for (let position = 0; position < positions && rest !== 0; position++) {
      rest &= rows[(rowStart[position * SYMBOL_COUNT + (symbols[position] ?? 0)] ?? 0) + word] ?? 0;
    }
    for (; rest !== 0; rest &= rest - 1) {
      const local = word * 32 + 31 - Math.clz32(rest & -rest);
      const keyLength = keyLengths[local];
      if (keyLength === undefined || keyLength > length) continue;
      if (keyLength > INDEXED_POSITIONS) {
        const mask = index.longKeys?.get(local);
        if (mask === undefined || !keyMatchesFrom(mask, INDEXED_POSITIONS, symbols, length)) continue;
      }
      matching.push(local);
    }
  }
  return matching;
}

function isBetter({ patternLevel, patternKey }: Dataset, pattern: number, other: number): boolean {
  const level = (patternLevel[pattern] ?? 0) - (patternLevel[other] ?? 0);
  if (level !== 0) return level > 0;
  const order = (patternKey[pattern] ?? 0) - (patternKey[other] ?? 0);
  return order === 0 ? pattern < other : order < 0;
}

function namesEngineBetter({ patternLevel }: Dataset, pattern: number, first: number, known: Item): boolean {
  if (first !== known.priority) return first > known.priority;
  const level = (patternLevel[pattern] ?? 0) - known.level;
  return level === 0 ? pattern > enginePattern : level > 0;
}

function itemOf(dataset: Dataset, pattern: number, first: number, schema: number): Item {
  return {
    element: dataset.patternElement[pattern] ?? 0,
    attribute: dataset.patternAttribute[pattern] ?? 0,
    value: undefined,
    source: 'pattern',
    priority: first,
    key: dataset.patternKey[pattern] ?? 0,
    schema,
    level: dataset.patternLevel[pattern] ?? 0,
  };
}
