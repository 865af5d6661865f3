import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The same step up from src/issues/model and from dist/issues/model. */
const folder = new URL('../prompts/', import.meta.url);

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
