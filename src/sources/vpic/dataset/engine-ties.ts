interface EngineTieInput {
  /** Lists of patterns that name the engine and compete at the same priority. */
  rivals: Iterable<Int32Array>;
  meet(one: number, other: number): boolean;
  changedOn(pattern: number): number;
  idOf(pattern: number): number;
}

/**
 * Of several patterns of one date that name the engine, the one filed last says what the engine implies, whatever is
 * shown as its name. The dataset keeps its patterns in another order: those that it would get wrong are listed, with
 * their order of filing.
 */
export function engineTies({ rivals, meet, changedOn, idOf }: EngineTieInput): [number, number][] {
  const mistaken = new Set<number>();
  for (const patterns of rivals) {
    for (const sameDate of Map.groupBy(patterns, changedOn).values()) {
      for (const [at, later] of sameDate.entries()) {
        for (const earlier of sameDate.slice(0, at)) {
          const isInOrder = later > earlier === idOf(later) > idOf(earlier);
          if (isInOrder || !meet(later, earlier)) continue;
          mistaken.add(later).add(earlier);
        }
      }
    }
  }
  const order = [...mistaken].sort((a, b) => idOf(a) - idOf(b));
  return order.map((place, rank): [number, number] => [place, rank]).sort(([a], [b]) => a - b);
}
