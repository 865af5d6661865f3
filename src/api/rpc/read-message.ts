import { MAX_MESSAGE_BYTES } from '../../lib/request-limits.ts';
import { isNestedDeeperThan } from '../../payments/wire/nesting.ts';

const MAX_NESTING = 32;

export type MessageReading = { json: unknown } | { problem: 'too_large' | 'not_json' };

/** Reads a JSON-RPC message without ever holding, or parsing, more than it may be. */
export async function readMessage(request: Request): Promise<MessageReading> {
  const declaredBytes = Number(request.headers.get('Content-Length') ?? 0);
  if (declaredBytes > MAX_MESSAGE_BYTES) return { problem: 'too_large' };
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_MESSAGE_BYTES) return { problem: 'too_large' };
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (isNestedDeeperThan(text, MAX_NESTING)) return { problem: 'not_json' };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { problem: 'not_json' };
  }
}
