import { createRestingThread } from '../lib/resting-thread.ts';
import type { ReadBody } from '../sources/http.ts';
import type { NhtsaComplaint } from '../sources/nhtsa/records.ts';
import { type FaultKind, SourceError } from '../sources/source-error.ts';
import type { Filed } from './filed-complaints.ts';
import type { PackedComplaints } from './packed-complaints.ts';
import { orOverloaded, workOf } from './room.ts';

/** As an answer of NHTSA gave them, or as our copy of its files does. */
type Part = PackedComplaints | readonly NhtsaComplaint[];

export type FilingQuestion =
  | { kind: 'read'; body: Uint8Array; status: number }
  | { kind: 'file'; parts: readonly Part[] }
  | { kind: 'join'; fresh: Filed; last: Filed; nowMs: number };

export type FilingAnswer =
  | { kind: 'read'; packed: PackedComplaints }
  | { kind: 'no answer'; fault: FaultKind; detail: string | undefined }
  | { kind: 'filed'; filed: Filed };

/** Everything that looks at each of what may be thousands of complaints, in a thread of its own: others would wait. */
export interface Filing extends AsyncDisposable {
  /** The complaints of one answer of NHTSA; rejects with a SourceError for a body that is none. */
  read: ReadBody<PackedComplaints>;
  file(parts: readonly Part[]): Promise<Filed>;
  /** With those that only the last reading had. */
  join(fresh: Filed, last: Filed, nowMs: number): Promise<Filed>;
}

const LIMITS = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 16 };
/** Some 2,000 complaints. */
const GUESS = { ms: 50, size: 1_000_000 };

class FilingError extends Error {
  override readonly name = 'FilingError';
}

/** Who would wait for longer than `patienceMs` is refused with `overloaded`. */
export function createFiling(patienceMs: number): Filing {
  const file = new URL(`./filing-thread${import.meta.url.slice(-3)}`, import.meta.url);
  const thread = createRestingThread<FilingQuestion, FilingAnswer>(file, {
    resourceLimits: LIMITS,
    patienceMs,
    guess: GUESS,
  });
  async function filed(question: FilingQuestion, size: number): Promise<Filed> {
    const answer = await orOverloaded(thread.ask(question, { size }));
    if (answer.kind === 'filed') return answer.filed;
    throw new FilingError('The thread answered something else.');
  }
  return {
    async read(body, status) {
      // The source gives few answers at a time, and one that was fetched is not thrown away.
      const asked = { size: body.byteLength, patient: true, transfer: [body.buffer] };
      const answer = await thread.ask({ kind: 'read', body, status }, asked);
      if (answer.kind === 'read') return answer.packed;
      if (answer.kind === 'no answer') throw new SourceError(answer.fault, { status, detail: answer.detail });
      throw new FilingError('The thread answered something else.');
    },
    file: (parts) =>
      filed(
        { kind: 'file', parts },
        parts.reduce((sum, part) => sum + workOf(part), 0),
      ),
    join: (fresh, last, nowMs) =>
      filed({ kind: 'join', fresh, last, nowMs }, workOf(fresh.packed) + workOf(last.packed)),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}
