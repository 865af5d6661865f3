import { createHash } from 'node:crypto';
import type { PreparedComplaint } from '../prepare.ts';
import type { Citation, IssueSynthesizer, ProposedIssue } from '../synthesizer.ts';
import { MODES } from './lexicon/modes.ts';
import { createRecogniser, type Reading, type Recognise, type Recognised } from './recognise.ts';
import { nameTheRest } from './rest.ts';
import { centroid, type Vector, wordWeigher } from './statistics.ts';

interface Member {
  at: number;
  citation: Citation;
}

/** Raise when the way of reading changes; the lexicon's own changes are seen by its hash. */
const READING_VERSION = 2;
const MOST_COMPLAINTS = 5000;
/** A score this high tells of a failure beyond doubt. */
const PLAIN_SCORE = 5;

/** Likeness to a failure's other complaints that lets a complaint without telling words join it. */
const LIKE_ENOUGH = 0.4;
const CLEARLY_CLOSER = 1.3;
const TELLING_WORDS = 80;
/** The newest are enough to know how owners put it. */
const MOST_MEMBERS_WEIGHED = 40;
const LEAST_MEMBERS_TO_JOIN = 5;

/** A hint counts where this many other complaints of the car tell of the failure plainly. */
const LEAST_TELLERS_FOR_HINT = 3;
/** Where nobody else tells what a complaint tells plainly, a hint nearly as strong counts as well. */
const LONELY_SHARE = 0.6;

/** Text that speaks to software cannot be what makes an issue of a single complaint. */
const LEAST_FOUNDERS = 2;
const ECHO_OVERLAP = 0.7;
const LEAST_MEMBERS_ALONE = 6;
const LEAST_SHARE_ALONE = 0.04;
const INDEX_OF = new Map(MODES.map((mode, index) => [mode.id, index]));
const PARENTS = MODES.flatMap((mode, index) => {
  const parent = mode.partOf === undefined ? undefined : INDEX_OF.get(mode.partOf);
  return parent === undefined ? [] : [[index, parent] as const];
});

/** Names failure modes with a lexicon and word statistics: no model, no network, the same answer every time. */
export function createEmbeddedSynthesizer(): IssueSynthesizer {
  const recognise = createRecogniser(MODES);
  const lexicon = createHash('sha256').update(JSON.stringify(MODES)).digest('hex').slice(0, 12);
  return {
    engine: 'embedded',
    fingerprint: `embedded-${READING_VERSION}-${lexicon}`,
    mostComplaints: MOST_COMPLAINTS,
    async synthesize(complaints) {
      return {
        proposals: propose(complaints, recognise),
        engine: 'embedded',
        model: null,
        promptVersion: null,
      };
    },
  };
}

function propose(complaints: readonly PreparedComplaint[], recognise: Recognise): ProposedIssue[] {
  const members = new Map<number, Member[]>();
  const unexplained: number[] = [];
  const readings = complaints.map((one) => recognise(one.sentences, one.tags));
  const tellers = countTellers(complaints, readings);
  complaints.forEach((one, at) => {
    const recognised = claimsOf(readings[at], tellers);
    recognised.forEach(({ mode, score }, rank) => {
      const strength = Math.round(Math.min(1, score / PLAIN_SCORE) * 100) / 100;
      const citation = { odiNumber: one.complaint.odiNumber, strength, main: rank === 0 };
      const known = members.get(mode);
      if (known === undefined) members.set(mode, [{ at, citation }]);
      else known.push({ at, citation });
    });
    if (recognised.length === 0 && !one.suspicious) unexplained.push(at);
  });

  const texts = complaints.map((one) => one.sentences.flat());
  const weigh = wordWeigher(
    texts,
    complaints.map((one) => one.suspicious),
  );
  const vectorAt = (at: number): Vector => weigh(texts[at] ?? []);
  const centres = [...members]
    .filter(([, cited]) => cited.length >= LEAST_MEMBERS_TO_JOIN)
    .sort(([a], [b]) => a - b)
    .map(([mode, cited]) => ({
      mode,
      centre: centroid(
        cited
          .filter(({ at }) => complaints[at]?.suspicious === false)
          .slice(-MOST_MEMBERS_WEIGHED)
          .map(({ at }) => vectorAt(at)),
      ),
    }));
  const closestTo = compareWith(centres);
  const rest: number[] = [];
  for (const at of unexplained) {
    const closest = closestTo(vectorAt(at));
    const odiNumber = complaints[at]?.complaint.odiNumber;
    if (closest === undefined || odiNumber === undefined) rest.push(at);
    else members.get(closest)?.push({ at, citation: { odiNumber, strength: 0.3, main: true } });
  }

  rollUp(members, complaints.length);
  const founded = [...members].filter(
    ([, cited]) => cited.filter(({ at }) => complaints[at]?.suspicious === false).length >= LEAST_FOUNDERS,
  );
  const named = withoutEchoes(founded).map(([mode, cited]) =>
    proposal(
      mode,
      cited.map(({ citation }) => citation),
    ),
  );
  const clustered = nameTheRest(
    rest.flatMap((at) => {
      const one = complaints[at];
      return one === undefined ? [] : [{ one, vector: vectorAt(at) }];
    }),
  );
  return [...named.filter((issue) => issue !== undefined), ...clustered];
}

/** How many complaints tell plainly of each failure; suspicious ones have no voice. */
function countTellers(
  complaints: readonly PreparedComplaint[],
  readings: readonly Reading[],
): Map<number, number> {
  const tellers = new Map<number, number>();
  readings.forEach(({ told }, at) => {
    if (complaints[at]?.suspicious !== false) return;
    for (const { mode } of told) tellers.set(mode, (tellers.get(mode) ?? 0) + 1);
  });
  return tellers;
}

/** What a complaint is counted under: what it tells plainly or, failing that, what it hints at and others tell. */
function claimsOf(reading: Reading | undefined, tellers: ReadonlyMap<number, number>): readonly Recognised[] {
  if (reading === undefined) return [];
  const { told, hinted } = reading;
  if (told.some(({ mode }) => (tellers.get(mode) ?? 0) > 1)) return told;
  const least = LONELY_SHARE * (told[0]?.score ?? 0);
  const [shared] = hinted
    .filter(({ mode, score }) => score >= least && (tellers.get(mode) ?? 0) >= LEAST_TELLERS_FOR_HINT)
    .map((one) => ({ one, weight: one.score * (1 + Math.log(tellers.get(one.mode) ?? 1)) }))
    .sort((a, b) => b.weight - a.weight || a.one.mode - b.one.mode);
  return shared === undefined ? told : [...told, shared.one];
}

/** A failure that few tell of is counted under the more general one it is part of. */
function rollUp(members: Map<number, Member[]>, analyzed: number): void {
  const least = Math.max(LEAST_MEMBERS_ALONE, LEAST_SHARE_ALONE * analyzed);
  for (const [mode, parent] of PARENTS) {
    const cited = members.get(mode);
    if (cited === undefined) continue;
    const general = members.get(parent) ?? [];
    if (cited.length >= least) {
      // Who tells of the particular failure does not tell of another by naming the general one too.
      const particular = new Set(cited.map(({ at }) => at));
      members.set(
        parent,
        general.filter(({ at }) => !particular.has(at)),
      );
      continue;
    }
    for (const one of cited) {
      const known = general.findIndex(({ at }) => at === one.at);
      if (known === -1) general.push(one);
      else if ((general[known]?.citation.strength ?? 0) < one.citation.strength) general[known] = one;
    }
    members.set(parent, general);
    members.delete(mode);
  }
}

/** Two failures told by nearly the same complaints are one: the plainer told stays. */
function withoutEchoes(
  issues: readonly (readonly [number, readonly Member[]])[],
): (readonly [number, readonly Member[]])[] {
  const ranked = issues
    .map(([mode, cited]) => ({
      issue: [mode, cited] as const,
      mode,
      cited: new Set(cited.map(({ at }) => at)),
      plainness: cited.reduce((sum, { citation }) => sum + citation.strength, 0),
    }))
    .sort((a, b) => b.plainness - a.plainness || a.mode - b.mode);
  return ranked
    .filter(({ cited }, rank) =>
      ranked.slice(0, rank).every((plainer) => overlap(plainer.cited, cited) < ECHO_OVERLAP),
    )
    .map(({ issue }) => issue);
}

function overlap(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const shared = [...a].filter((at) => b.has(at)).length;
  return shared / (a.size + b.size - shared);
}

interface Centre {
  mode: number;
  centre: Vector;
}

/** Which failure's complaints a text is like; a text is compared by the words that tell most of each failure. */
function compareWith(centres: readonly Centre[]): (vector: Vector) => number | undefined {
  const holders = new Map<string, { mode: number; weight: number }[]>();
  for (const { mode, centre } of centres) {
    const telling = [...centre].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, TELLING_WORDS);
    for (const [word, weight] of telling) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, [{ mode, weight }]);
      else known.push({ mode, weight });
    }
  }
  return (vector) => {
    const likeness = new Map<number, number>();
    for (const [word, weight] of vector) {
      for (const held of holders.get(word) ?? []) {
        likeness.set(held.mode, (likeness.get(held.mode) ?? 0) + weight * held.weight);
      }
    }
    const [first, second] = [...likeness].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (first === undefined || first[1] < LIKE_ENOUGH) return undefined;
    return first[1] >= CLEARLY_CLOSER * (second?.[1] ?? 0) ? first[0] : undefined;
  };
}

function proposal(index: number, citations: readonly Citation[]): ProposedIssue | undefined {
  const mode = MODES[index];
  if (mode === undefined) return undefined;
  const { title, summary, tags, hazard } = mode;
  return { title, summary, tags, hazard, citations };
}
