import { z } from 'zod';
import { COMPONENT_TAGS } from '../lexicon/component-tags.ts';
import { type Asking, inTurn } from './facets.ts';

/** A group as the model sees it. */
export interface ShownGroup {
  key: string;
  suggested: string;
  members: { key: string; reported: string }[];
  outsiders: string[];
}

const nameSchema = z.object({
  key: z.string(),
  title: z.string(),
  members: z.array(z.string()),
  tags: z.array(z.enum(COMPONENT_TAGS)),
  hazard: z.enum(['high', 'medium', 'low']),
  sameAs: z.string().nullable(),
});
export type ModelGroupName = z.infer<typeof nameSchema>;
const answerSchema = z.object({ groups: z.array(nameSchema) });

const GROUPS_PER_QUESTION = 6;
const MOST_PARTS = 3;

const never = new AbortController().signal;

/** Asks the model for the names of the groups, in their order; one that it splits comes several times. */
export async function askNames(asking: Asking, groups: readonly ShownGroup[]): Promise<ModelGroupName[]> {
  const { model, prompts, kept, reject } = asking;
  const instructions = `${prompts.name}\nAllowed tags: ${COMPONENT_TAGS.join(', ')}.`;
  const batches = Array.from({ length: Math.ceil(groups.length / GROUPS_PER_QUESTION) }, (_, index) =>
    groups.slice(index * GROUPS_PER_QUESTION, (index + 1) * GROUPS_PER_QUESTION),
  );
  const said = new Map<string, ModelGroupName[]>();
  const settled = await inTurn(
    batches,
    async (batch) => {
      const question = [model.name, instructions, JSON.stringify(batch)];
      const before = await kept.find(question, answerSchema);
      const answer =
        before ??
        (await model.ask({
          stage: 'name',
          instructions,
          data: { groups: batch },
          schema: answerSchema,
          mostOutputTokens: 160 * batch.length + 200,
          signal: never,
        }));
      if (before === undefined) await kept.keep(question, answer);
      for (const name of answer.groups) {
        const isAsked = batch.some(({ key }) => key === name.key);
        const known = said.get(name.key) ?? [];
        if (isAsked && known.length < MOST_PARTS) said.set(name.key, [...known, name]);
        else reject(isAsked ? 'too_many_parts' : 'unknown_key');
      }
    },
    asking.signal,
  );
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined && said.size === 0) throw failed.reason;
  return groups.flatMap(({ key }) => said.get(key) ?? []);
}
