import { type Item, NOTE_ELEMENTS } from './items.ts';

/**
 * One item per element: the highest priority, then the newest, then the key that is simplest (keys are numbered
 * in that order). Note elements keep all. Items of patterns come first and are already the best of their kind.
 */
export function selectItems(items: readonly Item[]): Item[] {
  const best = new Map<number, Item>();
  const selected: Item[] = [];
  for (const item of items) {
    if (NOTE_ELEMENTS.has(item.element)) {
      selected.push(item);
      continue;
    }
    const known = best.get(item.element);
    if (known === undefined || isBetter(item, known)) best.set(item.element, item);
  }
  selected.push(...best.values());
  return selected;
}

function isBetter(item: Item, other: Item): boolean {
  if (item.priority !== other.priority) return item.priority > other.priority;
  if (item.level !== other.level) return item.level > other.level;
  return item.key < other.key;
}
