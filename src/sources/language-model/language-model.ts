import {
  APICallError,
  generateText,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  type LanguageModel as SdkModel,
} from 'ai';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { retry, retryAfterMs } from '../../lib/retry.ts';
import type { CounterStore } from '../../storage/storage.ts';
import { createBreaker } from '../breaker.ts';
import { createSlots } from '../slots.ts';
import { type ModelSettings, openModel } from './provider.ts';
import { type LanguageModel, ModelError, type ModelFault, type ModelQuestion } from './question.ts';

export interface ModelCall {
  stage: string;
  outcome: 'ok' | ModelFault;
  durationMs: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

interface LanguageModelOptions {
  name: string;
  model: SdkModel;
  budget: ModelBudget;
  clock?: Clock;
  /** Called with every call that was sent or refused; must not throw. */
  observe?: (call: ModelCall) => void;
  timing?: Partial<typeof TIMING>;
}

const TIMING = { callTimeoutMs: 60_000, firstPauseMs: 500, longestPauseMs: 4_000, restMs: 60_000 };
const CALLS_AT_A_TIME = 8;
const FAILURES_BEFORE_REST = 4;
const RETRIED: ReadonlySet<ModelFault> = new Set(['timeout', 'throttled', 'server_error', 'unreachable']);
const REASKED: ReadonlySet<ModelFault> = new Set(['invalid_answer', 'truncated']);
/** The model's answer was bad, but it does answer. */
const OF_ONE_ANSWER: ReadonlySet<ModelFault> = new Set(['refused', 'invalid_answer', 'truncated']);

/**
 * Asks for one validated object. At most two calls per question: one retry after a fault of the wire, or one re-ask
 * that names the fault and never repeats the answer. Then it fails; it never loops.
 */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { name, model, budget, observe, clock = systemClock } = options;
  const timing = { ...TIMING, ...options.timing };
  const slots = createSlots(CALLS_AT_A_TIME);
  const breaker = createBreaker({ failures: FAILURES_BEFORE_REST, restMs: timing.restMs, now: clock.now });

  async function ask<T>(question: ModelQuestion<T>): Promise<T> {
    let reminder = '';
    return retry(() => attempt(question, reminder), {
      sleep: clock.sleep,
      signal: question.signal,
      pauseAfter(error, tried) {
        if (!(error instanceof ModelError) || tried > 1) return undefined;
        if (REASKED.has(error.fault)) {
          reminder = reminderOf(error.fault);
          return 0;
        }
        return RETRIED.has(error.fault) ? pauseMs(error) : undefined;
      },
    });
  }

  /** Gives undefined where the model asks for a longer pause than we make. */
  function pauseMs({ cause }: ModelError): number | undefined {
    const askedMs = APICallError.isInstance(cause)
      ? retryAfterMs(cause.responseHeaders?.['retry-after'], clock.now())
      : 0;
    if (askedMs > timing.longestPauseMs) return undefined;
    return Math.max(timing.firstPauseMs * (0.5 + clock.random()), askedMs);
  }

  async function attempt<T>(question: ModelQuestion<T>, reminder: string): Promise<T> {
    const release = await slots.take(question.signal);
    try {
      if (!(await budget.isLeft())) throw refuse(question, 'budget_spent');
      if (breaker.admit() > 0) throw refuse(question, 'resting');
      return await send(question, reminder);
    } finally {
      release();
    }
  }

  function refuse<T>({ stage }: ModelQuestion<T>, fault: ModelFault): ModelError {
    observe?.({ stage, outcome: fault, durationMs: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 });
    return new ModelError(fault);
  }

  async function send<T>(question: ModelQuestion<T>, reminder: string): Promise<T> {
    const { stage, instructions, data, schema, mostOutputTokens, signal } = question;
    const startedMs = clock.now();
    const timeout = AbortSignal.timeout(timing.callTimeoutMs);
    let used: Partial<Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>> = {};
    let outcome: ModelCall['outcome'] = 'ok';
    try {
      const result = await generateText({
        model,
        system: instructions + reminder,
        prompt: JSON.stringify(data),
        output: Output.object({ schema }),
        temperature: 0,
        maxOutputTokens: mostOutputTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, timeout]),
      });
      used = result.usage;
      if (result.finishReason === 'content-filter') throw new ModelError('refused');
      const { output } = result;
      breaker.succeeded();
      return output;
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) used = error.usage ?? used;
      if (signal.aborted) {
        breaker.withdrawn();
        outcome = 'timeout';
        throw signal.reason;
      }
      const failed = faultOf(error, timeout.aborted);
      outcome = failed.fault;
      if (OF_ONE_ANSWER.has(failed.fault)) breaker.succeeded();
      else breaker.failed();
      throw failed;
    } finally {
      const tokens = { input: used.inputTokens ?? 0, output: used.outputTokens ?? 0 };
      const costUsd = await budget.spend(outcome === 'timeout' ? mostTokens(question) : tokens);
      observe?.({
        stage,
        outcome,
        durationMs: clock.now() - startedMs,
        inputTokens: tokens.input,
        outputTokens: tokens.output,
        costUsd,
      });
    }
  }

  return { name, ask };
}

function reminderOf(fault: ModelFault): string {
  return fault === 'truncated'
    ? '\n\nYour last answer was cut off. Answer again, with shorter phrases.'
    : '\n\nYour last answer did not fit the schema. Answer again with exactly the fields asked for.';
}

function faultOf(error: unknown, timedOut: boolean): ModelError {
  if (error instanceof ModelError) return error;
  const cause = { cause: error };
  if (timedOut) return new ModelError('timeout', cause);
  if (NoObjectGeneratedError.isInstance(error)) {
    if (error.finishReason === 'length') return new ModelError('truncated');
    return new ModelError(error.finishReason === 'content-filter' ? 'refused' : 'invalid_answer');
  }
  if (APICallError.isInstance(error)) {
    const { statusCode } = error;
    if (statusCode === undefined) return new ModelError('unreachable', cause);
    if (statusCode === 408 || statusCode === 429) return new ModelError('throttled', cause);
    if (statusCode >= 500) return new ModelError('server_error', cause);
    return new ModelError(statusCode >= 400 ? 'refused' : 'invalid_answer', cause);
  }
  if (error instanceof Error && error.name === 'AI_NoOutputGeneratedError')
    return new ModelError('invalid_answer');
  return new ModelError('unreachable', cause);
}

/** The fewest characters of English text and JSON that make a token. */
const LEAST_CHARACTERS_A_TOKEN = 3;

/** Estimates a call that is given up: it is still worked on and billed there, so the most that it can have cost counts. */
function mostTokens({ instructions, data, mostOutputTokens }: ModelQuestion<unknown>) {
  const characters = instructions.length + JSON.stringify(data).length;
  return { input: Math.ceil(characters / LEAST_CHARACTERS_A_TOKEN), output: mostOutputTokens };
}

/** Above what small models cost, so that the cap holds. */
const CAUTIOUS_PRICES = { inputUsdPerMillion: 3, outputUsdPerMillion: 15 };

type ModelBudget = ReturnType<typeof createModelBudget>;

interface BudgetOptions {
  counters: Pick<CounterStore, 'increment' | 'read'>;
  monthlyUsd: number;
  now: () => number;
}

const KEY = 'language-model/spent-microdollars';
const MICRODOLLARS = 1_000_000;

/** Caps the cost for all instances: the counter lives in the storage, one window per calendar month (UTC). */
export function createModelBudget({ counters, monthlyUsd, now }: BudgetOptions) {
  const monthOf = (ms: number) => {
    const date = new Date(ms);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startMs: Date.UTC(year, month), expiresAtMs: Date.UTC(year, month + 2) };
  };
  return {
    /** Tells whether money of the month is left. A store that fails counts as spent: money is never at stake by accident. */
    async isLeft(): Promise<boolean> {
      const spent = await counters.read(KEY, monthOf(now()).startMs).catch(() => Number.POSITIVE_INFINITY);
      return spent < monthlyUsd * MICRODOLLARS;
    },
    /** Returns the cost in dollars. */
    async spend({ input, output }: { input: number; output: number }): Promise<number> {
      const { inputUsdPerMillion, outputUsdPerMillion } = CAUTIOUS_PRICES;
      const microdollars = Math.ceil(input * inputUsdPerMillion + output * outputUsdPerMillion);
      const { startMs, expiresAtMs } = monthOf(now());
      if (microdollars > 0) await counters.increment(KEY, startMs, expiresAtMs, microdollars).catch(() => 0);
      return microdollars / MICRODOLLARS;
    },
  };
}

export interface LanguageModelConfig extends ModelSettings {
  monthlyBudgetUsd: number;
  /** The longest wait of a caller before the embedded engine stands in. */
  deadlineMs: number;
}

/** Opens the configured model with its monthly cap. */
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
