import type { Response } from 'undici';
import type { z } from 'zod';
import { SourceError } from './source-error.ts';

/** Reads at most `maxBytes`, counted after decompression, so that no answer can fill the memory. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const declaredBytes = Number(response.headers.get('content-length') ?? 0);
  if (declaredBytes > maxBytes) {
    await response.body?.cancel();
    throw new SourceError('too_large', { status: response.status });
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new SourceError('too_large', { status: response.status });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await readText(response, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('not_json', { status: response.status });
  }
}

/** New fields pass; a missing or changed one is a clear fault that says where, never what the value was. */
export function checkShape<T>(value: unknown, schema: z.ZodType<T>, status: number): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new SourceError('unexpected_shape', {
    status,
    detail: first ? `${first.code} at ${first.path.map(String).join('.') || 'the top'}` : undefined,
  });
}
