import { describe, expect, it } from 'vitest';
import { twoFailures } from '../../../test/issues/complaints.ts';
import { createEmbeddedSynthesizer } from '../embedded-synthesizer.ts';
import { findIssues } from '../find-issues.ts';
import { blockOf } from './filed.ts';
import { createComplaintWorker } from './worker.ts';

const { signal } = new AbortController();
const DEADLINE_MS = 30_000;

describe('the embedded engine in a thread', () => {
  it('finds what it finds without one, for several callers at once, and lets others work meanwhile', async () => {
    await using worker = createComplaintWorker(DEADLINE_MS);
    const rows = twoFailures(60);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const found = await Promise.all([
      worker.find([blockOf(rows)], '2025-06-30', { signal }),
      worker.find([blockOf(rows)], '2025-06-30', { signal }),
    ]);
    clearInterval(ticking);

    const expected = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', { signal });
    expect(found).toEqual([expected, expected]);
    expect(ticks).toBeGreaterThan(5);
  });

  it('refuses at once who would wait too long, says when to come back, and takes those who have time', async () => {
    await using worker = createComplaintWorker(1);
    const find = (inBackground: boolean) =>
      worker.find([blockOf(twoFailures(60))], '2025-06-30', { signal, inBackground });
    const first = find(false);
    const refused = { code: 'overloaded', retryAfterSeconds: expect.toSatisfy((seconds) => seconds >= 1) };
    await expect(find(false)).rejects.toMatchObject(refused);
    const [found, later] = await Promise.all([first, find(true)]);
    expect(later).toEqual(found);
    expect(await find(false)).toEqual(found);
  });

  it('refuses those who still wait when it is stopped', async () => {
    const worker = createComplaintWorker(DEADLINE_MS);
    const waiting = worker.find([blockOf(twoFailures(30))], '2025-06-30', { signal });
    const refused = expect(waiting).rejects.toThrow(/stopped/);
    await worker[Symbol.asyncDispose]();
    await refused;
  });
});
