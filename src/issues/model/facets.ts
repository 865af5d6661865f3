import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { KeptAnswers, LanguageModel } from '../../sources/language-model/question.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { withoutPersonalData } from '../text/personal-data.ts';

/** The facts that the model read in one complaint. */
export interface Facet {
  part: string;
  failure: string;
  /** Stands in the text that the model was shown. */
  quote: string;
}

export interface Asking {
  model: LanguageModel;
  prompts: StagePrompts;
  kept: KeptAnswers;
  /** Ends the work; what was said until then is kept. */
  signal: AbortSignal;
  /** Counts what code threw out of the model's answers. */
  reject(reason: string): void;
}

// No length limits: providers' strict schemas refuse them. Code measures what it keeps.
const answerSchema = z.object({
  facets: z.array(z.object({ key: z.string(), part: z.string(), failure: z.string(), quote: z.string() })),
});
const facetSchema = z.object({ part: z.string(), failure: z.string(), quote: z.string() });
/** Also what the model had nothing to say of is kept. */
const keptSchema = z.object({ facet: facetSchema.nullable() });

const BATCH = 10;
/** The share of the complaints that must have been read: below it, nobody knows what is common. */
const LEAST_READ = 0.7;

const never = new AbortController().signal;
/** Texts that are being asked about in this process. */
const asked = new Map<string, Promise<void>>();

/** For each complaint, by its number, what the model reads in it; a text that it read before costs nothing. */
export async function readFacets(asking: Asking, shown: readonly Shown[]): Promise<Map<number, Facet>> {
  const questionOf = ({ text }: Shown) => [asking.model.name, asking.prompts.facets, text];
  const found = new Map<number, Facet | null>();
  const open: Shown[] = [];
  for (const one of shown) {
    await asked.get(questionOf(one).join());
    const kept = await asking.kept.find(questionOf(one), keptSchema);
    if (kept === undefined) open.push(one);
    else found.set(one.one.complaint.odiNumber, kept.facet);
  }
  const batches = Array.from({ length: Math.ceil(open.length / BATCH) }, (_, index) =>
    open.slice(index * BATCH, (index + 1) * BATCH),
  );
  const settled = await inTurn(
    batches,
    async (batch) => {
      const done = askBatch(asking, batch).then(async (facets) => {
        for (const [index, one] of batch.entries()) {
          const facet = facets[index];
          if (facet === undefined) continue;
          found.set(one.one.complaint.odiNumber, facet);
          await asking.kept.keep(questionOf(one), { facet });
        }
      });
      const ended = done.catch(() => undefined);
      for (const one of batch) asked.set(questionOf(one).join(), ended);
      try {
        await done;
      } finally {
        for (const one of batch) asked.delete(questionOf(one).join());
      }
    },
    asking.signal,
  );
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined && found.size < LEAST_READ * shown.length) throw failed.reason;
  return new Map([...found].flatMap(([odiNumber, facet]) => (facet === null ? [] : [[odiNumber, facet]])));
}

/** In the order of the batch: null where nothing is reported, undefined where the answer cannot be used. */
async function askBatch(
  { model, prompts, reject }: Asking,
  batch: readonly Shown[],
): Promise<(Facet | null | undefined)[]> {
  const { facets } = await model.ask({
    stage: 'facets',
    instructions: prompts.facets,
    data: { complaints: batch.map(({ text }, index) => ({ key: keyOf('c', index), text })) },
    schema: answerSchema,
    mostOutputTokens: 120 * batch.length + 200,
    signal: never,
  });
  const keys = new Set(batch.map((_, index) => keyOf('c', index)));
  for (const { key } of facets) if (!keys.has(key)) reject('unknown_key');
  return batch.map(({ text }, index) => {
    const said = facets.find(({ key }) => key === keyOf('c', index));
    if (said === undefined) return undefined;
    if (said.failure === 'unclear') return null;
    if (isQuoted(said.quote, text)) return facetSchema.parse(said);
    reject('quote_not_in_text');
    return undefined;
  });
}

/** At a time; the model's client has as many places. */
const WORKERS = 4;

/**
 * Asks one batch after the other until `signal` ends it: then nothing more is begun, and what runs is left to end by
 * itself, so that what is paid for is kept. Rejects with the reason of `signal`.
 */
export async function inTurn<Batch>(
  batches: readonly Batch[],
  ask: (batch: Batch) => Promise<void>,
  signal: AbortSignal,
): Promise<PromiseSettledResult<void>[]> {
  const settled: PromiseSettledResult<void>[] = [];
  const left = [...batches];
  const work = async () => {
    for (let batch = left.shift(); batch !== undefined && !signal.aborted; batch = left.shift()) {
      settled.push(...(await Promise.allSettled([ask(batch)])));
    }
  };
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([Promise.all(Array.from({ length: WORKERS }, work)), ended.promise]);
    return settled;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** A complaint as the model sees it: no number, nothing of its owner, and not longer than it needs to be. */
export interface Shown {
  one: PreparedComplaint;
  text: string;
}

/** Owners lead with what failed. */
const LONGEST_TEXT = 500;

export function shownToModel(one: PreparedComplaint): Shown {
  return { one, text: shortened(withoutPersonalData(one.text)) };
}

/** Means nothing outside its question: a number that the model makes up can be no citation. */
export function keyOf(prefix: string, index: number): string {
  return `${prefix}${String(index + 1).padStart(2, '0')}`;
}

/** Cut after the last sentence that fits. */
function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const cut = text.slice(0, LONGEST_TEXT);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return end > LONGEST_TEXT / 2 ? cut.slice(0, end + 1) : cut;
}

/** A quote counts only if it stands in the text, letter for letter but for case and blanks. */
function isQuoted(quote: string, text: string): boolean {
  const plain = (value: string) =>
    value
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const sought = plain(quote);
  return sought.length >= 3 && plain(text).includes(sought);
}

/** The same step up from src/issues/model and from dist/issues/model. */
const folder = new URL('./prompts/', import.meta.url);

export interface StagePrompts {
  facets: string;
  name: string;
  /** Changes with any letter of any prompt. */
  version: string;
}

export function loadPrompts(): StagePrompts {
  const read = (name: string) => readFileSync(new URL(`${name}.md`, folder), 'utf8');
  const prompts = { facets: read('facets'), name: read('name') };
  const version = createHash('sha256').update(Object.values(prompts).join('\n')).digest('hex').slice(0, 10);
  return { ...prompts, version };
}
