import { z } from 'zod';
import type { LanguageModel } from '../../sources/language-model/question.ts';
import { COMPONENT_TAGS, type ComponentTag } from '../component-tags.ts';
import { isQuoted, type Keyed } from './keys.ts';
import type { StagePrompts } from './prompts.ts';

/** Every stage: what is asked, and what code keeps of the answer. Keys not given are dropped, each key counts once. */
interface Asking {
  model: LanguageModel;
  prompts: StagePrompts;
  signal: AbortSignal;
}

export interface Facet {
  of: Keyed;
  part: string;
  failure: string;
}

export interface NamedGroup {
  key: string;
  title: string;
  criterion: string;
  tags: ComponentTag[];
  hazard: 'high' | 'medium' | 'low';
  sameAs: string | null;
}

export interface TitleSupport {
  of: Keyed;
  /** Stands in the text, and shows the first of the failures supported. */
  quote: string;
  supports: string[];
}

// No length limits: providers' strict schemas refuse them. Code measures what it keeps.
const facetsAnswer = z.object({
  facets: z.array(z.object({ key: z.string(), part: z.string(), failure: z.string(), quote: z.string() })),
});
const tagSchema = z.enum(COMPONENT_TAGS);
const namesAnswer = z.object({
  groups: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      criterion: z.string(),
      tags: z.array(tagSchema),
      hazard: z.enum(['high', 'medium', 'low']),
      sameAs: z.string().nullable(),
    }),
  ),
});
const assignAnswer = z.object({
  complaints: z.array(z.object({ key: z.string(), supports: z.array(z.string()), quote: z.string() })),
});

export async function askFacets(
  { model, prompts, signal }: Asking,
  batch: readonly Keyed[],
): Promise<Facet[]> {
  const { facets } = await model.ask({
    stage: 'facets',
    instructions: prompts.facets,
    data: { complaints: batch.map(({ key, text }) => ({ key, text })) },
    schema: facetsAnswer,
    mostOutputTokens: 150 * batch.length + 200,
    signal,
  });
  return once(facets, batch)
    .filter(({ answer, of }) => answer.failure !== 'unclear' && isQuoted(answer.quote, of.text))
    .map(({ answer, of }) => ({ of, part: answer.part, failure: answer.failure }));
}

export async function askNames(
  { model, prompts, signal }: Asking,
  groups: readonly { key: string; members: string[]; outsiders: string[] }[],
): Promise<NamedGroup[]> {
  const { groups: named } = await model.ask({
    stage: 'name',
    instructions: `${prompts.name}\nAllowed tags: ${COMPONENT_TAGS.join(', ')}.`,
    data: { groups },
    schema: namesAnswer,
    mostOutputTokens: 200 * groups.length + 200,
    signal,
  });
  const seen = new Set<string>();
  return named.filter(({ key, tags }) => {
    const fresh = groups.some((group) => group.key === key) && !seen.has(key) && tags.length > 0;
    seen.add(key);
    return fresh;
  });
}

export async function askSupport(
  { model, prompts, signal }: Asking,
  failures: readonly NamedGroup[],
  batch: readonly Keyed[],
): Promise<TitleSupport[]> {
  const { complaints } = await model.ask({
    stage: 'assign',
    instructions: prompts.assign,
    data: {
      failures: failures.map(({ key, title, criterion }) => ({ key, title, criterion })),
      complaints: batch.map(({ key, text }) => ({ key, text })),
    },
    schema: assignAnswer,
    mostOutputTokens: 100 * batch.length + 200,
    signal,
  });
  const known = new Set(failures.map(({ key }) => key));
  return once(complaints, batch)
    .filter(({ answer, of }) => isQuoted(answer.quote, of.text))
    .map(({ answer, of }) => ({
      of,
      quote: answer.quote,
      supports: [...new Set(answer.supports)].filter((key) => known.has(key)).slice(0, 2),
    }));
}

/** The first answer to each key that was given; repeats and made-up keys fall away. */
function once<T extends { key: string }>(
  answers: readonly T[],
  batch: readonly Keyed[],
): { answer: T; of: Keyed }[] {
  const open = new Map(batch.map((keyed) => [keyed.key, keyed]));
  return answers.flatMap((answer) => {
    const of = open.get(answer.key);
    open.delete(answer.key);
    return of === undefined ? [] : [{ answer, of }];
  });
}
