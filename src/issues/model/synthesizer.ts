import { type KeptAnswers, type LanguageModel, ModelError } from '../../sources/language-model/question.ts';
import { concludeIssues, proposeIssues } from '../find-issues.ts';
import type { VehicleTraits } from '../lexicon/traits.ts';
import { sampleIn } from '../read/filed.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { IssueSynthesizer, Synthesis, SynthesisOptions } from '../synthesizer.ts';
import { type Asking, loadPrompts, readFacets, type StagePrompts } from './facets.ts';
import { askNames } from './names.ts';
import { refineGroups } from './refine.ts';
import { chooseGroups, showGroups, textsToRead } from './show-groups.ts';

interface ModelSynthesizerOptions {
  model: LanguageModel;
  /** Groups the complaints; the model names, splits, joins and checks what it made. */
  embedded: IssueSynthesizer;
  kept: KeptAnswers;
  prompts?: StagePrompts;
  /** For all stages together: shorter than the others wait for the instance that works for all. */
  deadlineMs?: number;
  /** The same in the background, where nobody waits. */
  backgroundDeadlineMs?: number;
}

const PIPELINE = 3;
const DEADLINE_MS = 42_000;
const BACKGROUND_DEADLINE_MS = 600_000;

/**
 * The embedded engine groups all complaints; of each large group the model reads a few, and says what the group is.
 * It sees keys, never complaint numbers; code keeps only what it can check, and where the model fails a group keeps
 * the embedded engine's name.
 */
export function createModelSynthesizer(options: ModelSynthesizerOptions): IssueSynthesizer {
  const {
    model,
    embedded,
    kept,
    deadlineMs = DEADLINE_MS,
    backgroundDeadlineMs = BACKGROUND_DEADLINE_MS,
  } = options;
  const prompts = options.prompts ?? loadPrompts();

  async function refine(
    grouped: Synthesis,
    complaints: readonly PreparedComplaint[],
    { signal, traits, inBackground = false }: SynthesisOptions,
  ): Promise<Synthesis> {
    const deadline = AbortSignal.timeout(inBackground ? backgroundDeadlineMs : deadlineMs);
    const rejected: Record<string, number> = {};
    const reject = (reason: string) => {
      rejected[reason] = (rejected[reason] ?? 0) + 1;
    };
    const asking = { model, prompts, kept, reject, signal: AbortSignal.any([signal, deadline]) };
    try {
      const { accepted, modelRead, proposals } = await improve(asking, grouped, { complaints, traits });
      // An answer that the model had no part in is not said to be its work.
      return accepted === 0
        ? { ...grouped, rejected }
        : {
            proposals,
            engine: 'llm',
            model: model.name,
            promptVersion: prompts.version,
            modelRead,
            rejected,
          };
    } catch (error) {
      if (deadline.aborted && !signal.aborted) throw new ModelError('timeout');
      throw error;
    }
  }

  return {
    engine: 'llm',
    fingerprint: `llm-${PIPELINE}-${model.name}-${prompts.version}-${embedded.fingerprint}`,
    mostComplaints: embedded.mostComplaints,
    async synthesize(complaints, asked) {
      return refine(await embedded.synthesize(complaints, asked), complaints, asked);
    },
    async find(blocks, asOf, asked) {
      const proposed = await (embedded.propose?.(blocks, asOf, asked) ??
        proposeIssues(sampleIn(blocks, asked.most), embedded, asOf, asked));
      if (proposed.synthesis === null) return concludeIssues(proposed, asOf);
      const synthesis = await refine(proposed.synthesis, proposed.sample.analyzed, asked);
      return concludeIssues({ ...proposed, synthesis }, asOf);
    },
  };
}

async function improve(
  asking: Asking,
  grouped: Synthesis,
  { complaints, traits }: { complaints: readonly PreparedComplaint[]; traits: VehicleTraits | undefined },
) {
  const byNumber = new Map(complaints.map((one) => [one.complaint.odiNumber, one]));
  const groups = chooseGroups(grouped.proposals, byNumber);
  const texts = textsToRead(groups);
  const facets = await readFacets(asking, texts);
  const shown = showGroups(groups, facets);
  const names = await askNames(
    asking,
    shown.map(({ asShown }) => asShown),
  );
  return {
    ...refineGroups(grouped.proposals, shown, names, { complaints: byNumber, traits }, asking.reject),
    modelRead: texts.length,
  };
}
