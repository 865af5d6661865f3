import { onDemand } from '../../lib/on-demand.ts';
import { createDescriber, type Description } from '../group/describe.ts';
import { groupByLikeness } from '../group/groups.ts';
import type { LikenessModel } from '../group/likeness-model.ts';
import { createVectors } from '../group/vectors.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { createRecogniser, type Recognise } from '../lexicon/recognise.ts';
import type { VehicleTraits } from '../lexicon/traits.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { indexTerms, type TermIndex } from '../text/terms.ts';
import type { TitledGroup, Witness } from './cite.ts';
import { nameGroups } from './name-group.ts';
import { countHolders } from './part-phrases.ts';
import { type NamingContext, titlesOn } from './rank-modes.ts';

/** Every pair of these is compared; the others join the groups that these make. */
const MOST_VOICES = 1000;
/** With fewer known terms and no failure reported, a text is too thin to draw the border of a group. */
const LEAST_TERMS = 5;

export interface Engine {
  model: LikenessModel;
  terms: TermIndex;
  recognise: Recognise;
  describe: ReturnType<typeof createDescriber>;
}

export function createEngine(model: LikenessModel): Engine {
  const terms = indexTerms(model.terms);
  return {
    model,
    terms,
    recognise: createRecogniser(lexicon().modes),
    describe: createDescriber(model, terms),
  };
}

export interface TitledGroups {
  titles: TitledGroup[];
  /** Everybody who may be cited, and what is known of them. */
  witnesses: Witness[];
  context: NamingContext;
}

/** Groups what reports one failure, and finds a title for each group; who is cited for it is not decided yet. */
export function titleGroups(
  complaints: readonly PreparedComplaint[],
  { model, terms, recognise, describe }: Engine,
  traits: VehicleTraits,
): TitledGroups {
  const readings = complaints.map((one) => recognise(one.sentences, one.tags));
  // Each description is let go as soon as it is part of the vectors.
  const vectors = createVectors(complaints.length, model);
  const described = complaints.map((one, at) => {
    const description = describe(one, readings[at]);
    vectors.add(description);
    return { terms: description.words.at.length, likely: likelyModes(description, model) };
  });
  const reports = (at: number) => (readings[at]?.reported.length ?? 0) > 0;
  const isFull = (at: number) =>
    (complaints[at]?.sentences.length ?? 0) > 0 && (described[at]?.terms ?? 0) >= LEAST_TERMS;
  // Text that speaks to software has no say, and is heard only where the lexicon reads a failure in it.
  const heard = complaints.flatMap((one, at) => (reports(at) || (!one.suspicious && isFull(at)) ? [at] : []));
  const voices = chooseVoices(complaints, heard);
  const founding = new Set(voices);
  const joining = heard.filter((at) => !founding.has(at));
  const { groups, oddsOf } = groupByLikeness(vectors, voices, joining, model.pair.constant);
  const groupOf = new Map(groups.flatMap((group, index) => group.map(({ at }) => [at, index] as const)));
  const known = heard.flatMap((at): [number, Witness][] => {
    const [one, likely, reading] = [complaints[at], described[at]?.likely, readings[at]];
    if (one === undefined || likely === undefined || reading === undefined) return [];
    const witness = {
      one,
      reported: reading.reported.map(({ mode }) => mode),
      hinted: reading.hinted,
      likely,
      group: groupOf.get(at),
      odds: oddsOf(at),
    };
    return [[at, witness]];
  });
  const witnessOf = new Map(known);
  const speaking = voices.flatMap((at) => complaints[at] ?? []);
  const context = {
    known: countHolders(speaking, model.terms, terms),
    total: speaking.length,
    traits,
    titles: titlesOn(traits),
  };
  const titles = new Map<string, TitledGroup>();
  const foundersOf = groups.map((group) =>
    group.flatMap(({ at }) => (founding.has(at) ? (witnessOf.get(at) ?? []) : [])),
  );
  nameGroups(foundersOf, context).forEach((name, index) => {
    const founders = foundersOf[index];
    if (name === undefined || founders === undefined) return;
    const same = titles.get(name.title);
    titles.set(name.title, {
      ...(same ?? name),
      groups: [...(same?.groups ?? []), index],
      founders: [...(same?.founders ?? []), ...founders],
    });
  });
  return { titles: [...titles.values()], witnesses: [...witnessOf.values()], context };
}

/** Those with a fire or people hurt first, then in an order of their own, the same for the same numbers. */
function chooseVoices(complaints: readonly PreparedComplaint[], heard: readonly number[]): number[] {
  const able = heard.filter((at) => complaints[at]?.suspicious === false);
  if (able.length <= MOST_VOICES) return able;
  const place = (at: number): number => {
    const complaint = complaints[at]?.complaint;
    if (complaint === undefined) return 0;
    const grave = complaint.fire || complaint.injuries > 0 || complaint.deaths > 0;
    return (grave ? 0 : 2 ** 32) + (Math.imul(complaint.odiNumber, 0x9e3779b1) >>> 0);
  };
  return able
    .map((at) => ({ at, place: place(at) }))
    .sort((a, b) => a.place - b.place || a.at - b.at)
    .slice(0, MOST_VOICES)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

const indexOfMode = onDemand(() => new Map(lexicon().modes.map(({ id }, index) => [id, index])));

function likelyModes({ modes }: Description, model: LikenessModel): Map<number, number> {
  const likely = new Map<number, number>();
  modes.at.forEach((position, index) => {
    const mode = indexOfMode().get(model.modes[position] ?? '');
    const root = modes.value[index] ?? 0;
    if (mode !== undefined) likely.set(mode, root * root);
  });
  return likely;
}
