import type { Dataset } from './dataset.ts';
import type { FoundItems } from './found-items.ts';
import { isSetElsewhere } from './items.ts';
import { matchTextOf } from './match-key.ts';
import type { FormulaGroup } from './match-patterns.ts';
import { PATTERN_ROLE } from './pattern-roles.ts';

const PRIORITY = 100;
const MARK = '#';

/** Keys with `#` read a number out of the VIN: the value is what stands from the first `#` to the last. */
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
    // Where the mark itself was typed, NHTSA also takes the key for an ordinary one.
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
      found.offer({ ...item, value, source: 'formula pattern', priority: PRIORITY });
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
