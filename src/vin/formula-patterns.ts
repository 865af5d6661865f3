import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import { isSetElsewhere } from './items.ts';
import { matchTextOf } from './match-key.ts';
import type { PatternMatches } from './match-patterns.ts';

const PRIORITY = 100;

/** Keys with `#` read a number out of the VIN: the value is what stands from the first `#` to the last. */
export function addFormulaItems(
  dataset: Dataset,
  vin: string,
  formulas: PatternMatches['formulas'],
  found: FoundItems,
): void {
  if (formulas.length === 0) return;
  const { groups } = dataset;
  const text = matchTextOf(vin);
  const masked = text.replace(/[0-9]/g, '#');
  for (const { group, schema } of formulas) {
    const key = groups.key[group] ?? 0;
    const mask = groups.keys.text(key);
    if (!startsLike(masked, mask)) continue;
    const end = groups.patternStart[group + 1] ?? 0;
    for (let pattern = groups.patternStart[group] ?? 0; pattern < end; pattern++) {
      const element = dataset.patternElement[pattern] ?? 0;
      if (isSetElsewhere(element)) continue;
      found.offer({
        element,
        attribute: dataset.patternAttribute[pattern] ?? 0,
        value: text.slice(mask.indexOf('#'), mask.lastIndexOf('#') + 1),
        source: 'formula pattern',
        priority: PRIORITY,
        key,
        schema,
        level: dataset.patternLevel[pattern] ?? 0,
      });
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
