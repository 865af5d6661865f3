import { countEach, sum } from '../../lib/count.ts';
import { getOrInsert } from '../../lib/on-demand.ts';
import { createDescriber, type Description } from '../group/describe.ts';
import { createVectorizer, groupByLikeness } from '../group/groups.ts';
import type { LikenessModel } from '../group/likeness-model.ts';
import { indexOfMode, lexicon } from '../lexicon/lexicon.ts';
import { createRecogniser, type Recognise } from '../lexicon/recognise.ts';
import type { VehicleTraits } from '../lexicon/traits.ts';
import { isHarmed } from '../read/complaint.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { type CitableReport, type CitedTitle, cite, createCiter, type TitledGroup } from './cite.ts';
import { type NamingContext, nameGroup, plainerTitle, titlesOn } from './name-group.ts';
import { createPartReader, type PartReader } from './part-phrases.ts';

/** Every pair of these is compared; the others join the groups that these make. */
const MOST_FOUNDERS = 1000;
/** With fewer known terms and no failure reported, a text is too thin to draw the border of a group. */
const LEAST_TERMS = 5;
/** How likely one failure must be meant where no clause says that anything went wrong, and where one of several does. */
const LEAST_LIKELIHOOD = [0.3, 0.1];
/** How plainly it must be read besides where none does: in three words, or under its component. */
const PLAIN_SCORE = 3.2;
/** What so few words report, and a failure too rare to be learned, is meant at least so likely. */
const SHORT = 25;
const SURE = 0.5;

export interface Engine {
  model: LikenessModel;
  parts: PartReader;
  recognise: Recognise;
  describe: ReturnType<typeof createDescriber>;
}

export function createEngine(model: LikenessModel): Engine {
  return {
    model,
    parts: createPartReader(model.terms),
    recognise: createRecogniser(lexicon().modes),
    describe: createDescriber(model),
  };
}

export interface TitledGroups {
  /** Each with what it is called. */
  titles: (CitedTitle & { called: string })[];
  /** Every complaint that may be cited, and what is known of it. */
  reports: CitableReport[];
  context: NamingContext;
}

/** Groups what reports one failure, finds a title for each group, and who is cited for it. */
export function titleGroups(
  complaints: readonly PreparedComplaint[],
  { model, parts, recognise, describe }: Engine,
  traits: VehicleTraits,
): TitledGroups {
  const readings = complaints.map((one) => recognise(one.sentences, one.tags));
  const vectorOf = createVectorizer(model);
  const described = complaints.map((one, at) => {
    const description = describe(one, readings[at]);
    return {
      terms: description.words.at.length,
      likely: likelyModes(description, model),
      vector: vectorOf(description),
    };
  });
  const isFull = (at: number) =>
    (complaints[at]?.sentences.length ?? 0) > 0 && (described[at]?.terms ?? 0) >= LEAST_TERMS;
  const learned = new Set(model.modes);
  const isLearned = (mode: number) => learned.has(lexicon().modes[mode]?.id ?? '');
  const likelihoodOf = (mode: number, at: number) =>
    isLearned(mode) ? (described[at]?.likely.get(mode) ?? 0) : 1;
  // Text that speaks to software founds no group, and is cited only where the lexicon reads a failure in it.
  const usable = complaints.flatMap((one, at) => {
    const [first] = readings[at]?.reported ?? [];
    const isPlain = one.evidence !== 0 || (first?.score ?? 0) >= PLAIN_SCORE;
    const likelihood = first === undefined || !isPlain ? 0 : likelihoodOf(first.mode, at);
    if (!saysWhatFailed(one, likelihood)) return [];
    return first !== undefined || (!one.suspicious && isFull(at)) ? [at] : [];
  });
  const founders = chooseFounders(complaints, usable);
  const founding = new Set(founders);
  const joining = usable.filter((at) => !founding.has(at));
  const groups = groupByLikeness(
    described.map(({ vector }) => vector),
    founders,
    joining,
    model.pair.constant,
  );
  const groupOf = new Map(groups.flatMap((group, index) => group.map((at) => [at, index] as const)));
  const reportOf = new Map<number, CitableReport>();
  for (const at of usable) {
    const [one, likely, reading] = [complaints[at], described[at]?.likely, readings[at]];
    if (one === undefined || likely === undefined || reading === undefined) continue;
    const reported = reading.reported.map(({ mode }) => mode);
    const said = new Map([...reading.reported, ...reading.hinted].map(({ mode, score }) => [mode, score]));
    const isShort = sum(one.sentences.map((words) => words.length)) < SHORT;
    for (const mode of reported)
      if (isShort || !isLearned(mode)) likely.set(mode, Math.max(SURE, likely.get(mode) ?? 0));
    const named = parts.read(one.sentences);
    reportOf.set(at, { one, parts: named, reported, said, likely, group: groupOf.get(at) });
  }
  const compared = founders.flatMap((at) => reportOf.get(at) ?? []);
  const holders = countEach(compared.flatMap((one) => one.parts));
  const context = {
    compared: { names: parts.names, holders, total: compared.length },
    traits,
    titles: titlesOn(traits),
  };
  const reports = [...reportOf.values()];
  const first = joinedByTitle(
    groups.flatMap((group, index) => {
      const founders = group.flatMap((at) => (founding.has(at) ? (reportOf.get(at) ?? []) : []));
      const name = nameGroup(founders, context);
      return name === undefined ? [] : [{ ...name, groups: [index] }];
    }),
  );
  // A title is of those whom it cites: where they agree on one failure it is that one.
  const named = joinedByTitle(
    cite(first, reports).map(({ cited, ...title }) => {
      const reporting = cited.map(({ report }) => report);
      const name = nameGroup(reporting, context);
      return name?.modes.length === 1 ? { ...name, groups: title.groups } : title;
    }),
  );
  const titles = cite([...named, ...titlesOfStrays(named, reports, context)], reports).map((own, _, all) => {
    const read = own.cited.map(({ report }) => report.one);
    const plainer = plainerTitle(own.title, read);
    const isTaken = all.some(({ title }) => title === plainer);
    return { ...own, called: isTaken ? own.title : plainer };
  });
  return { titles, reports, context };
}

function joinedByTitle(named: readonly TitledGroup[]): TitledGroup[] {
  const titles = new Map<string, TitledGroup>();
  for (const one of named) {
    const same = titles.get(one.title);
    titles.set(one.title, { ...(same ?? one), groups: [...(same?.groups ?? []), ...one.groups] });
  }
  return [...titles.values()];
}

/** In the words of praise, questions and routine work nothing failed; a crash or a fire does not come of nothing. */
function saysWhatFailed({ evidence, complaint, compared }: PreparedComplaint, likelihood: number): boolean {
  if (complaint.crash || isHarmed(complaint) || (evidence > 0 && compared.length === 1)) return evidence >= 0;
  return evidence >= 0 && likelihood >= (LEAST_LIKELIHOOD[evidence] ?? 0);
}

/** The complaints that make an issue of a failure, and those that do where somebody was hurt or a car burned. */
const LEAST_STRAYS = 3;
const LEAST_GRAVE = 2;

/** The failures that several complaints tell which no title cites; what only lamps tell is left to its group. */
function titlesOfStrays(
  titles: readonly TitledGroup[],
  reports: readonly CitableReport[],
  { titles: fixed }: NamingContext,
): TitledGroup[] {
  const placesOf = createCiter(titles);
  const { modes } = lexicon();
  const strays = new Map<number, CitableReport[]>();
  for (const report of reports) {
    const [first] = report.reported;
    if (first === undefined || modes[first]?.lamp === true || report.one.suspicious) continue;
    if (placesOf(report).length === 0) getOrInsert(strays, first, () => []).push(report);
  }
  return [...strays].flatMap(([mode, those]) => {
    const [title, own] = [fixed[mode], modes[mode]];
    const isGrave = those.some(({ one }) => isHarmed(one.complaint));
    const telling = isGrave ? reports.filter(({ reported }) => reported.includes(mode)) : those;
    const enough = telling.length >= (isGrave ? LEAST_GRAVE : LEAST_STRAYS);
    if (title === undefined || own === undefined || !enough) return [];
    return [{ title, tags: own.tags, hazard: own.hazard, modes: [mode], groups: [] }];
  });
}

/** Those with a fire or people hurt first, then in an order of their own, the same for the same numbers. */
function chooseFounders(complaints: readonly PreparedComplaint[], usable: readonly number[]): number[] {
  const able = usable.filter((at) => complaints[at]?.suspicious === false);
  if (able.length <= MOST_FOUNDERS) return able;
  const place = (at: number): number => {
    const complaint = complaints[at]?.complaint;
    if (complaint === undefined) return 0;
    return (isHarmed(complaint) ? 0 : 2 ** 32) + (Math.imul(complaint.odiNumber, 0x9e3779b1) >>> 0);
  };
  return able
    .map((at) => ({ at, place: place(at) }))
    .sort((a, b) => a.place - b.place || a.at - b.at)
    .slice(0, MOST_FOUNDERS)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

function likelyModes({ modes }: Description, model: LikenessModel): Map<number, number> {
  const likely = new Map<number, number>();
  modes.at.forEach((position, index) => {
    const mode = indexOfMode().get(model.modes[position] ?? '');
    const root = modes.value[index] ?? 0;
    if (mode !== undefined) likely.set(mode, root * root);
  });
  return likely;
}
