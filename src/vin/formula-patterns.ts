import type { Dataset } from './dataset.ts';
import type { Item } from './items.ts';
import type { MatchKey } from './match-key.ts';
import type { PatternIndex } from './pattern-index.ts';
import type { Wmi } from './wmi-table.ts';

const PRIORITY = 100;
const SET_ELSEWHERE: ReadonlySet<number> = new Set([26, 27, 29, 39]);

/** Keys with `#` read a number out of the VIN: the value is what stands from the first `#` to the last. */
export function formulaItems(
  dataset: Dataset,
  wmi: Wmi,
  index: PatternIndex,
  key: MatchKey,
  year: number | null,
): Item[] {
  if (index.formulas.length === 0) return [];
  const masked = key.text.replace(/[0-9]/g, '#');
  const items: Item[] = [];
  for (const { pattern, link } of index.formulas) {
    if (year !== null && (year < (wmi.firstYears[link] ?? 0) || year > (wmi.lastYears[link] ?? 0))) continue;
    const element = dataset.patternElement[pattern] ?? 0;
    const number = dataset.patternKey[pattern] ?? 0;
    const text = dataset.keyText(number);
    if (SET_ELSEWHERE.has(element) || !startsLike(masked, text)) continue;
    items.push({
      element,
      attribute: dataset.patternAttribute[pattern] ?? 0,
      value: key.text.slice(text.indexOf('#'), text.lastIndexOf('#') + 1),
      source: 'formula pattern',
      priority: PRIORITY,
      key: number,
      schema: wmi.schemas[link] ?? 0,
      level: dataset.patternLevel[pattern] ?? 0,
    });
  }
  return items;
}

function startsLike(text: string, mask: string): boolean {
  if (mask.length > text.length) return false;
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] !== '*' && mask[at] !== text[at]) return false;
  }
  return true;
}
