import { type Item, isNote } from './items.ts';

const ELEMENT_LIMIT = 256;

/** What one pass has found. It is emptied and filled again, pass by pass. */
export interface FoundItems {
  /** The best item of an element. */
  of(element: number): Item | undefined;
  /** All of these, in no order that matters. */
  best: Item[];
  /** Notes, and further items of the elements that may have several. */
  others: Item[];
  clear(): void;
  /** Takes the item of an element that has none yet. */
  add(item: Item): void;
  /** Takes the item if it is a note, the first of its element or better than the one there is. */
  offer(item: Item): void;
}

export function createFoundItems(): FoundItems {
  const best: Item[] = [];
  const others: Item[] = [];
  /** Place of each element's item among the best, plus one. */
  const places = new Uint16Array(ELEMENT_LIMIT);
  return {
    best,
    others,
    of(element) {
      const place = places[element] ?? 0;
      return place === 0 ? undefined : best[place - 1];
    },
    clear() {
      for (const { element } of best) places[element] = 0;
      best.length = 0;
      others.length = 0;
    },
    add(item) {
      places[item.element] = best.push(item);
    },
    offer(item) {
      if (isNote(item.element)) {
        others.push(item);
        return;
      }
      const place = places[item.element] ?? 0;
      const known = place === 0 ? undefined : best[place - 1];
      if (known === undefined) places[item.element] = best.push(item);
      else if (isBetter(item, known)) best[place - 1] = item;
    },
  };
}

/** The highest priority, then the newest, then the key that is simplest (keys are numbered in that order). */
function isBetter(item: Item, other: Item): boolean {
  if (item.priority !== other.priority) return item.priority > other.priority;
  if (item.level !== other.level) return item.level > other.level;
  return item.key < other.key;
}
