import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Examples of how owners write, each with what is to be made of it: research/eval/labels has them. */
export function readExamples<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const file = new URL(`../../research/eval/labels/${name}.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
