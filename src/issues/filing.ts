import { createRestingThread } from '../lib/resting-thread.ts';
import { startThread } from '../lib/start-thread.ts';
import { sum } from '../lib/sum.ts';
import type { FiledBlocks, FiledHead } from '../mirror/complaint-blocks.ts';
import type { ReadBody } from '../sources/http.ts';
import { type FaultKind, SourceError } from '../sources/read-answer.ts';
import type { Counted, Filed } from './filed-complaints.ts';
import type { PackedText } from './packed-complaints.ts';
import { orOverloaded, workOf } from './room.ts';

export type FilingQuestion =
  | { kind: 'read'; body: Uint8Array; status: number }
  | { kind: 'file'; parts: readonly PackedText[] }
  | { kind: 'count'; heads: readonly FiledHead[] }
  | { kind: 'sample'; blocks: readonly FiledBlocks[]; most: number }
  | { kind: 'join'; fresh: Filed; last: Filed; nowMs: number };

export type FilingAnswer =
  | { kind: 'read'; packed: PackedText }
  | { kind: 'no answer'; fault: FaultKind; detail: string | undefined }
  | { kind: 'counted'; counted: Counted }
  | { kind: 'filed'; filed: Filed };

/** Everything that looks at each of what may be thousands of complaints, in a thread of its own: others would wait. */
export interface Filing extends AsyncDisposable {
  /** The complaints of one answer of NHTSA; rejects with a SourceError for a body that is none. */
  read: ReadBody<PackedText>;
  file(parts: readonly PackedText[]): Promise<Filed>;
  /** What our own copy has filed already is only counted. */
  count(heads: readonly FiledHead[]): Promise<Counted>;
  /** At most so many of our own copy, from all times of filing. */
  sample(blocks: readonly FiledBlocks[], most: number): Promise<Filed>;
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
  const thread = createRestingThread<FilingQuestion, FilingAnswer>({
    start: () => startThread('./filing-thread', { beside: import.meta.url, resourceLimits: LIMITS }),
    patienceMs,
    guess: GUESS,
  });
  const other = () => new FilingError('The thread answered something else.');
  async function filed(question: FilingQuestion, size: number): Promise<Filed> {
    const answer = await orOverloaded(thread.ask(question, { size }));
    if (answer.kind === 'filed') return answer.filed;
    throw other();
  }
  return {
    async read(body, status) {
      // The source gives few answers at a time, and one that was fetched is not thrown away.
      const asked = { size: body.byteLength, patient: true, transfer: [body.buffer] };
      const answer = await thread.ask({ kind: 'read', body, status }, asked);
      if (answer.kind === 'read') return answer.packed;
      if (answer.kind === 'no answer') throw new SourceError(answer.fault, { status, detail: answer.detail });
      throw other();
    },
    async count(filed) {
      // A copy: a view would take all of what lies behind it along to another thread.
      const heads = filed.map(({ model, head }) => ({ model, head: new Uint8Array(head) }));
      const size = sum(heads.map(({ head }) => head.byteLength));
      const transfer = heads.map(({ head }) => head.buffer);
      const answer = await orOverloaded(thread.ask({ kind: 'count', heads }, { size, transfer }));
      if (answer.kind === 'counted') return answer.counted;
      throw other();
    },
    sample: (blocks, most) => filed({ kind: 'sample', blocks, most }, workOf({ blocks })),
    file: (parts) => filed({ kind: 'file', parts }, sum(parts.map(workOf))),
    join: (fresh, last, nowMs) =>
      filed({ kind: 'join', fresh, last, nowMs }, workOf(fresh.packed) + workOf(last.packed)),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}
