import { centroid, cosine, type Vector, weighWords } from '../embedded/statistics.ts';
import type { PreparedComplaint } from '../prepare.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { sentencesOfStems } from '../text/words.ts';
import type { Facet } from './facets.ts';
import { keyOf, type Shown, shownToModel } from './keys.ts';
import type { ShownGroup } from './names.ts';

/** A group of the embedded engine, with those of its complaints that the model reads. */
export interface ChosenGroup {
  issue: ProposedIssue;
  read: Shown[];
}

/** What the model was shown of a group, and which complaint each key stands for. */
export interface GroupOnShow extends ChosenGroup {
  asShown: ShownGroup;
  members: Map<string, { odiNumber: number; facet: Facet }>;
}

const MOST_GROUPS = 20;
const MOST_READ = 6;
const OUTSIDERS_SHOWN = 2;
/** What a single complaint reports is no group's name. */
const LEAST_READ = 2;

/** The largest groups; of each a few complaints, the same ones when others are added. */
export function chooseGroups(
  proposals: readonly ProposedIssue[],
  byNumber: ReadonlyMap<number, PreparedComplaint>,
): ChosenGroup[] {
  return [...proposals]
    .sort((a, b) => b.citations.length - a.citations.length || (a.title < b.title ? -1 : 1))
    .slice(0, MOST_GROUPS)
    .map((issue) => {
      const members = issue.citations.flatMap(({ odiNumber }) => byNumber.get(odiNumber) ?? []);
      // Text that spoke to software is not sent on.
      const able = members.filter((one) => !one.suspicious && one.text.length > 0);
      return { issue, read: able.sort(inOrderOfTheirOwn).slice(0, MOST_READ).map(shownToModel) };
    });
}

export function textsToRead(groups: readonly ChosenGroup[]): Shown[] {
  const byNumber = new Map(
    groups.flatMap(({ read }) => read).map((shown) => [shown.one.complaint.odiNumber, shown]),
  );
  return [...byNumber.values()];
}

function inOrderOfTheirOwn(a: PreparedComplaint, b: PreparedComplaint): number {
  const place = ({ complaint }: PreparedComplaint) => Math.imul(complaint.odiNumber, 0x9e3779b1) >>> 0;
  return place(a) - place(b) || a.complaint.odiNumber - b.complaint.odiNumber;
}

/** Groups of which the model could read something, each with the nearest of what other groups report. */
export function showGroups(
  groups: readonly ChosenGroup[],
  facets: ReadonlyMap<number, Facet>,
): GroupOnShow[] {
  const readOf = groups.map(({ read }) =>
    read.flatMap(({ one }) => {
      const facet = facets.get(one.complaint.odiNumber);
      return facet === undefined ? [] : [{ odiNumber: one.complaint.odiNumber, facet }];
    }),
  );
  const all = readOf.flatMap((members, group) => members.map(({ facet }) => ({ facet, group })));
  const vectors = weighWords(
    all.map(({ facet }) => sentencesOfStems(phraseOf(facet)).flat()),
    all.map(() => false),
  );
  return groups.flatMap((chosen, group) => {
    const members = readOf[group] ?? [];
    if (members.length < LEAST_READ) return [];
    const centre = centroid(vectors.filter((_, index) => all[index]?.group === group));
    const outsiders = all
      .map(({ facet, group: of }, index) => ({
        facet,
        of,
        likeness: cosine(vectors[index] ?? NOTHING, centre),
      }))
      .filter(({ of, likeness }) => of !== group && likeness > 0)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, OUTSIDERS_SHOWN)
      .map(({ facet }) => phraseOf(facet));
    const keyed = members.map((member, index) => [keyOf('m', index), member] as const);
    return [
      {
        ...chosen,
        members: new Map(keyed),
        asShown: {
          key: keyOf('g', group),
          suggested: chosen.issue.title,
          members: keyed.map(([key, { facet }]) => ({ key, reported: phraseOf(facet) })),
          outsiders,
        },
      },
    ];
  });
}

const NOTHING: Vector = new Map();

function phraseOf({ part, failure }: Facet): string {
  return `${part}: ${failure}`;
}
