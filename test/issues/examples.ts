import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads examples of how owners write, each with what is to be made of it. */
export function readExamples<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const file = new URL(`./examples/${name}.json`, import.meta.url);
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
