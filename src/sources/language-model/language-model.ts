import {
  APICallError,
  generateText,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  type LanguageModel as SdkModel,
} from 'ai';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { CounterStore } from '../../storage/storage.ts';
import { createBreaker, createSlots, retry, retryAfterMs } from '../attempts.ts';
import { openModel } from './provider.ts';
import {
  type LanguageModel,
  type LanguageModelConfig,
  ModelError,
  type ModelFault,
  type ModelPrice,
  type ModelQuestion,
} from './question.ts';

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
      if (breaker.admit() > 0) throw refuse(question, 'resting');
      const settle = await budget.reserve(mostTokens(question));
      if (!settle) {
        breaker.withdrawn();
        throw refuse(question, 'budget_spent');
      }
      return await send(question, reminder, settle);
    } finally {
      release();
    }
  }

  function refuse<T>({ stage }: ModelQuestion<T>, fault: ModelFault): ModelError {
    observe?.({ stage, outcome: fault, durationMs: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 });
    return new ModelError(fault);
  }

  async function send<T>(question: ModelQuestion<T>, reminder: string, settle: Settle): Promise<T> {
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
      const costUsd = await settle(outcome === 'timeout' ? mostTokens(question) : tokens);
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
    if (statusCode === 401 || statusCode === 403 || /API_KEY_INVALID/.test(error.responseBody ?? ''))
      return new ModelError('key_refused', cause);
    return new ModelError(statusCode >= 400 ? 'refused' : 'invalid_answer', cause);
  }
  if (error instanceof Error && error.name === 'AI_NoOutputGeneratedError')
    return new ModelError('invalid_answer');
  return new ModelError('unreachable', cause);
}

/** The fewest characters of English text and JSON that make a token. */
const LEAST_CHARACTERS_A_TOKEN = 3;

/** Estimates a call that is given up: it is still worked on and billed there, so the most that it can have cost counts. */
function mostTokens({ instructions, data, mostOutputTokens }: ModelQuestion<unknown>): Tokens {
  const characters = instructions.length + JSON.stringify(data).length;
  return { input: Math.ceil(characters / LEAST_CHARACTERS_A_TOKEN), output: mostOutputTokens };
}

interface Tokens {
  input: number;
  output: number;
}

/** Puts what a call has used in the place of what was reserved for it, and gives its cost in dollars. */
type Settle = (used: Tokens) => Promise<number>;

type ModelBudget = ReturnType<typeof createModelBudget>;

interface BudgetOptions {
  counters: Pick<CounterStore, 'increment'>;
  price: ModelPrice;
  monthlyUsd: number;
  now: () => number;
}

const KEY = 'language-model/spent-microdollars';
const MICRODOLLARS = 1_000_000;

/** Caps the cost for all instances: the counter lives in the storage, one window per calendar month (UTC). */
export function createModelBudget({ counters, price, monthlyUsd, now }: BudgetOptions) {
  const costOf = ({ input, output }: Tokens) => Math.ceil(input * price.read + output * price.written);
  return {
    /**
     * Takes the most that a call may cost, so that the cap also holds while others are under way; undefined where the
     * month has no room for it. A store that fails counts as spent: money is never at stake by accident.
     */
    async reserve(most: Tokens): Promise<Settle | undefined> {
      const date = new Date(now());
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      const add = (microdollars: number) =>
        counters
          .increment(KEY, Date.UTC(year, month), Date.UTC(year, month + 2), microdollars)
          .catch(() => Number.POSITIVE_INFINITY);
      const reserved = costOf(most);
      if ((await add(reserved)) > monthlyUsd * MICRODOLLARS) {
        await add(-reserved);
        return undefined;
      }
      return async (used) => {
        const microdollars = costOf(used);
        await add(microdollars - reserved);
        return microdollars / MICRODOLLARS;
      };
    },
  };
}

/** Opens the configured model with its monthly cap. */
export function openLanguageModel(
  config: LanguageModelConfig,
  { counters, observe }: { counters: CounterStore; observe?: (call: ModelCall) => void },
): LanguageModel {
  const { price, monthlyBudgetUsd: monthlyUsd } = config;
  return createLanguageModel({
    name: `${config.provider}/${config.model}`,
    model: openModel(config),
    budget: createModelBudget({ counters, price, monthlyUsd, now: Date.now }),
    ...(observe && { observe }),
  });
}
