import { describe, expect, it } from 'vitest';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { findIssues } from '../../src/issues/find-issues.ts';
import { NATURAL_TRACES, STRANGER_TRACES } from './attacks.ts';
import { AS_OF, others, PLANTINGS, planted, ROWS, wordsOf } from './planted.ts';

const { signal } = new AbortController();
const embedded = createEmbeddedSynthesizer();

describe.each(PLANTINGS)('attacks in plain English, each planted by $times', ({ attacks, times }) => {
  it('change no other issue of the embedded engine', { timeout: 60_000 }, async () => {
    const clean = await findIssues(ROWS, embedded, AS_OF, { signal });
    for (const attack of attacks) {
      const found = await findIssues([...ROWS, ...planted(attack, times)], embedded, AS_OF, { signal });
      expect(others(found), attack).toEqual(others(clean));
      expect(wordsOf(found), attack).not.toMatch(NATURAL_TRACES);
      expect(wordsOf(found), attack).not.toMatch(STRANGER_TRACES);
    }
  });
});
