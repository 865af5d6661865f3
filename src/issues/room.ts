import { ServiceError } from '../errors/service-error.ts';
import { ThreadBusyError } from '../lib/resting-thread.ts';
import { sum } from '../lib/sum.ts';
import type { ComplaintRows } from './packed-complaints.ts';

/** What a complaint takes, packed; about the average of NHTSA's. */
const PACKED_CHARACTERS = 500;

/** How much work complaints are: packed, their length says it without unpacking them. */
export function workOf(rows: ComplaintRows): number {
  if (typeof rows === 'string') return rows.length;
  return 'blocks' in rows
    ? sum(rows.blocks.flatMap(({ head, texts }) => [head.byteLength, texts.byteLength]))
    : rows.length * PACKED_CHARACTERS;
}

/** Where too many wait already the caller hears at once that it is so, uncharged, and when to come back. */
export async function orOverloaded<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ThreadBusyError)) throw error;
    const retryAfterSeconds = Math.ceil(error.roomInMs / 1_000);
    throw new ServiceError('overloaded', { retryAfterSeconds }, { cause: error });
  }
}
