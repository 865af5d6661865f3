import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** What ships with the program: the same two steps up from src/lib and from dist/lib. */
const dataFolder = new URL('../../data/', import.meta.url);

class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/** Reads a JSON file of data/ and checks it. A file that is missing or wrong is an error that names it. */
export function readDataFile<T>(name: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(new URL(name, dataFolder), 'utf8')));
  if (!parsed.success) throw new DataFileError(`data/${name}: ${parsed.error.message}`);
  return parsed.data;
}
