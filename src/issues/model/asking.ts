import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { KeptAnswers, LanguageModel } from '../../sources/language-model/question.ts';
import { COMPONENT_TAGS } from '../lexicon/lexicon.ts';

type Stage = 'describe' | 'group' | 'harm';

export interface Prompts extends Record<Stage, string> {
  /** Changes with any letter of any prompt. */
  version: string;
}

/** The same step up from src/issues/model and from dist/issues/model. */
const folder = new URL('./prompts/', import.meta.url);

export function loadPrompts(): Prompts {
  const read = (stage: Stage) => readFileSync(new URL(`${stage}.md`, folder), 'utf8');
  const group = `${read('group')}\nAllowed tags: ${COMPONENT_TAGS.join(', ')}.\n`;
  const prompts = { describe: read('describe'), group, harm: read('harm') };
  const version = createHash('sha256').update(Object.values(prompts).join('\n')).digest('hex').slice(0, 10);
  return { ...prompts, version };
}

export interface Asking {
  model: LanguageModel;
  prompts: Prompts;
  kept: KeptAnswers;
  /** Ends the work; what was asked until then is answered and kept. */
  signal: AbortSignal;
  /** Counts what code threw out of the model's answers. */
  reject(reason: string): void;
}

interface Question<T> {
  stage: Stage;
  data: unknown;
  schema: z.ZodType<T>;
  mostOutputTokens: number;
}

const never = new AbortController().signal;

export function ask<T>({ model, prompts }: Asking, question: Question<T>): Promise<T> {
  return model.ask({ ...question, instructions: prompts[question.stage], signal: never });
}

/** Asks unless the same was asked before. */
export async function askOnce<T>(asking: Asking, question: Question<T>): Promise<T> {
  const { model, prompts, kept, signal } = asking;
  signal.throwIfAborted();
  const key = [model.name, prompts[question.stage], JSON.stringify(question.data)];
  const before = await kept.find(key, question.schema);
  if (before !== undefined) return before;
  const asked = ask(asking, question).then(async (answer) => {
    await kept.keep(key, answer);
    return answer;
  });
  return orEnd(asked, signal);
}

/** At a time; the model's client has as many places. */
const PLACES = 8;

/** Gives the errors of those that failed. Once `signal` ends it nothing more is begun. */
export async function sideBySide<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<unknown[]> {
  const left = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined && !signal.aborted; item = left.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await orEnd(Promise.all(Array.from({ length: PLACES }, worker)), signal);
  return failures;
}

/** Rejects with the reason of `signal`; the work is left to end by itself, so that what is paid for is kept. */
async function orEnd<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Means nothing outside its question: a number that the model makes up can be no citation. */
export function keyOf(prefix: string, index: number): string {
  return `${prefix}${String(index + 1).padStart(2, '0')}`;
}
