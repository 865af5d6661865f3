import { expect, test } from 'vitest';
import { complaint } from '../complaints.fixture.ts';
import { findIssues } from '../report.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';

const OIL = [
  'The engine burns oil, a quart every 800 miles.',
  'Oil consumption is excessive: I add two quarts between changes.',
  'My car consumes oil and the dealer only did an oil consumption test.',
  'Engine consuming oil at a rate of one quart a week.',
];
const SUNROOF = [
  'The sunroof exploded on the highway.',
  'Panoramic sunroof shattered without any impact.',
  'Heard a bang and the sunroof glass had shattered.',
  'The sunroof burst while parked, glass everywhere.',
];
const RADIO = Array.from(
  { length: 10 },
  (_, index) =>
    `The radio touchscreen went black for the ${index + 2}. time and rebooted itself at mile ${index * 731}.`,
);

/** Which of the complaints, numbered from 1, the issue of this title cites. */
async function cited(title: string, ...more: string[]): Promise<number[]> {
  const rows = [...OIL, ...SUNROOF, ...RADIO, ...more].map((text, index) => complaint(index + 1, text));
  const { knownIssues } = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', {
    signal: new AbortController().signal,
  });
  return knownIssues.find((issue) => issue.title === title)?.odiNumbers ?? [];
}

const BURNS_OIL = 'Engine burns oil between changes';
const SHATTERS = 'Sunroof shatters, leaks or sticks';

test('who reports the failure of a title is cited for it, and nobody else', async () => {
  expect(await cited(BURNS_OIL)).toEqual([1, 2, 3, 4]);
  expect(await cited(SHATTERS, 'The wipers stopped in the rain.')).toEqual([5, 6, 7, 8]);
});

test('who plainly reports two failures is cited for both', async () => {
  const both = 'The engine burns a quart of oil every 800 miles. Last week the sunroof shattered as well.';
  expect(await cited(BURNS_OIL, both)).toContain(19);
  expect(await cited(SHATTERS, both)).toContain(19);
});

test('who reports no failure is not cited', async () => {
  const nothing = 'My sunroof has never shattered. I only want to know whether it might be recalled one day.';
  expect(await cited(SHATTERS, nothing)).not.toContain(19);
});

test('a citation is as strong as it is likely', async () => {
  const rows = [...OIL, ...SUNROOF, ...RADIO].map((text, index) => complaint(index + 1, text));
  const { knownIssues } = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', {
    signal: new AbortController().signal,
  });
  for (const { confidenceBasis } of knownIssues) {
    expect(confidenceBasis.evidence).toBeGreaterThan(0.5);
    expect(confidenceBasis.evidence).toBeLessThanOrEqual(1);
  }
});
