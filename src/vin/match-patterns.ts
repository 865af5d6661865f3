import type { Dataset } from './dataset.ts';
import { type Item, NOTE_ELEMENTS } from './items.ts';
import { keyMatchesFrom } from './key-mask.ts';
import type { MatchKey } from './match-key.ts';
import { INDEXED_POSITIONS, type PatternIndex } from './pattern-index.ts';
import { SYMBOL_COUNT } from './symbols.ts';
import type { Wmi } from './wmi-table.ts';

/** Never taken from patterns: make, manufacturer, model year, vehicle type. */
const SET_ELSEWHERE: ReadonlySet<number> = new Set([26, 27, 29, 39]);
const ENGINE_MODEL = 18;
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
  const { patternElement, patternLevel, patternKey, publicElements } = dataset;
  const { firstYears, lastYears, schemas } = wmi;
  const notes: Item[] = [];
  let touchedCount = 0;
  let enginePattern = -1;
  let engineYear = 0;
  let engineSchema = 0;

  const { words, accepts, keyLengths, entryStart, entryPattern, entryLink } = index;
  const length = key.symbols.length;
  const positions = Math.min(length, INDEXED_POSITIONS);
  for (let word = 0; word < words; word++) {
    let rest = 0xffffffff;
    for (let position = 0; position < positions && rest !== 0; position++) {
      rest &= accepts[(position * SYMBOL_COUNT + (key.symbols[position] ?? 0)) * words + word] ?? 0;
    }
    for (; rest !== 0; rest &= rest - 1) {
      const local = word * 32 + 31 - Math.clz32(rest & -rest);
      if (local >= keyLengths.length) break;
      const keyLength = keyLengths[local] ?? 0;
      if (keyLength > length) continue;
      if (keyLength > INDEXED_POSITIONS) {
        const mask = dataset.keyMask(index.keys[local] ?? 0);
        if (!keyMatchesFrom(mask, INDEXED_POSITIONS, key.symbols, length)) continue;
      }
      const end = entryStart[local + 1] ?? 0;
      for (let entry = entryStart[local] ?? 0; entry < end; entry++) {
        const link = entryLink[entry] ?? 0;
        const first = firstYears[link] ?? 0;
        if (year !== null && (year < first || year > (lastYears[link] ?? 0))) continue;
        consider(entryPattern[entry] ?? 0, first, schemas[link] ?? 0);
      }
    }
  }

  const items = notes;
  for (let at = 0; at < touchedCount; at++) {
    const element = touched[at] ?? 0;
    items.push(itemOf(bestPattern[element] ?? 0, bestYear[element] ?? 0, bestSchema[element] ?? 0));
    bestPattern[element] = 0;
    bestYear[element] = 0;
  }
  return {
    items,
    engine: enginePattern < 0 ? undefined : itemOf(enginePattern, engineYear, engineSchema),
  };

  function consider(pattern: number, first: number, schema: number): void {
    const element = patternElement[pattern] ?? 0;
    if (publicElements[element] !== 1 || SET_ELSEWHERE.has(element) || dataset.isSchemaUnchecked(schema))
      return;
    if (NOTE_ELEMENTS.has(element)) {
      notes.push(itemOf(pattern, first, schema));
      return;
    }
    if (element === ENGINE_MODEL && (enginePattern < 0 || namesEngineBetter(pattern, first))) {
      enginePattern = pattern;
      engineYear = first;
      engineSchema = schema;
    }
    const known = bestYear[element] ?? 0;
    if (known === 0) {
      touched[touchedCount++] = element;
    } else if (first < known || (first === known && !isBetter(pattern, bestPattern[element] ?? 0))) {
      return;
    }
    bestPattern[element] = pattern;
    bestYear[element] = first;
    bestSchema[element] = schema;
  }

  function isBetter(pattern: number, other: number): boolean {
    const level = (patternLevel[pattern] ?? 0) - (patternLevel[other] ?? 0);
    if (level !== 0) return level > 0;
    const order = (patternKey[pattern] ?? 0) - (patternKey[other] ?? 0);
    return order === 0 ? pattern < other : order < 0;
  }

  function namesEngineBetter(pattern: number, first: number): boolean {
    if (first !== engineYear) return first > engineYear;
    const level = (patternLevel[pattern] ?? 0) - (patternLevel[enginePattern] ?? 0);
    return level === 0 ? pattern > enginePattern : level > 0;
  }

  function itemOf(pattern: number, first: number, schema: number): Item {
    return {
      element: patternElement[pattern] ?? 0,
      attribute: dataset.patternAttribute[pattern] ?? 0,
      value: undefined,
      source: 'pattern',
      priority: first,
      key: patternKey[pattern] ?? 0,
      schema,
      level: patternLevel[pattern] ?? 0,
    };
  }
}
