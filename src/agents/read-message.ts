import type { RequestBody } from '../http/request.ts';
import { isNestedDeeperThan } from '../payments/wire/payment-schema.ts';

const MAX_NESTING = 32;

export type MessageReading = { json: unknown } | { problem: 'too_large' | 'not_json' };

/** Reads a JSON-RPC message; what is nested too deep is never parsed. */
export function readMessage(body: RequestBody | undefined): MessageReading {
  if (body === 'too_large') return { problem: 'too_large' };
  const text = body?.toString('utf8') ?? '';
  if (isNestedDeeperThan(text, MAX_NESTING)) return { problem: 'not_json' };
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { problem: 'not_json' };
  }
}
