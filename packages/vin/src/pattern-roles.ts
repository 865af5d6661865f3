import type { ElementInfo } from './container.ts';
import { ELEMENT, isNote, isSetElsewhere } from './items.ts';

/** What a pattern of an element does. */
export const PATTERN_ROLE = { hidden: 0, best: 1, note: 2, engine: 3 } as const;

/** The role of each element, by its id. */
export function patternRolesOf(elements: readonly ElementInfo[]): Uint8Array {
  const roles = new Uint8Array(256);
  for (const { id, isPublic } of elements) {
    if (!isPublic || isSetElsewhere(id)) continue;
    if (isNote(id)) roles[id] = PATTERN_ROLE.note;
    else roles[id] = id === ELEMENT.engineModel ? PATTERN_ROLE.engine : PATTERN_ROLE.best;
  }
  return roles;
}
