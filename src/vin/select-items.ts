import { type Item, isNote } from './items.ts';

/** @NOTE Scratch space shared by all calls: place of each element's best item in the selection, plus one. */
const placeOf = new Uint16Array(256);

/**
 * One item per element: the highest priority, then the newest, then the key that is simplest (keys are numbered
 * in that order). Note elements keep all. Items of patterns come first and are already the best of their kind.
 */
export function selectItems(items: readonly Item[]): Item[] {
  const selected: Item[] = [];
  for (const item of items) {
    if (isNote(item.element)) {
      selected.push(item);
      continue;
    }
    const place = placeOf[item.element] ?? 0;
    const known = selected[place - 1];
    if (place === 0 || known === undefined) placeOf[item.element] = selected.push(item);
    else if (isBetter(item, known)) selected[place - 1] = item;
  }
  for (const item of selected) placeOf[item.element] = 0;
  return selected;
}

function isBetter(item: Item, other: Item): boolean {
  if (item.priority !== other.priority) return item.priority > other.priority;
  if (item.level !== other.level) return item.level > other.level;
  return item.key < other.key;
}
