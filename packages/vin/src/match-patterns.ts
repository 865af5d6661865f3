import type { Dataset } from './dataset.ts';
import { type FoundItem, type FoundItems, isSetElsewhere, PATTERN_ROLE } from './elements.ts';
import { groupAccepts } from './key-table.ts';
import { type MatchKey, matchTextOf } from './symbols.ts';
import { firstYearOf, lastYearOf, schemaOf, type Wmi } from './wmi-table.ts';

const ELEMENT_LIMIT = 256;

/** A group whose key holds `#`, the schema it is of and the first year to which that applies. */
interface FormulaGroup {
  group: number;
  schema: number;
  first: number;
}

/** @NOTE Scratch space shared by all calls: matching is synchronous and finishes before it is used again. */
const bestPattern = new Int32Array(ELEMENT_LIMIT);
const bestYear = new Int32Array(ELEMENT_LIMIT);
const bestSchema = new Int32Array(ELEMENT_LIMIT);
const bestKey = new Int32Array(ELEMENT_LIMIT);
const touched = new Int32Array(ELEMENT_LIMIT);

/**
 * Finds the patterns whose key accepts the VIN, in the schemas that apply in the model year (all of them, where the
 * year is unknown). Of several for one element the schema introduced last wins, then the newest row, then the key
 * with fewer characters.
 */
export function matchPatterns(
  dataset: Dataset,
  wmi: Wmi,
  matchKey: MatchKey,
  year: number | null,
  found: FoundItems,
) {
  const { groups, patternElement, patternRoles, uncheckedSchemas } = dataset;
  const { links } = dataset.wmis;
  const earliest = year ?? 0;
  const latest = year ?? Number.MAX_SAFE_INTEGER;
  /** The row that names the engine; ties fall otherwise here than among items. */
  let engine: FoundItem | undefined;
  /** Groups of patterns whose key holds `#`. */
  const formulas: FormulaGroup[] = [];
  let enginePattern = 0;
  let touchedCount = 0;

  for (let link = wmi.linkStart; link < wmi.linkEnd; link++) {
    const first = firstYearOf(links, link);
    if (first > latest || lastYearOf(links, link) < earliest) continue;
    const schema = schemaOf(links, link);
    groups.readSchema(schema);
    const isChecked = uncheckedSchemas[schema] !== 1;
    const groupEnd = groups.schemaStart[schema + 1] ?? 0;
    for (let group = groups.schemaStart[schema] ?? 0; group < groupEnd; group++) {
      if (!groupAccepts(groups, group, matchKey)) continue;
      const key = groups.key[group] ?? 0;
      if (groups.keys.isFormula(key)) {
        formulas.push({ group, schema, first });
        continue;
      }
      if (!isChecked) continue;
      const end = groups.patternStart[group + 1] ?? 0;
      for (let pattern = groups.patternStart[group] ?? 0; pattern < end; pattern++) {
        const element = patternElement[pattern] ?? 0;
        const role = patternRoles[element];
        if (role === PATTERN_ROLE.hidden) continue;
        if (role === PATTERN_ROLE.note) {
          found.others.push(itemOf(dataset, pattern, key, first, schema));
          continue;
        }
        if (role === PATTERN_ROLE.engine) {
          if (engine === undefined || namesEngineBetter(dataset, pattern, first, engine, enginePattern)) {
            engine = itemOf(dataset, pattern, key, first, schema);
            enginePattern = pattern;
          }
        }
        const known = bestYear[element] ?? 0;
        if (known === 0) touched[touchedCount++] = element;
        else if (first < known) continue;
        else if (first === known && !isBetter(dataset, pattern, key, element)) continue;
        bestPattern[element] = pattern;
        bestYear[element] = first;
        bestSchema[element] = schema;
        bestKey[element] = key;
      }
    }
  }

  for (let at = 0; at < touchedCount; at++) {
    const element = touched[at] ?? 0;
    const pattern = bestPattern[element] ?? 0;
    found.add(
      itemOf(dataset, pattern, bestKey[element] ?? 0, bestYear[element] ?? 0, bestSchema[element] ?? 0),
    );
    bestYear[element] = 0;
  }
  return { engine, formulas };
}

function isBetter({ patternLevel }: Dataset, pattern: number, key: number, element: number): boolean {
  const other = bestPattern[element] ?? 0;
  const level = (patternLevel[pattern] ?? 0) - (patternLevel[other] ?? 0);
  if (level !== 0) return level > 0;
  const order = key - (bestKey[element] ?? 0);
  return order === 0 ? pattern < other : order < 0;
}

/** Prefers of two patterns of one date the one that was filed last. */
function namesEngineBetter(
  { patternLevel, engineOrder }: Dataset,
  pattern: number,
  first: number,
  known: FoundItem,
  knownPattern: number,
): boolean {
  if (first !== known.priority) return first > known.priority;
  const level = (patternLevel[pattern] ?? 0) - known.level;
  if (level !== 0) return level > 0;
  const order = engineOrder.get(pattern);
  const knownOrder = engineOrder.get(knownPattern);
  return order === undefined || knownOrder === undefined ? pattern > knownPattern : order > knownOrder;
}

function itemOf(dataset: Dataset, pattern: number, key: number, first: number, schema: number): FoundItem {
  return {
    element: dataset.patternElement[pattern] ?? 0,
    attribute: dataset.groups.attribute[pattern] ?? 0,
    value: undefined,
    source: 'pattern',
    priority: first,
    key,
    schema,
    level: dataset.patternLevel[pattern] ?? 0,
  };
}

const FORMULA_PRIORITY = 100;
const MARK = '#';

/** Adds the numbers that keys with `#` read out of the VIN: the characters from the first `#` to the last. */
export function addFormulaItems(
  dataset: Dataset,
  vin: string,
  formulas: readonly FormulaGroup[],
  found: FoundItems,
): void {
  if (formulas.length === 0) return;
  const { groups, patternRoles, uncheckedSchemas } = dataset;
  const text = matchTextOf(vin);
  const masked = text.replace(/[0-9]/g, MARK);
  for (const { group, schema, first } of formulas) {
    const key = groups.key[group] ?? 0;
    const mask = groups.keys.text(key);
    if (!startsLike(masked, mask)) continue;
    // NHTSA also takes the key for an ordinary one if the mark itself was typed.
    const isLiteral = startsLike(text, mask) && uncheckedSchemas[schema] !== 1;
    const end = groups.patternStart[group + 1] ?? 0;
    for (let pattern = groups.patternStart[group] ?? 0; pattern < end; pattern++) {
      const element = dataset.patternElement[pattern] ?? 0;
      if (isSetElsewhere(element)) continue;
      const item = {
        element,
        attribute: dataset.groups.attribute[pattern] ?? 0,
        key,
        schema,
        level: dataset.patternLevel[pattern] ?? 0,
      };
      if (isLiteral && patternRoles[element] !== PATTERN_ROLE.hidden) {
        found.offer({ ...item, value: undefined, source: 'pattern', priority: first });
      }
      const value = text.slice(mask.indexOf(MARK), mask.lastIndexOf(MARK) + 1);
      found.offer({ ...item, value, source: 'formula pattern', priority: FORMULA_PRIORITY });
    }
  }
}

function startsLike(text: string, mask: string): boolean {
  if (mask.length > text.length) return false;
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] !== '*' && mask[at] !== text[at]) return false;
  }
  return true;
}
