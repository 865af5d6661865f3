import { z } from 'zod';
import { sum } from '../../lib/count.ts';
import { type KeptAnswers, type LanguageModel, ModelError } from '../../sources/language-model/question.ts';
import { concludeIssues, proposeIssues } from '../find-issues.ts';
import type { VehicleTraits } from '../lexicon/traits.ts';
import { isHarmed } from '../read/complaint.ts';
import { sampleIn } from '../read/filed.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { IssueSynthesizer, ProposedIssue, Synthesis, SynthesisOptions } from '../synthesizer.ts';
import { type Asking, askOnce, inBatches, keyOf, loadPrompts, sideBySide } from './asking.ts';
import { bearing } from './check-title.ts';
import { describe, isQuoted, shownToModel } from './describe.ts';
import { citedIn, group, joinSame } from './group.ts';

interface ModelSynthesizerOptions {
  model: LanguageModel;
  /** Stands in for what the model does not answer, or not so that it can be checked. */
  embedded: IssueSynthesizer;
  kept: KeptAnswers;
  /** For all stages together: shorter than the others wait for the instance that works for all. */
  deadlineMs?: number;
}

const PIPELINE = 4;
const DEADLINE_MS = 42_000;
/** Nobody waits there. */
const BACKGROUND_DEADLINE_MS = 600_000;
/** So many the model reads of a car, and groups in one answer; what is beyond is counted and never cited. */
const MOST_READ = 400;
/** A model that puts more than this in one issue, where the embedded engine saw several, has read nothing. */
const LARGEST_SHARE = 0.6;
const LEAST_JOINED = 2;

/**
 * The model reads every complaint of the sample, says what failed in each, and groups what it said. It sees keys, never
 * complaint numbers; code keeps only what it can check.
 */
export function createModelSynthesizer(options: ModelSynthesizerOptions): IssueSynthesizer {
  const { model, embedded, kept, deadlineMs = DEADLINE_MS } = options;
  const prompts = loadPrompts();

  async function read(
    stoodIn: Synthesis,
    complaints: readonly PreparedComplaint[],
    { signal, traits, inBackground = false }: SynthesisOptions,
  ): Promise<Synthesis> {
    const deadline = AbortSignal.timeout(inBackground ? BACKGROUND_DEADLINE_MS : deadlineMs);
    const rejected: Record<string, number> = {};
    const reject = (reason: string) => {
      rejected[reason] = (rejected[reason] ?? 0) + 1;
    };
    const asking = { model, prompts, kept, reject, signal: AbortSignal.any([signal, deadline]) };
    try {
      const found = await findModes(asking, stoodIn.proposals, { complaints, traits });
      // An answer that the model had no part in is not said to be its work.
      return found === undefined
        ? { ...stoodIn, rejected }
        : { ...found, engine: 'llm', model: model.name, promptVersion: prompts.version, rejected };
    } catch (error) {
      if (deadline.aborted && !signal.aborted) throw new ModelError('timeout');
      throw error;
    }
  }

  return {
    engine: 'llm',
    fingerprint: `llm-${PIPELINE}-${model.name}-${prompts.version}-${embedded.fingerprint}`,
    mostComplaints: MOST_READ,
    async synthesize(complaints, asked) {
      return read(await embedded.synthesize(complaints, asked), complaints, asked);
    },
    async find(blocks, asOf, given) {
      const asked = { ...given, sampled: MOST_READ };
      const proposed = await (embedded.propose?.(blocks, asOf, asked) ??
        proposeIssues(sampleIn(blocks, asked.most), embedded, asOf, asked));
      if (proposed.synthesis === null) return concludeIssues(proposed, asOf);
      const synthesis = await read(proposed.synthesis, proposed.sample.analyzed, asked);
      return concludeIssues({ ...proposed, synthesis }, asOf);
    },
  };
}

/** Undefined where nothing of the model's stands. */
async function findModes(
  asking: Asking,
  standIns: readonly ProposedIssue[],
  { complaints, traits }: { complaints: readonly PreparedComplaint[]; traits: VehicleTraits | undefined },
): Promise<{ proposals: ProposedIssue[]; modelRead: number } | undefined> {
  const shown = shownToModel(complaints);
  const read = await describe(asking, shown);
  const described = shown.map(({ one }) => ({ one, facets: read.get(one.complaint.odiNumber) ?? [] }));
  const grouped = await group(asking, described, traits);
  const { modes, open } = await placeHarmed(asking, grouped.modes, complaints);
  if (modes.length === 0) return undefined;
  if (isBucket(modes, standIns)) {
    asking.reject('everything_in_one_issue');
    return undefined;
  }
  const cited = citedIn(modes);
  const isLeft = (odiNumber: number) =>
    !cited.has(odiNumber) && (!read.has(odiNumber) || grouped.refused.has(odiNumber) || open.has(odiNumber));
  const rest = standIns.map((issue) => ({
    ...issue,
    citations: issue.citations.filter(({ odiNumber }) => isLeft(odiNumber)),
  }));
  return { proposals: joinSame([...modes, ...rest]).filter(hasVoices), modelRead: read.size };
}

function hasVoices({ citations }: ProposedIssue): boolean {
  return citations.length > 0;
}

function isBucket(modes: readonly ProposedIssue[], standIns: readonly ProposedIssue[]): boolean {
  const share = (issues: readonly ProposedIssue[]) => {
    const sizes = issues.map(({ citations }) => citations.length);
    return Math.max(0, ...sizes) / Math.max(1, sum(sizes));
  };
  return (
    standIns.length - modes.length >= LEAST_JOINED &&
    share(modes) > LARGEST_SHARE &&
    share(standIns) <= LARGEST_SHARE
  );
}

const answerSchema = z.object({
  complaints: z.array(z.object({ key: z.string(), mode: z.string(), quote: z.string() })),
});

const BATCH = 40;
const OWN = 'own';
/** After an accident owners come late to what failed. */
const LONGEST_TEXT = 1_500;
/** It was found at the second look. */
const STRENGTH = 0.6;

interface Placed {
  modes: ProposedIssue[];
  /** Those of whom the model said nothing that stands. */
  open: Set<number>;
}

/** Asks once more about every fire, injury and death that ended nowhere, with the modes to choose from. */
async function placeHarmed(
  asking: Asking,
  modes: readonly ProposedIssue[],
  complaints: readonly PreparedComplaint[],
): Promise<Placed> {
  const cited = citedIn(modes);
  const harmed = shownToModel(
    complaints.filter(({ complaint }) => isHarmed(complaint) && !cited.has(complaint.odiNumber)),
    LONGEST_TEXT,
  );
  const open = new Set(harmed.map(({ one }) => one.complaint.odiNumber));
  if (modes.length === 0) return { modes: [], open };
  const places = new Map(modes.map((mode, index) => [keyOf('m', index), mode]));
  const more = new Map<ProposedIssue, number[]>();
  await sideBySide(
    inBatches(harmed, BATCH),
    async (batch) => {
      const byKey = new Map(batch.map((one, index) => [keyOf('c', index), one]));
      const { complaints } = await askOnce(asking, {
        stage: 'harm',
        data: {
          modes: [...places].map(([key, { title }]) => ({ key, title })),
          complaints: [...byKey].map(([key, { text }]) => ({ key, text })),
        },
        schema: answerSchema,
        mostOutputTokens: 50 * batch.length + 200,
      });
      for (const { key, mode, quote } of complaints) {
        const one = byKey.get(key);
        const place = places.get(mode);
        if (one === undefined || (place === undefined && mode !== OWN)) asking.reject('unknown_key');
        else if (place === undefined) open.delete(one.one.complaint.odiNumber);
        else if (!isQuoted(quote, one.text)) asking.reject('quote_not_in_text');
        else if (!bearing(place.title)(quote)) asking.reject('quote_without_the_failure');
        else if (open.delete(one.one.complaint.odiNumber))
          more.set(place, [...(more.get(place) ?? []), one.one.complaint.odiNumber]);
      }
    },
    asking.signal,
  );
  return {
    modes: modes.map((mode) => ({
      ...mode,
      citations: [
        ...mode.citations,
        ...(more.get(mode) ?? []).map((odiNumber) => ({ odiNumber, strength: STRENGTH, main: true })),
      ],
    })),
    open,
  };
}
