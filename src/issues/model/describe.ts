import { z } from 'zod';
import type { PreparedComplaint } from '../read/prepare.ts';
import { withoutPersonalData } from '../text/personal-data.ts';
import { type Asking, ask, inBatches, keyOf, sideBySide } from './asking.ts';

// No length limits: providers' strict schemas refuse them. Code measures what it keeps.
const facetSchema = z.object({
  part: z.string(),
  failure: z.string(),
  cause: z.string().nullable(),
  quote: z.string(),
});
/** A failure that the model read in one complaint. */
export type Facet = z.infer<typeof facetSchema>;

const answerSchema = z.object({
  complaints: z.array(z.object({ key: z.string(), facets: z.array(facetSchema) })),
});
/** Also that nothing failed is kept. */
const keptSchema = z.object({ facets: z.array(facetSchema) });

/** A complaint as the model sees it: no number, nothing of its owner, and not longer than it needs to be. */
export interface Shown {
  one: PreparedComplaint;
  text: string;
}

const BATCH = 25;
const MOST_FACETS = 2;
/** The share of the complaints that must have been read: below it, nobody knows what is common. */
const LEAST_READ = 0.7;
/** Texts that are being asked about in this process. */
const running = new Map<string, Promise<unknown>>();

/** The facets that the model reads in each complaint, by its number; a text that it read before costs nothing. */
export async function describe(asking: Asking, shown: readonly Shown[]): Promise<Map<number, Facet[]>> {
  const questionOf = ({ text }: Shown) => [asking.model.name, asking.prompts.describe, text];
  const read = new Map<number, Facet[]>();
  const open: Shown[] = [];
  for (const one of shown) {
    await running.get(questionOf(one).join());
    const kept = await asking.kept.find(questionOf(one), keptSchema);
    if (kept === undefined) open.push(one);
    else read.set(one.one.complaint.odiNumber, kept.facets);
  }
  const failures = await sideBySide(
    inBatches(open, BATCH),
    async (batch) => {
      const work = describeBatch(asking, batch).then(async (answers) => {
        for (const [shown, facets] of answers) {
          read.set(shown.one.complaint.odiNumber, facets);
          await asking.kept.keep(questionOf(shown), { facets });
        }
      });
      const ended = work.catch(() => undefined);
      const questions = batch.map((one) => questionOf(one).join());
      for (const question of questions) running.set(question, ended);
      await work.finally(() => {
        for (const question of questions) running.delete(question);
      });
    },
    asking.signal,
  );
  if (failures.length > 0 && read.size < LEAST_READ * shown.length) throw failures[0];
  return read;
}

/** Those of whom the answer can be used. */
async function describeBatch(asking: Asking, batch: readonly Shown[]): Promise<Map<Shown, Facet[]>> {
  const byKey = new Map(batch.map((one, index) => [keyOf('c', index), one]));
  const { complaints } = await ask(asking, {
    stage: 'describe',
    data: { complaints: [...byKey].map(([key, { text }]) => ({ key, text })) },
    schema: answerSchema,
    mostOutputTokens: 150 * batch.length + 300,
  });
  const answers = new Map<Shown, Facet[]>();
  for (const { key, facets } of complaints) {
    const one = byKey.get(key);
    if (one === undefined) {
      asking.reject('unknown_key');
      continue;
    }
    const quoted = facets.slice(0, MOST_FACETS).filter(({ quote }) => isQuoted(quote, one.text));
    const misquoted = Math.min(facets.length, MOST_FACETS) - quoted.length;
    for (let count = 0; count < misquoted; count += 1) asking.reject('quote_not_in_text');
    // Who is quoted with nothing but words of others was not read.
    if (misquoted === 0 || quoted.length > 0) answers.set(one, quoted);
  }
  return answers;
}

/** Owners lead with what failed. */
const LONGEST_TEXT = 500;

/** Of a text that speaks to software, what is left without those sentences. */
export function shownToModel(complaints: readonly PreparedComplaint[], longest = LONGEST_TEXT): Shown[] {
  return complaints
    .filter(({ text }) => text.length > 0)
    .map((one) => ({ one, text: shortened(withoutPersonalData(one.text), longest) }));
}

/** Cut after the last sentence that fits. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return end > longest / 2 ? cut.slice(0, end + 1) : cut;
}

/** A quote counts only if it stands in the text, letter for letter but for case and blanks. */
export function isQuoted(quote: string, text: string): boolean {
  const plain = (value: string) =>
    value
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const sought = plain(quote);
  return sought.length >= 3 && plain(text).includes(sought);
}
