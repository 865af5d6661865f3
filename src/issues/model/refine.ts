import type { VehicleTraits } from '../lexicon/traits.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { Citation, ProposedIssue } from '../synthesizer.ts';
import { areAkin, bearing, faultOfTitle } from './check-title.ts';
import type { ModelGroupName } from './names.ts';
import { centroid, cosine, type GroupOnShow, unit, type Vector, weighWords } from './show-groups.ts';

type Complaints = ReadonlyMap<number, PreparedComplaint>;
type Reject = (reason: string) => void;

/** The complaints and traits against which the model's word is checked. */
interface Known {
  complaints: Complaints;
  traits: VehicleTraits | undefined;
}

/** The share of those that the model read whose quotes must bear its title. */
const LEAST_BEARING = 0.5;
const LEAST_OF_PART = 2;
/** One issue with more of the citations than this, joined from several groups of which none was so large, is a bucket. */
const LARGEST_SHARE = 0.6;
const LEAST_JOINED = 3;

interface Refined {
  proposals: ProposedIssue[];
  /** Groups of which the model's word stands. */
  accepted: number;
}

/** The embedded engine's groups as the model names, splits and joins them, as far as the quotes bear it out. */
export function refineGroups(
  grouped: readonly ProposedIssue[],
  shown: readonly GroupOnShow[],
  names: readonly ModelGroupName[],
  { complaints, traits }: Known,
  reject: Reject,
): Refined {
  const named = new Map<ProposedIssue, { issues: ProposedIssue[]; names: ModelGroupName[] }>();
  for (const group of shown) {
    const stands = names
      .filter(({ key }) => key === group.asShown.key)
      .flatMap((name) => {
        const fault = faultOfTitle(name.title.trim(), traits);
        if (fault === undefined) return checked(name, group, reject) ?? [];
        reject(fault);
        return [];
      });
    if (stands.length === 0) continue;
    const issues =
      stands.length === 1 ? [whole(group, stands, complaints)] : parts(group, stands, complaints);
    named.set(group.issue, { issues, names: stands.map(({ name }) => name) });
  }
  const kept = grouped.flatMap((issue) => named.get(issue)?.issues ?? [issue]);
  const joined = joinSame(kept, shown, named, reject);
  if (isBucket(joined, grouped)) {
    reject('everything_in_one_issue');
    return { proposals: [...grouped], accepted: 0 };
  }
  return { proposals: joined, accepted: named.size };
}

interface Checked {
  name: ModelGroupName;
  /** Complaints that the model read and that bear the title in their quotes. */
  bear: Set<number>;
  /** Complaints that it read and that do not. */
  others: Set<number>;
}

function checked(name: ModelGroupName, group: GroupOnShow, reject: Reject): Checked | undefined {
  const bears = bearing(name.title);
  const bear = new Set<number>();
  const others = new Set<number>();
  for (const [key, { odiNumber, facet }] of group.members) {
    const claimedByModel = name.members.includes(key);
    const borne = bears(facet.quote);
    if (claimedByModel && !borne) reject('quote_without_the_failure');
    (claimedByModel && borne ? bear : others).add(odiNumber);
  }
  const claimed = name.members.filter((key) => group.members.has(key)).length;
  if (bear.size >= LEAST_OF_PART && bear.size >= LEAST_BEARING * claimed) return { name, bear, others };
  reject('title_not_borne_out');
  return undefined;
}

/**
 * The group under the model's title, without those that the model read and found to report something else. Of who was
 * hurt and what burned a model has no say.
 */
function whole({ issue }: GroupOnShow, [only]: readonly Checked[], complaints: Complaints): ProposedIssue {
  if (only === undefined) return issue;
  const { name, bear, others } = only;
  const sound = bear.size >= LEAST_BEARING * (bear.size + others.size);
  const citations = issue.citations.filter(
    ({ odiNumber }) => !sound || !others.has(odiNumber) || isGrave(complaints.get(odiNumber)),
  );
  return retitled(issue, name, citations.length >= LEAST_OF_PART ? citations : issue.citations);
}

function isGrave(one: PreparedComplaint | undefined): boolean {
  return one !== undefined && (one.complaint.fire || one.complaint.injuries + one.complaint.deaths > 0);
}

/** Puts a complaint that was read where the model put it, all others to the part whose complaints they are most like. */
function parts({ issue }: GroupOnShow, stands: readonly Checked[], complaints: Complaints): ProposedIssue[] {
  const numbers = issue.citations.map(({ odiNumber }) => odiNumber);
  const texts = numbers.map((number) => complaints.get(number)?.sentences.flat() ?? []);
  const vectors = weighWords(texts);
  const vectorOf = new Map(numbers.map((number, index) => [number, vectors[index] ?? NOTHING]));
  const centres = stands.map(({ bear }) =>
    centroid([...bear].map((number) => vectorOf.get(number) ?? NOTHING)),
  );
  const lists = stands.map((): Citation[] => []);
  for (const citation of issue.citations) {
    const read = stands.findIndex(({ bear }) => bear.has(citation.odiNumber));
    const likeness = centres.map((centre) => cosine(vectorOf.get(citation.odiNumber) ?? NOTHING, centre));
    lists[read === -1 ? likeness.indexOf(Math.max(...likeness)) : read]?.push(citation);
  }
  return stands.map(({ name }, index) => retitled(issue, name, lists[index] ?? []));
}

const NOTHING: Vector = unit(new Map());
const HAZARDS = ['low', 'medium', 'high'] as const;

function retitled(issue: ProposedIssue, name: ModelGroupName, citations: readonly Citation[]): ProposedIssue {
  const title = name.title.trim();
  const hazard =
    HAZARDS[Math.max(HAZARDS.indexOf(issue.hazard), HAZARDS.indexOf(name.hazard))] ?? issue.hazard;
  const [first, ...more] = name.tags;
  const isAkin = areAkin(title, issue.title);
  return {
    title,
    ...(issue.parts && { parts: issue.parts }),
    // Our components speak of our title: under another they would say something else.
    tags: isAkin || first === undefined ? issue.tags : [first, ...more],
    hazard,
    ...(issue.symptoms && { symptoms: issue.symptoms.filter((symptom) => symptom.title !== title) }),
    citations,
  };
}

/** The model's joins are accepted where the titles speak of one thing; equal titles join in any case. */
function joinSame(
  issues: readonly ProposedIssue[],
  shown: readonly GroupOnShow[],
  named: ReadonlyMap<ProposedIssue, { issues: ProposedIssue[]; names: ModelGroupName[] }>,
  reject: Reject,
): ProposedIssue[] {
  const keyOf = new Map<ProposedIssue, string>();
  const sameAs = new Map<ProposedIssue, string>();
  for (const { issue, asShown } of shown) {
    const own = named.get(issue);
    for (const [index, part] of (own?.issues ?? [issue]).entries()) {
      keyOf.set(part, asShown.key);
      const other = own?.names[index]?.sameAs;
      if (typeof other === 'string' && other !== asShown.key) sameAs.set(part, other);
    }
  }
  const kept: ProposedIssue[] = [];
  const places = new Map<string, number>();
  for (const issue of issues) {
    const at = kept.findIndex((other, place) => {
      if (other.title.toLowerCase() === issue.title.toLowerCase()) return true;
      const isNamedSame =
        places.get(sameAs.get(issue) ?? '') === place || sameAs.get(other) === keyOf.get(issue);
      if (isNamedSame && sameAs.size > 0 && keyOf.get(issue) !== undefined) {
        if (areAkin(other.title, issue.title)) return true;
        reject('unlike_groups_not_joined');
      }
      return false;
    });
    const known = kept[at];
    if (known === undefined) {
      places.set(keyOf.get(issue) ?? issue.title, kept.length);
      kept.push(issue);
      continue;
    }
    const cited = new Set(known.citations.map(({ odiNumber }) => odiNumber));
    kept[at] = {
      ...known,
      citations: [...known.citations, ...issue.citations.filter(({ odiNumber }) => !cited.has(odiNumber))],
    };
  }
  return kept;
}

/** A model that puts everything in one issue has read nothing: the embedded likeness saw several. */
function isBucket(joined: readonly ProposedIssue[], grouped: readonly ProposedIssue[]): boolean {
  const share = (issues: readonly ProposedIssue[]) => {
    const sizes = issues.map(({ citations }) => citations.length);
    return (
      Math.max(0, ...sizes) /
      Math.max(
        1,
        sizes.reduce((sum, size) => sum + size, 0),
      )
    );
  };
  return (
    grouped.length - joined.length >= LEAST_JOINED - 1 &&
    share(joined) > LARGEST_SHARE &&
    share(grouped) <= LARGEST_SHARE
  );
}
