import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Secret } from '../../lib/secret.ts';
import type { CacheStore } from '../../storage/storage.ts';

/** A language model as the issues need it. language-model.ts asks a real one. */
export interface LanguageModel {
  /** Provider and model, such as `anthropic/claude-haiku-4-5`. */
  readonly name: string;
  /** Rejects with ModelError when no valid answer came in time, or with the reason of `signal`. */
  ask<T>(question: ModelQuestion<T>): Promise<T>;
}

export interface ModelQuestion<T> {
  /** The stage that asks, for metrics. */
  stage: string;
  instructions: string;
  /** Sent as JSON in the user's turn: data, never instructions. */
  data: unknown;
  schema: z.ZodType<T>;
  mostOutputTokens: number;
  signal: AbortSignal;
}

export const modelFaults = [
  'timeout',
  'throttled',
  'server_error',
  'unreachable',
  'refused',
  'key_refused',
  'invalid_answer',
  'truncated',
  'resting',
  'budget_spent',
] as const;
export type ModelFault = (typeof modelFaults)[number];

/** Why the model gave nothing usable. Never shown to callers; names no text of a complaint. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly fault: ModelFault;

  constructor(fault: ModelFault, options?: ErrorOptions) {
    super(`The language model gave no usable answer: ${fault}`, options);
    this.fault = fault;
  }
}

const KEPT_MS = 365 * 86_400_000;

/** Keeps a model's answers by their questions: nobody pays for the same words twice. A store that fails costs money, never an answer. */
export function createKeptAnswers(cache: CacheStore, now: () => number) {
  return {
    async find<T>(question: readonly string[], schema: z.ZodType<T>): Promise<T | undefined> {
      const entry = await cache.get(keyOf(question), now()).catch(() => undefined);
      if (entry === undefined) return undefined;
      const parsed = schema.safeParse(JSON.parse(entry.value));
      return parsed.success ? parsed.data : undefined;
    },
    async keep(question: readonly string[], answer: unknown): Promise<void> {
      const until = now() + KEPT_MS;
      const entry = { storedAtMs: now(), freshUntilMs: until, staleUntilMs: until };
      await cache.put(keyOf(question), { value: JSON.stringify(answer), ...entry }).catch(() => undefined);
    },
  };
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

function keyOf(question: readonly string[]): string {
  return `issues/model-said/${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}`;
}

export interface ModelSettings {
  provider: 'anthropic' | 'openai' | 'google' | 'openai-compatible';
  model: string;
  apiKey: Secret | undefined;
  /** Needed for openai-compatible; for the others it replaces the provider's own address. */
  baseUrl: string | undefined;
}

/** Dollars for a million tokens. */
export interface ModelPrice {
  read: number;
  written: number;
}

export interface LanguageModelConfig extends ModelSettings {
  price: ModelPrice;
  monthlyBudgetUsd: number;
  /** The longest wait of a caller before the embedded engine stands in. */
  deadlineMs: number;
}

export function modelInWords({ provider, model, price, monthlyBudgetUsd }: LanguageModelConfig): string {
  return `${provider}/${model}, $${price.read} a million tokens read and $${price.written} written, at most $${monthlyBudgetUsd} a month`;
}
