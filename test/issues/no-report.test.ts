import { expect, test } from 'vitest';
import { z } from 'zod';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { findIssues } from '../../src/issues/find-issues.ts';
import type { Complaint } from '../../src/issues/read/complaint.ts';
import { withoutPersonalData } from '../../src/issues/text/personal-data.ts';
import { complaint, prepared } from './complaints.ts';
import { readExamples } from './examples.ts';
import { AS_OF, planted, ROWS, wordsOf } from './planted.ts';

const list = z.array(z.string());
const { foreign, personal, nothingFailedInCrash, ...others } = readExamples(
  'no-report',
  z.object({
    foreign: list,
    personal: list,
    nothingFailedInCrash: list,
    nothingFailed: list,
    nothingFailedLater: list,
    nothingFailedThird: list,
    nothingFailedFourth: list,
    nothingFailedFifth: list,
    nothingFailedSixth: list,
    nothingFailedSeventh: list,
    nothingFailedEighth: list,
    nothingFailedNinth: list,
    nothingFailedTenth: list,
    nothingFailedEleventh: list,
    nothingFailedTwelfth: list,
    nothingFailedThirteenth: list,
    nothingFailedFourteenth: list,
    nothingFailedFifteenth: list,
    nothingFailedSixteenth: list,
    failedInLikeWords: list,
    failedAwkwardly: list,
    failedAwkwardlyLater: list,
  }),
);
const { failedInLikeWords, failedAwkwardly, failedAwkwardlyLater, ...nothingFailed } = others;

/** Failures of the kinds that the texts speak of, so that each would find an issue to join. */
const OTHERS = [
  'The brakes failed and the pedal went to the floor.',
  'The engine overheated and the coolant was gone.',
  'The windshield cracked without any impact.',
  'The battery drains over night and the car will not start.',
  'The air bags did not deploy in a head on crash.',
  'The touchscreen froze and the backup camera went blank.',
].flatMap((text, kind) =>
  ['In May.', 'Again at 20,000 miles.', 'My wife was driving.', 'The dealer found nothing.'].map(
    (aside, at) => complaint(13_000_001 + kind * 10 + at, `${text} ${aside}`),
  ),
);

/** The texts that an issue cites, each planted by three among complaints that report failures. */
async function citedOf(texts: readonly string[], more: Partial<Complaint> = {}): Promise<string[]> {
  const found = await Promise.all(
    texts.map(async (text) => {
      const own = planted(text.replaceAll(/[{}]/g, ''), 3).map((one) => ({ ...one, ...more }));
      const rows = [...ROWS, ...OTHERS, ...own];
      const findings = await findIssues(rows, createEmbeddedSynthesizer(), AS_OF, {
        signal: new AbortController().signal,
      });
      expect(wordsOf(findings)).not.toMatch(/walnut|gorilla|zebra/i);
      const cited = findings.knownIssues.flatMap(({ odiNumbers }) => odiNumbers);
      return cited.some((odiNumber) => odiNumber >= 90_000_000) ? [text] : [];
    }),
  );
  return found.flat();
}

test('injections, spam and what is about no car are cited in no issue', { timeout: 240_000 }, async () => {
  expect(await citedOf([...foreign, ...personal])).toEqual([]);
});

test.each(Object.entries(nothingFailed))(
  'of %s, texts in which nothing failed, at most two are cited',
  { timeout: 240_000 },
  async (_, texts) => {
    expect((await citedOf(texts)).slice(2)).toEqual([]);
  },
);

test('of crashes of which the car is not to blame at most two are cited', { timeout: 240_000 }, async () => {
  const hurt = { crash: true, injuries: 1 };
  expect((await citedOf(nothingFailedInCrash, hurt)).slice(2)).toEqual([]);
});

test.each([
  { of: 'sixty told in the same words', texts: failedInLikeWords, atMost: 3 },
  { of: 'sixty told awkwardly', texts: failedAwkwardly, atMost: 9 },
  { of: 'fifty more told awkwardly', texts: failedAwkwardlyLater, atMost: 12 },
])('of $of most failures are read as failures', ({ texts, atMost }) => {
  const unread = prepared(...texts).filter(({ evidence }) => evidence <= 0);
  expect(unread.length).toBeLessThanOrEqual(atMost);
});

test('praise and other cars speak against what was told before them, causes and wishes against all', () => {
  const evidenceOf = (text: string) => prepared(text)[0]?.evidence ?? 0;
  expect(evidenceOf('A great car in every way. Then the engine stalled.')).toBeGreaterThan(0);
  expect(evidenceOf('The engine stalled once. A great car in every way.')).toBeLessThan(0);
  expect(evidenceOf('A squirrel chewed the hose, so the engine stalled.')).toBeLessThan(0);
});

test('of another car nothing is read, up to where the text comes back to this one', () => {
  const [one] = prepared('My old van stalled. Its brakes failed too. My engine knocks.');
  expect(one?.sentences).toEqual([['engin', 'knock']]);
});

test.each(personal)('no model is shown who wrote it: %s', (text) => {
  const shown = withoutPersonalData(text.replaceAll(/[{}]/g, ''));
  const telling = [...text.matchAll(/\{([^}]+)\}/g)].flatMap(([, secret = '']) =>
    secret
      .split(/[ ,.]+/)
      .filter(
        (word) =>
          word.length > 2 &&
          !/^(?:Mr|Ms|Dr|Apt|Suite|Hill|Old|Harbor|Blvd|Road|Street|Lane|Court|March)$/.test(word),
      ),
  );
  expect(telling.filter((word) => shown.includes(word))).toEqual([]);
});
