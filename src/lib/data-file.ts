import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The data that ships with the program: the same two steps up from src/lib and from dist/lib. */
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

type Issue = z.core.$ZodIssue;

/** One line per fault, at its place. Of a union that fits nowhere, the alternative that came closest is named. */
export function explainSchemaError(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => explain(issue, []));
}

function explain(issue: Issue, outer: readonly PropertyKey[]): string[] {
  const path = [...outer, ...issue.path];
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
    if (closest !== undefined && closest.length > 0) return closest.flatMap((inner) => explain(inner, path));
  }
  return [`${path.map(String).join('.') || 'file'}: ${issue.message}`];
}

/** An alternative whose faults lie deeper, or are not about the kind of value as such, came closer. */
function depthOf(issues: readonly Issue[]): number {
  const wrongKind = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return wrongKind ? -1 : Math.max(0, ...issues.map(({ path }) => path.length));
}
