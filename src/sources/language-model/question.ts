import type { z } from 'zod';

/** What the issues need of a language model. language-model.ts asks a real one. */
export interface LanguageModel {
  /** Provider and model, such as `anthropic/claude-haiku-4-5`. */
  readonly name: string;
  /** Rejects with ModelError when no valid answer came in time, or with the reason of `signal`. */
  ask<T>(question: Question<T>): Promise<T>;
}

export interface Question<T> {
  /** For metrics: which stage asks. */
  stage: string;
  instructions: string;
  /** Sent as JSON in the user's turn: data, never instructions. */
  data: unknown;
  schema: z.ZodType<T>;
  mostOutputTokens: number;
  signal: AbortSignal;
}

export type ModelFault =
  | 'timeout'
  | 'throttled'
  | 'server_error'
  | 'unreachable'
  | 'refused'
  | 'invalid_answer'
  | 'truncated'
  | 'resting'
  | 'budget_spent';

/** Why the model gave nothing usable. Never shown to callers; names no text of a complaint. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly fault: ModelFault;

  constructor(fault: ModelFault, options?: ErrorOptions) {
    super(`The language model gave no usable answer: ${fault}`, options);
    this.fault = fault;
  }
}
