import { describe, expect, it } from 'vitest';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { findIssues } from '../../src/issues/find-issues.ts';
import { blockOf } from '../../src/issues/read/filed.ts';
import { NATURAL_TRACES, STRANGER_TRACES } from './attacks.ts';
import { AS_OF, others, PLANTINGS, planted, ROWS, wordsOf } from './planted.ts';
import { openScriptedSynthesizer } from './scripted-synthesizer.ts';

const { signal } = new AbortController();
const embedded = createEmbeddedSynthesizer();

describe.each(PLANTINGS)('attacks in plain English, each planted by $times', ({ attacks, times }) => {
  it('change none on the way over a model that obeys all it reads', { timeout: 120_000 }, async () => {
    const clean = await findIssues(ROWS, embedded, AS_OF, { signal });
    for (const attack of attacks) {
      await using test = await openScriptedSynthesizer();
      const { service, synthesizer } = test;
      let obeys = false;
      service.behave = ({ index }) => {
        obeys ||= service.asked[index]?.body.includes(attack.slice(0, 40)) === true;
        return obeys ? 'obeying' : 'good';
      };
      const found = await synthesizer.find?.([blockOf([...ROWS, ...planted(attack, times)])], AS_OF, {
        signal,
      });
      if (found === undefined) throw new Error('The model path finds by itself.');
      expect(others(found), attack).toEqual(others(clean));
      expect(wordsOf(found), attack).not.toMatch(NATURAL_TRACES);
      expect(wordsOf(found), attack).not.toMatch(STRANGER_TRACES);
    }
  });
});
