import { countEach } from '../../lib/count.ts';
import { rememberShort } from '../../lib/on-demand.ts';
import type { CanadaRecall, RelatedPair, UsRecall } from '../recall-schemas.ts';

interface Features {
  numbers: ReadonlySet<string>;
  parts: ReadonlySet<PartGroup>;
  words: ReadonlySet<string>;
  dayNumber: number;
}

interface Candidate {
  us: UsRecall;
  canada: CanadaRecall;
  score: number;
  pair: RelatedPair;
}

const DAY_MS = 86_400_000;
const MOST_DAYS_WITH_NUMBER = 730;
const MOST_DAYS_WITHOUT_NUMBER = 150;
/** Two notices of one defect share at least this much; found on the labelled pairs in research/eval/. */
const LEAST_WORDING_WITH_NUMBER = 0.04;
const LEAST_WORDING = 0.2;
const MORE_WITHOUT_PART = 0.2;
/** Counterparts follow within weeks; what is reported months apart must be all the more alike. */
const SOON_DAYS = 30;
const MORE_PER_DAY = 0.0015;
/** The least lead over the second best of a pair without a common number. */
const LEAST_LEAD = 0.06;

const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

function featuresOfUs(recall: UsRecall): Features {
  return {
    numbers: statedNumbers(`${recall.remedy} ${recall.summary} ${recall.notes ?? ''}`),
    parts: partGroups(recall.component),
    words: defectWords(
      `${recall.component.replaceAll(':', ' ')} ${recall.summary} ${recall.consequence} ${recall.remedy}`,
    ),
    dayNumber: dayNumber(recall.reportedOn),
  };
}

function featuresOfCanada(recall: CanadaRecall): Features {
  return {
    numbers: fieldNumbers(recall.manufacturerRecallNumber),
    parts: partGroups(recall.system, recall.component),
    words: defectWords(`${recall.system ?? ''} ${recall.component ?? ''} ${recall.summary ?? ''}`),
    dayNumber: dayNumber(recall.recalledOn),
  };
}

function firstShared<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): T | undefined {
  for (const one of a) if (b.has(one)) return one;
  return undefined;
}

function isEnough(evidence: RelatedPair['evidence']): boolean {
  const { manufacturerNumber, component, daysApart, wording } = evidence;
  if (manufacturerNumber !== null) return component !== null || wording >= LEAST_WORDING_WITH_NUMBER;
  const least =
    LEAST_WORDING +
    (component === null ? MORE_WITHOUT_PART : 0) +
    Math.max(0, daysApart - SOON_DAYS) * MORE_PER_DAY;
  return daysApart <= MOST_DAYS_WITHOUT_NUMBER && wording >= least;
}

function confidenceOf({
  manufacturerNumber,
  component,
  daysApart,
  wording,
}: RelatedPair['evidence']): number {
  const agreement =
    0.6 * Math.min(1, wording / 0.6) + 0.2 * (component ? 1 : 0) + 0.2 * Math.max(0, 1 - daysApart / 180);
  const confidence = manufacturerNumber === null ? 0.55 + 0.4 * agreement : 0.93 + 0.06 * agreement;
  return Math.round(confidence * 100) / 100;
}

function isDisjoint(a: Candidate, b: Candidate): boolean {
  return a.us !== b.us && a.canada !== b.canada;
}

/** The best candidates of which no two share a recall. */
function best(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (chosen.every((other) => isDisjoint(candidate, other))) chosen.push(candidate);
  }
  return chosen;
}

/** Without a common number, a pair must clearly lead every other pair of either of its recalls. */
function leads(candidate: Candidate, all: readonly Candidate[]): boolean {
  return all.every(
    (other) =>
      other === candidate || isDisjoint(candidate, other) || candidate.score - other.score >= LEAST_LEAD,
  );
}

/**
 * Pairs the US campaigns and the Canadian recalls of one car that are about the same defect: the same number of the maker, or
 * the same parts in much the same words at much the same time. Each recall is in one pair at most.
 */
export function relateRecalls(us: readonly UsRecall[], canada: readonly CanadaRecall[]): RelatedPair[] {
  if (us.length === 0 || canada.length === 0) return [];
  const usFeatures = us.map((recall) => ({ recall, features: featuresOfUs(recall) }));
  const canadaFeatures = canada.map((recall) => ({ recall, features: featuresOfCanada(recall) }));
  const weights = weigh([...usFeatures, ...canadaFeatures].map(({ features }) => features.words));
  const candidates: Candidate[] = [];
  for (const american of usFeatures) {
    for (const canadian of canadaFeatures) {
      const daysApart = Math.abs(american.features.dayNumber - canadian.features.dayNumber);
      if (daysApart > MOST_DAYS_WITH_NUMBER) continue;
      const evidence = {
        manufacturerNumber: firstShared(american.features.numbers, canadian.features.numbers) ?? null,
        component: firstShared(american.features.parts, canadian.features.parts) ?? null,
        daysApart,
        wording: Math.round(likeness(american.features.words, canadian.features.words, weights) * 100) / 100,
      };
      if (!isEnough(evidence)) continue;
      const score =
        (evidence.manufacturerNumber === null ? 0 : 1) +
        evidence.wording +
        0.1 * Math.max(0, 1 - daysApart / 150);
      const pair = {
        campaign: american.recall.campaign,
        recallNumber: canadian.recall.recallNumber,
        confidence: confidenceOf(evidence),
        evidence,
      };
      candidates.push({ us: american.recall, canada: canadian.recall, score, pair });
    }
  }
  const byNumber = best(candidates.filter(({ pair }) => pair.evidence.manufacturerNumber !== null));
  const others = candidates.filter((candidate) => byNumber.every((chosen) => isDisjoint(candidate, chosen)));
  const byWording = best(others).filter((candidate) => leads(candidate, others));
  return [...byNumber, ...byWording].map(({ pair }) => pair);
}

/** Groups of parts, read from NHTSA's components and from Transport Canada's systems alike. */
const groups = [
  ['air bags', /air ?bags?|occupant detection|inflator/i],
  ['seat belts', /seat ?belts?|seats? and restraints?/i],
  ['seats', /\bseats?\b(?! ?belt)|seats? and restraints?/i],
  ['brakes', /brakes?|anti-?lock|\babs\b/i],
  ['steering', /steering/i],
  ['suspension', /suspension/i],
  ['fuel', /fuel/i],
  ['engine', /\bengine\b/i],
  ['engine', /cooling|exhaust|speed control|throttle|accelerator/i],
  ['power train', /power ?train|transmission|driveline|axle/i],
  ['electrical', /electrical|battery|propulsion|wiring/i],
  ['lights', /lighting|lights?|lamps?|instruments?/i],
  ['visibility', /visibility|wiper|defrost|window|windshield|mirror|glass|heating/i],
  ['camera', /back over|rear ?view|camera/i],
  ['assistance', /forward collision|lane departure|driver assist/i],
  ['stability', /stability/i],
  ['speed control', /speed control|throttle|accelerator|cruise/i],
  ['wheels', /wheels?|hubs?/i],
  ['tires', /tires?|tyres?/i],
  ['structure', /structure|body|hood|roof|bumper|latches|locks|linkages|doors?|tailgate|liftgate/i],
  ['doors', /latches|locks|linkages|doors?|tailgate|liftgate/i],
  ['labels', /labels?|documents?/i],
  ['towing', /trailer|hitch|tow/i],
  ['equipment', /^equipment|accessor|back over|camera/i],
] as const;

type PartGroup = (typeof groups)[number][0];

function partGroups(...texts: Array<string | null>): Set<PartGroup> {
  const found = texts.flatMap((text) =>
    text === null ? [] : groups.filter(([, pattern]) => pattern.test(text)).map(([group]) => group),
  );
  return new Set(found);
}

const STATED = /\bnumbers? for (?:this|these) recalls? (?:is|are)\s+([^.;]{2,80})/gi;
const NUMBER = /^[A-Z]{0,4}-?\d[A-Z0-9-]*$|^[A-Z]\d{2,}[A-Z0-9-]*$/;

/** "16S17" and "16-s17" are one number. */
function plain(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The maker's own numbers of a US recall, which NHTSA gives only inside the text. */
export function statedNumbers(text: string): Set<string> {
  const numbers = [...text.matchAll(STATED)].flatMap((match) =>
    (match[1] ?? '').split(/,|\band\b|\bor\b|\//i),
  );
  return new Set(
    numbers
      .map((number) => number.trim().toUpperCase())
      .filter((one) => NUMBER.test(one))
      .map(plain),
  );
}

/** Canada's field may hold several. */
export function fieldNumbers(field: string | null): Set<string> {
  const parts = (field ?? '').split(/[,;/&]|\band\b/i).map((part) => plain(part));
  return new Set(parts.filter((part) => /\d/.test(part) && part.length >= 2));
}

/** Words of every recall notice, which say nothing about the defect. */
const COMMON = new Set(
  `a about above action address advise affect after again against all also an and another any application apply are as
  at available be because been before being below between both but by call can cause certain charge company compliance
  comply condition contact corporation corrective could crash customer damage date day dealer dealership defect do does
  driver due during each equip equipped etc experience fail failure federal first follow for free from further had has
  have however if improper improperly in include increase increased injury inspect install into involve is issue it item
  its large letter likely line list lead mail manufacture manufactured manufacturer may model month more motor motor
  necessary need new no not note notice notification notify number of off on once one only operation or other out over
  owner part particular perform phase please population possible possibly potential potentially prior problem produce
  produced purchase range recall receive reduce reduced remedy repair replace report require required result risk safety
  schedule should some specification standard start such take than that the their them then there these they this those
  through to transport under unit up update use vehicle was were when which while will with within without year you your
  canada canadian north america american correct correction properly prematurely early`
    .split(/\s+/)
    .filter(Boolean),
);

/** Enough of a stem that "leaks", "leaking" and "leakage" meet. */
function stem(word: string): string {
  const cut = word.replace(/(?:ages?|ings?|ed|es|s|e)$/, '').replace(/e$/, '');
  return cut.length >= 3 ? cut : word;
}

const commonStems = new Set([...COMMON].map(stem));

const meanings: Readonly<Record<string, string>> = {
  hecu: 'antilock',
  hydraulic: 'hydraul',
  electronic: 'electr',
  electrical: 'electr',
  tyre: 'tire',
  backup: 'rearview',
  overheat: 'heat',
};

/** Gives the meaning of a word for a comparison; a common one has none. */
const meaningOf = rememberShort((word) => {
  const meaning = meanings[word] ?? stem(word);
  return commonStems.has(meaning) ? '' : (meanings[meaning] ?? meaning);
});

function defectWords(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .replace(/air[ -]bag/g, 'airbag')
    .replace(/\babs\b|anti[ -]?lock(?: braking| brakes?)?(?: system)?/g, 'antilock')
    .replace(/rear[ -]?view|back[ -]?up/g, 'rearview')
    .replace(/short[ -]circuit/g, 'short circuit');
  const words = new Set((plain.match(/[a-z]{3,}/g) ?? []).map(meaningOf));
  words.delete('');
  return words;
}

/** Weighs each word of some texts: the more, the fewer of them have it. All comparisons of one car share it. */
function weigh(texts: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = countEach(texts.flatMap((words) => [...words]));
  for (const [word, count] of counts) counts.set(word, Math.log(1 + (texts.length + 1) / count) ** 2);
  return counts;
}

const weightOf = (words: ReadonlySet<string>, weights: ReadonlyMap<string, number>) => {
  let weight = 0;
  for (const word of words) weight += weights.get(word) ?? 0;
  return weight;
};

/** Cosine of the two sets, each word with its weight: 0 nothing in common, 1 the same words. */
function likeness(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  const shared = weightOf(a.intersection(b), weights);
  return shared === 0 ? 0 : shared / Math.sqrt(weightOf(a, weights) * weightOf(b, weights));
}
