import type { KeyMask } from '../../../vin/key-mask.ts';
import { masksMeet } from './pattern-levels.ts';

interface EngineTieInput {
  /** Groups of patterns that compete at the same priority, by their places. */
  groups: readonly Int32Array[];
  namesEngine(pattern: number): boolean;
  mask(pattern: number): KeyMask;
  changedOn: Float64Array;
  id: Float64Array;
}

/**
 * Of several patterns of one date that name the engine, the one filed last says what the engine implies, whatever is
 * shown as its name. The dataset keeps its patterns in another order: those that would be told wrong by it are listed,
 * with their order of filing.
 */
export function engineTies({ groups, namesEngine, mask, changedOn, id }: EngineTieInput): [number, number][] {
  const mistaken = new Set<number>();
  for (const group of groups) {
    const sameDate = Map.groupBy(group.filter(namesEngine), (place) => changedOn[place]);
    for (const places of sameDate.values()) {
      for (const [at, later] of places.entries()) {
        for (const earlier of places.slice(0, at)) {
          const isInOrder = later > earlier === (id[later] ?? 0) > (id[earlier] ?? 0);
          if (isInOrder || !masksMeet(mask(later), mask(earlier))) continue;
          mistaken.add(later).add(earlier);
        }
      }
    }
  }
  const order = [...mistaken].sort((a, b) => (id[a] ?? 0) - (id[b] ?? 0));
  return order.map((place, rank): [number, number] => [place, rank]).sort(([a], [b]) => a - b);
}
