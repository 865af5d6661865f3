import { describe, expect, it } from 'vitest';
import { twoFailures } from '../complaints.fixture.ts';
import { findIssues } from '../report.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';
import { createThreadedSynthesizer } from './threaded.ts';

const { signal } = new AbortController();

describe('the embedded engine in a thread', () => {
  it('finds what it finds without one, for several callers at once, and lets others work meanwhile', async () => {
    await using threaded = createThreadedSynthesizer();
    const rows = twoFailures(60);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    const found = await Promise.all([
      threaded.find?.(rows, '2025-06-30', { signal }),
      threaded.find?.(rows, '2025-06-30', { signal }),
    ]);
    clearInterval(ticking);

    const expected = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', { signal });
    expect(found).toEqual([expected, expected]);
    expect(ticks).toBeGreaterThan(5);
  });

  it('refuses those who still wait when it is stopped', async () => {
    const threaded = createThreadedSynthesizer();
    const waiting = threaded.find?.(twoFailures(30), '2025-06-30', { signal });
    const refused = expect(waiting).rejects.toThrow(/stopped/);
    await threaded[Symbol.asyncDispose]();
    await refused;
  });
});
