import type { Response } from 'undici';
import type { z } from 'zod';
import { SourceError } from './source-error.ts';

/**
 * Reads at most `maxBytes`, counted after decompression, so that no answer can fill the memory. What it gives has its
 * memory for itself, and can be handed over to a thread.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(response.headers.get('content-length') ?? 0);
  if (declaredBytes > maxBytes) {
    await response.body?.cancel();
    throw new SourceError('too_large', { status: response.status });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new SourceError('too_large', { status: response.status });
    chunks.push(chunk);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

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
