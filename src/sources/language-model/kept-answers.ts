import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { CacheStore } from '../../storage/storage.ts';

/** What a model once said, by what it was asked: nobody pays for the same words twice. */
export interface KeptAnswers {
  find<T>(question: readonly string[], schema: z.ZodType<T>): Promise<T | undefined>;
  keep(question: readonly string[], answer: unknown): Promise<void>;
}

const KEPT_MS = 365 * 86_400_000;

/** A store that fails costs money, never an answer. */
export function createKeptAnswers(cache: CacheStore, now: () => number): KeptAnswers {
  return {
    async find(question, schema) {
      const entry = await cache.get(keyOf(question), now()).catch(() => undefined);
      if (entry === undefined) return undefined;
      const parsed = schema.safeParse(JSON.parse(entry.value));
      return parsed.success ? parsed.data : undefined;
    },
    async keep(question, answer) {
      const until = now() + KEPT_MS;
      const entry = { storedAtMs: now(), freshUntilMs: until, staleUntilMs: until };
      await cache.put(keyOf(question), { value: JSON.stringify(answer), ...entry }).catch(() => undefined);
    },
  };
}

function keyOf(question: readonly string[]): string {
  return `issues/model-said/${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}`;
}
