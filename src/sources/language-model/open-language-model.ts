import type { CounterStore } from '../../storage/storage.ts';
import { createModelBudget } from './budget.ts';
import { createLanguageModel, type ModelCall } from './language-model.ts';
import { type ModelSettings, openModel } from './provider.ts';
import type { LanguageModel } from './question.ts';

export interface LanguageModelConfig extends ModelSettings {
  monthlyBudgetUsd: number;
  /** How long a caller waits for it before the embedded engine stands in. */
  patienceMs: number;
}

/** The configured model with its monthly cap. */
export function openLanguageModel(
  config: LanguageModelConfig,
  { counters, observe }: { counters: CounterStore; observe?: (call: ModelCall) => void },
): LanguageModel {
  return createLanguageModel({
    name: `${config.provider}/${config.model}`,
    model: openModel(config),
    budget: createModelBudget({ counters, monthlyUsd: config.monthlyBudgetUsd, now: Date.now }),
    ...(observe && { observe }),
  });
}
