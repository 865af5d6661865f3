import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { createModelSynthesizer } from '../../src/issues/model/synthesizer.ts';
import { Secret } from '../../src/lib/secret.ts';
import {
  createLanguageModel,
  createModelBudget,
  type ModelCall,
} from '../../src/sources/language-model/language-model.ts';
import { openModel } from '../../src/sources/language-model/provider.ts';
import { createKeptAnswers, type KeptAnswers } from '../../src/sources/language-model/question.ts';
import type { CachedValue, CounterStore } from '../../src/storage/sql/small-stores.ts';
import { startScriptedModel } from './scripted-model.ts';

export type Provider = 'openai-compatible' | 'anthropic';

interface Options {
  provider?: Provider;
  monthlyUsd?: number;
  deadlineMs?: number;
  /** Answers of a model to another service with the same storage. */
  kept?: KeptAnswers;
}

const embedded = createEmbeddedSynthesizer();

/** The model path over a scripted service, with everything that it keeps in memory. */
export async function openScriptedSynthesizer(options: Options = {}) {
  const { provider = 'openai-compatible', monthlyUsd = 10, deadlineMs = 5_000 } = options;
  const service = await startScriptedModel();
  const calls: ModelCall[] = [];
  const model = createLanguageModel({
    name: `${provider}/scripted`,
    model: openModel({
      provider,
      model: provider === 'anthropic' ? 'claude-haiku-4-5' : 'scripted',
      apiKey: new Secret('none'),
      baseUrl: service.baseUrl,
    }),
    budget: createModelBudget({
      counters: countersInMemory(),
      price: { read: 3, written: 15 },
      monthlyUsd,
      now: Date.now,
    }),
    observe: (call) => calls.push(call),
    timing: { callTimeoutMs: 700, firstPauseMs: 1, longestPauseMs: 5 },
  });
  const kept = options.kept ?? keptInMemory();
  const synthesizer = createModelSynthesizer({ model, kept, embedded, deadlineMs });
  return { service, calls, synthesizer, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

export function keptInMemory(): KeptAnswers {
  const rows = new Map<string, CachedValue>();
  const cache = {
    get: async (key: string) => rows.get(key),
    put: async (key: string, entry: CachedValue) => void rows.set(key, entry),
  };
  return createKeptAnswers(cache, Date.now);
}

export function countersInMemory(): Pick<CounterStore, 'increment'> {
  const counts = new Map<string, number>();
  return {
    async increment(key, start, _expires, by = 1) {
      counts.set(`${key}@${start}`, (counts.get(`${key}@${start}`) ?? 0) + by);
      return counts.get(`${key}@${start}`) ?? 0;
    },
  };
}
