import type { z } from 'zod';
import { SourceError } from './source-error.ts';

export interface Shape<T> {
  schema: z.ZodType<T>;
  /** True for a body that is an error in disguise and worth another try. */
  isTemporary?: (body: unknown) => boolean;
}

/** New fields pass; a missing or changed one is a clear fault that says where, never what the value was. */
export function readJson<T>(bytes: Uint8Array, status: number, { schema, isTemporary }: Shape<T>): T {
  const body = parse(bytes, status);
  if (isTemporary?.(body)) throw new SourceError('temporary', { status });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new SourceError('unexpected_shape', {
    status,
    detail: first ? `${first.code} at ${first.path.map(String).join('.') || 'the top'}` : undefined,
  });
}

function parse(bytes: Uint8Array, status: number): unknown {
  try {
    // Not by Buffer's own toString, which keeps the mark at the beginning that some servers send.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new SourceError('not_json', { status });
  }
}
