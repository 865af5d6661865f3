import { createHash } from 'node:crypto';
import { onDemand } from '../../lib/on-demand.ts';
import type { PreparedComplaint } from '../prepare.ts';
import type { IssueSynthesizer, ProposedIssue } from '../synthesizer.ts';
import { citeByReading } from './cite-by-reading.ts';
import { citingWhatIsReported } from './cite-reported.ts';
import { lexicon } from './lexicon.ts';
import { createDescriber, type Description } from './likeness/describe.ts';
import { groupByLikeness, type Member } from './likeness/groups.ts';
import { type LikenessModel, shippedModel, shippedVersion } from './likeness/model.ts';
import { type NamedMember, nameGroup } from './name-group.ts';
import { countHolders } from './part-phrases.ts';
import { UNKNOWN_TRAITS, type VehicleTraits } from './possible.ts';
import { createRecogniser, type Reading, type Recognise } from './recognise.ts';

/** Raise when the way of reading changes; changes of the lexicon and of what was learned are seen by themselves. */
const READING_VERSION = 5;
const MOST_COMPLAINTS = 5000;
/** Every pair of these is compared; the others join the groups that these make. */
const MOST_VOICES = 1000;
/** With fewer known terms and no failure reported, a text is too thin to draw the border of a group. */
const LEAST_TERMS = 5;

interface Engine {
  model: LikenessModel;
  recognise: Recognise;
  describe: ReturnType<typeof createDescriber>;
}

interface Options {
  model?: LikenessModel;
  traits?: VehicleTraits;
}

/** Groups complaints by a learned likeness and names the groups: no network, the same answer every time. */
export function createEmbeddedSynthesizer(options: Options = {}): IssueSynthesizer {
  // Who only wants the fingerprint, as the thread that leaves the work to another, holds no model in memory.
  const engine = onDemand<Engine>(() => {
    const model = options.model ?? shippedModel();
    return { model, recognise: createRecogniser(lexicon().modes), describe: createDescriber(model) };
  });
  const words = createHash('sha256').update(JSON.stringify(lexicon())).digest('hex').slice(0, 12);
  return {
    engine: 'embedded',
    fingerprint: `embedded-${READING_VERSION}-${words}-${options.model?.version ?? shippedVersion()}`,
    mostComplaints: MOST_COMPLAINTS,
    async synthesize(complaints, { traits = options.traits ?? UNKNOWN_TRAITS }) {
      return {
        proposals: propose(complaints, engine(), traits),
        engine: 'embedded',
        model: null,
        promptVersion: null,
      };
    },
  };
}

function propose(
  complaints: readonly PreparedComplaint[],
  { model, recognise, describe }: Engine,
  traits: VehicleTraits,
): ProposedIssue[] {
  const chosen = new Set(chooseVoices(complaints));
  // The lexicon's reading is the dearest step, and those who only join do without.
  const readings = complaints.map((one, at) =>
    chosen.has(at) ? recognise(one.sentences, one.tags) : undefined,
  );
  const descriptions = complaints.map((one, at) => describe(one, readings[at]));
  const hasVoice = (at: number): boolean =>
    (readings[at]?.reported.length ?? 0) > 0 ||
    ((complaints[at]?.sentences.length ?? 0) > 0 && (descriptions[at]?.words.at.length ?? 0) >= LEAST_TERMS);
  const voices = [...chosen].filter(hasVoice);
  const joining = complaints.flatMap((one, at) =>
    chosen.has(at) || one.suspicious || !hasVoice(at) ? [] : [at],
  );
  const suspicious = complaints.flatMap((one, at) =>
    one.suspicious && reportsFailure(readings[at]) ? [at] : [],
  );
  const groups = groupByLikeness(descriptions, voices, [...joining, ...suspicious], model);
  const speaking = voices.flatMap((at) => complaints[at] ?? []);
  const context = {
    holders: countHolders(speaking),
    known: new Set(model.terms),
    total: speaking.length,
    traits,
  };
  const founders = new Set(voices);
  const named = groups.flatMap((group) => {
    const members = group.flatMap((member) => asNamed(member, complaints, readings, descriptions, model));
    const founding = members.filter((_, index) => founders.has(group[index]?.at ?? -1));
    const name = nameGroup(founding, context);
    return name === undefined ? [] : [{ ...name, members }];
  });
  citeByReading(named, complaints, readings, recognise);
  return withSameTitlesJoined(citingWhatIsReported(named));
}

function reportsFailure(reading: Reading | undefined): boolean {
  return (reading?.reported.length ?? 0) > 0;
}

/** Those with a fire, a crash or people hurt first, then in an order of their own, the same for the same numbers. */
function chooseVoices(complaints: readonly PreparedComplaint[]): number[] {
  const able = complaints.flatMap((one, at) => (one.suspicious ? [] : [at]));
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

function asNamed(
  { at, strength }: Member,
  complaints: readonly PreparedComplaint[],
  readings: readonly (Reading | undefined)[],
  descriptions: readonly Description[],
  model: LikenessModel,
): NamedMember[] {
  const [one, described] = [complaints[at], descriptions[at]];
  if (one === undefined || described === undefined) return [];
  const likely = new Map<number, number>();
  described.modes.at.forEach((position, index) => {
    const mode = indexOfMode().get(model.modes[position] ?? '');
    const root = described.modes.value[index] ?? 0;
    if (mode !== undefined) likely.set(mode, root * root);
  });
  return [
    { one, strength, reported: readings[at]?.reported.map(({ mode }) => mode) ?? [], likely, main: true },
  ];
}

/** Two groups of one name are one issue. */
function withSameTitlesJoined(issues: readonly ProposedIssue[]): ProposedIssue[] {
  const byTitle = new Map<string, ProposedIssue>();
  for (const issue of issues) {
    const known = byTitle.get(issue.title);
    if (known === undefined) byTitle.set(issue.title, issue);
    else {
      const [larger, smaller] =
        known.citations.length >= issue.citations.length ? [known, issue] : [issue, known];
      byTitle.set(issue.title, { ...larger, citations: [...larger.citations, ...smaller.citations] });
    }
  }
  return [...byTitle.values()];
}
