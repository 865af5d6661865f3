import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { findIssues, newestFiling } from '../../src/issues/find-issues.ts';
import { createModelSynthesizer } from '../../src/issues/model/synthesizer.ts';
import type { IssueSynthesizer } from '../../src/issues/synthesizer.ts';
import { openLanguageModel } from '../../src/sources/language-model/language-model.ts';
import { createKeptAnswers, ModelError } from '../../src/sources/language-model/question.ts';
import { type BCubed, bcubed } from './bcubed.ts';
import type { LabelledVehicle } from './labels.ts';
import { groupingOf } from './score.ts';

export interface ModelPath extends AsyncDisposable {
  name: string;
  /** One run over the car, with these groups to begin with; undefined where the model had no part in the answer. */
  score(vehicle: LabelledVehicle, embedded: IssueSynthesizer): Promise<BCubed | undefined>;
}

/** The model of `LLM_PROVIDER`, where one is configured. What it said is kept in `DATA_DIR`, so that a second run is free. */
export async function openModelPath(env: NodeJS.ProcessEnv): Promise<ModelPath | undefined> {
  const config = readConfig(env);
  if (config.languageModel === undefined) return undefined;
  const forecourt = Forecourt.create(config);
  const { counters, cache } = await forecourt.storage();
  const model = openLanguageModel(config.languageModel, { counters });
  const kept = createKeptAnswers(cache, Date.now);
  return {
    name: model.name,
    async score({ complaints, items, truth }, embedded) {
      const synthesizer = createModelSynthesizer({ model, embedded, kept });
      const asOf = newestFiling(complaints) ?? '2026-01-01';
      const signal = new AbortController().signal;
      const asked = { signal, inBackground: true };
      const findings = await findIssues(complaints, synthesizer, asOf, asked).catch(unlessModelFailed);
      return findings?.synthesis?.engine === 'llm' ? bcubed(items, groupingOf(findings), truth) : undefined;
    },
    [Symbol.asyncDispose]: () => forecourt[Symbol.asyncDispose](),
  };
}

function unlessModelFailed(error: unknown): undefined {
  if (!(error instanceof ModelError)) throw error;
}
