import { sum } from '../lib/sum.ts';
import { recallStatements } from '../recalls/statements.ts';
import { tagsOfComponents } from './component-tags.ts';
import type { Complaint } from './read/complaint.ts';
import type { CountedComplaints, Reliability } from './schemas.ts';

const MOST_COMPONENTS = 8;

export function reliabilityOf(
  counted: CountedComplaints,
  recalls: Reliability['recalls'],
  asOf: string,
): Reliability {
  return { ...counted, recalls, attribution: recallStatements.attribution, asOf };
}

/** Of complaints that are each there once. One counts once for each component it names. */
export function countComplaints(complaints: readonly Complaint[]): CountedComplaints {
  // Thousands of complaints name the same few hundred lists of components.
  const lists = new Map<readonly string[], number>();
  const years = new Map<number, number>();
  for (const complaint of complaints) {
    addTo(lists, complaint.components);
    if (complaint.filedOn !== null) addTo(years, Number(complaint.filedOn.slice(0, 4)));
  }
  const components = new Map<string, number>();
  for (const [list, count] of lists) for (const tag of tagsOfComponents(list)) addTo(components, tag, count);
  return {
    complaintCount: complaints.length,
    topComponents: [...components]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, MOST_COMPONENTS)
      .map(([component, count]) => ({
        component,
        count,
        share: Math.round((count / complaints.length) * 1000) / 1000,
      })),
    severitySignals: {
      fires: complaints.filter((complaint) => complaint.fire).length,
      crashes: complaints.filter((complaint) => complaint.crash).length,
      injuries: sum(complaints.map(({ injuries }) => injuries)),
      deaths: sum(complaints.map(({ deaths }) => deaths)),
    },
    complaintsByYear: [...years].sort((a, b) => a[0] - b[0]).map(([year, count]) => ({ year, count })),
  };
}

function addTo<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Of when something was read, the day. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}
