import type { PreparedComplaint } from '../read/prepare.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { sentencesOfStems } from '../text/words.ts';
import { type Facet, keyOf, type Shown, shownToModel } from './facets.ts';
import type { ShownGroup } from './names.ts';

/** A group of the embedded engine, with those of its complaints that the model reads. */
export interface ChosenGroup {
  issue: ProposedIssue;
  read: Shown[];
}

/** A group as it was shown to the model, and which complaint each key stands for. */
export interface GroupOnShow extends ChosenGroup {
  asShown: ShownGroup;
  members: Map<string, { odiNumber: number; facet: Facet }>;
}

const MOST_GROUPS = 20;
const MOST_READ = 6;
const OUTSIDERS_SHOWN = 2;
/** A failure that a single complaint reports is no group's name. */
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

/** Word statistics over one vehicle's complaints: which words set a complaint apart from the others. */
export type Vector = ReadonlyMap<string, number>;

const COMMON = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can car come could
   dealer dealership do driv each even ever every few for from get give go had has hav he her here him his hyundai kia
   ford toyota honda i if in into is issu it its just know lik mak me mil mor most my need never new no not now of off on
   onc one only or other our out over own own owner part plac problem recall replac repair sai said same say see she should
   sinc so some still such take tak tell than that the their them then ther thes they thing this thos through tim to told
   too took towar two up us use veh vehicl very wa want was wast we wer what when wher which whil who why will with would
   year you your fix safe safety contact stat month day week call compani manufactur custom servic warranti cost pay paid
   ther bought purchas happen occur hav complaint nhtsa`.split(/\s+/),
);

/** Unit vectors of TF-IDF weights, one per text. Texts marked as voiceless are weighed but do not set the weights. */
export function weighWords(texts: readonly (readonly string[])[], voiceless: readonly boolean[]): Vector[] {
  return texts.map(wordWeigher(texts, voiceless));
}

/** Learns from all texts which words are rare; weighs one text at a time. */
function wordWeigher(
  texts: readonly (readonly string[])[],
  voiceless: readonly boolean[],
): (words: readonly string[]) => Vector {
  const holders = new Map<string, number>();
  let voices = 0;
  texts.forEach((words, index) => {
    if (voiceless[index] === true) return;
    voices += 1;
    for (const word of new Set(words)) holders.set(word, (holders.get(word) ?? 0) + 1);
  });
  return (words) => {
    const counts = new Map<string, number>();
    for (const word of words) {
      if (word.length > 2 && !COMMON.has(word) && !/^\d/.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const weights = new Map<string, number>();
    for (const [word, count] of counts) {
      const rarity = Math.log((1 + voices) / (1 + (holders.get(word) ?? 0))) + 0.2;
      if (rarity > 0.2) weights.set(word, (1 + Math.log(count)) * rarity);
    }
    return unit(weights);
  };
}

export function unit(weights: ReadonlyMap<string, number>): Vector {
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  const length = Math.sqrt(squares) || 1;
  return new Map([...weights].map(([word, weight]) => [word, weight / length]));
}

export function centroid(vectors: readonly Vector[]): Vector {
  const sums = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) sums.set(word, (sums.get(word) ?? 0) + weight);
  return unit(sums);
}

export function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let product = 0;
  for (const [word, weight] of small) product += weight * (large.get(word) ?? 0);
  return product;
}
