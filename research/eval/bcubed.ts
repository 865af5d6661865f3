/** Extended BCubed (Amigó et al. 2009): both sides may put an item into several groups. Items without a group stand alone. */
export interface BCubed {
  precision: number;
  recall: number;
  f1: number;
}

export type Grouping = ReadonlyMap<number, ReadonlySet<string>>;

export function bcubed(items: readonly number[], found: Grouping, truth: Grouping): BCubed {
  const groupsOf = (grouping: Grouping, item: number): ReadonlySet<string> => {
    const groups = grouping.get(item);
    return groups === undefined || groups.size === 0 ? new Set([`alone:${item}`]) : groups;
  };
  let precision = 0;
  let recall = 0;
  for (const item of items) {
    const [inFound, inTruth] = [groupsOf(found, item), groupsOf(truth, item)];
    const ratios = { precision: [] as number[], recall: [] as number[] };
    for (const other of items) {
      const sharedFound = shared(inFound, groupsOf(found, other));
      const sharedTruth = shared(inTruth, groupsOf(truth, other));
      const agreed = Math.min(sharedFound, sharedTruth);
      if (sharedFound > 0) ratios.precision.push(agreed / sharedFound);
      if (sharedTruth > 0) ratios.recall.push(agreed / sharedTruth);
    }
    precision += mean(ratios.precision);
    recall += mean(ratios.recall);
  }
  const [p, r] = [precision / items.length, recall / items.length];
  return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}

/** Share of grouped items that lie in a group whose most common truth is theirs. */
export function purity(items: readonly number[], found: Grouping, truth: Grouping): number {
  const members = new Map<string, number[]>();
  for (const item of items)
    for (const group of found.get(item) ?? []) members.set(group, [...(members.get(group) ?? []), item]);
  let placed = 0;
  let agreeing = 0;
  for (const group of members.values()) {
    const counts = new Map<string, number>();
    for (const item of group)
      for (const mode of truth.get(item) ?? []) counts.set(mode, (counts.get(mode) ?? 0) + 1);
    placed += group.length;
    agreeing += Math.max(0, ...counts.values());
  }
  return placed === 0 ? 0 : agreeing / placed;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const value of a) if (b.has(value)) count += 1;
  return count;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
