import type { LanguageModelConfig } from '../../config/config.ts';
import type { CounterStore } from '../../storage/storage.ts';
import { createBudget } from './budget.ts';
import { createLanguageModel, type ModelCall } from './language-model.ts';
import { openModel } from './provider.ts';
import type { LanguageModel } from './question.ts';

/** The configured model with its monthly cap. */
export function openLanguageModel(
  config: LanguageModelConfig,
  { counters, observe }: { counters: CounterStore; observe?: (call: ModelCall) => void },
): LanguageModel {
  return createLanguageModel({
    name: `${config.provider}/${config.model}`,
    model: openModel(config),
    budget: createBudget({ counters, monthlyUsd: config.monthlyBudgetUsd, now: Date.now }),
    ...(observe && { observe }),
  });
}
