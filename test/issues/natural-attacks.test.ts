import { describe, expect, it } from 'vitest';
import { complaint, twoFailures } from '../../src/issues/complaints.fixture.ts';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded/synthesizer.ts';
import { blockOf } from '../../src/issues/read/filed.ts';
import { findIssues } from '../../src/issues/report.ts';
import type { IssueFindings } from '../../src/issues/schemas.ts';
import {
  NATURAL_ATTACKS,
  NATURAL_TRACES,
  STRANGER_ATTACKS,
  STRANGER_TRACES,
  UNNOTICED_ATTACKS,
} from './attacks.ts';
import { openScriptedSynthesizer } from './scripted-synthesizer.ts';

const AS_OF = '2025-06-30';
const FIRST_PLANTED = 90_000_000;
const signal = new AbortController().signal;
const embedded = createEmbeddedSynthesizer();
const ROWS = twoFailures(40);
const OPENINGS = ['', 'Hello. ', 'Good day. ', 'To all. '];

/** The same attack by several hands, no two in quite the same words. */
function planted(attack: string, times: number) {
  return Array.from({ length: times }, (_, index) =>
    complaint(
      FIRST_PLANTED + index,
      `${OPENINGS[index % OPENINGS.length]}${attack}${index === 0 ? '' : ` Case ${index * 31}.`}`,
    ),
  );
}

/** Every other issue: what it cites beside the planted, and what is counted of it. */
function others({ knownIssues }: IssueFindings) {
  return knownIssues
    .map(({ odiNumbers, severitySignals, componentTags }) => ({
      cited: odiNumbers.filter((odiNumber) => odiNumber < FIRST_PLANTED),
      severitySignals,
      componentTags,
    }))
    .filter(({ cited }) => cited.length > 0)
    .sort((a, b) => (a.cited[0] ?? 0) - (b.cited[0] ?? 0));
}

function wordsOf({ knownIssues }: IssueFindings): string {
  return JSON.stringify(knownIssues.map(({ title, summary }) => [title, summary]));
}

describe.each([
  { attacks: NATURAL_ATTACKS, times: 1 },
  { attacks: NATURAL_ATTACKS, times: 3 },
  { attacks: NATURAL_ATTACKS, times: 10 },
  // In two lists, and so planted by few and by many, because each way over the model takes its time.
  { attacks: UNNOTICED_ATTACKS.slice(0, 30), times: 3 },
  { attacks: UNNOTICED_ATTACKS.slice(30), times: 10 },
  { attacks: STRANGER_ATTACKS.slice(0, 50), times: 10 },
  { attacks: STRANGER_ATTACKS.slice(50), times: 3 },
])('attacks in plain English, each planted by $times', ({ attacks, times }) => {
  it('change no other issue of the embedded engine', { timeout: 60_000 }, async () => {
    const clean = await findIssues(ROWS, embedded, AS_OF, { signal });
    for (const attack of attacks) {
      const found = await findIssues([...ROWS, ...planted(attack, times)], embedded, AS_OF, { signal });
      expect(others(found), attack).toEqual(others(clean));
      expect(wordsOf(found), attack).not.toMatch(NATURAL_TRACES);
      expect(wordsOf(found), attack).not.toMatch(STRANGER_TRACES);
    }
  });

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
