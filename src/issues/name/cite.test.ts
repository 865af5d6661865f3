import { expect, test } from 'vitest';
import { complaint, prepared } from '../../../test/issues/complaints.ts';
import { createEmbeddedSynthesizer } from '../embedded-synthesizer.ts';
import { findIssues } from '../find-issues.ts';
import { indexOfMode } from '../lexicon/lexicon.ts';
import type { Complaint } from '../read/complaint.ts';
import { cite } from './cite.ts';

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

/** The complaints, numbered from 1, that the issue of this title cites. */
async function cited(title: string, ...more: string[]): Promise<number[]> {
  const rows = [...OIL, ...SUNROOF, ...RADIO, ...more].map((text, index) => complaint(index + 1, text));
  const { knownIssues } = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', {
    signal: new AbortController().signal,
  });
  return knownIssues.find((issue) => issue.title === title)?.odiNumbers ?? [];
}

const BURNS_OIL = 'Engine burns oil between changes';
const SHATTERS = 'Sunroof glass shatters';

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

const CRASHES = [
  'Head on crash at 40 mph and none of the airbags deployed.',
  'I hit a tree and the air bags did not deploy, I broke my wrist.',
  'Rear ended at 50 mph into a wall, the air bags failed to deploy.',
  'In the accident the front of the car was gone and no air bag went off.',
];

test.each([
  ['a light that warns of it', 'The airbag light came on in May and will not go off.'],
  ['a light that will never go off', 'My air bag light has been on for a year and it never goes off.'],
  ['what cannot be the same', 'While parked the side air bag deployed for no reason, without any impact.'],
])('who reports only %s is not cited for the failure', async (_, other) => {
  const title = 'Air bags do not deploy in a crash';
  expect(await cited(title, ...CRASHES, other, `Again: ${other}`)).toEqual([19, 20, 21, 22]);
});

test('who reports the failure is not cited for the light', async () => {
  const lights = [
    'The airbag light came on in May and stays on.',
    'Air bag warning light is on, the dealer reset it and it came back.',
    'The SRS light stays illuminated since the winter.',
  ];
  expect(await cited('Air bag warning light stays on', ...CRASHES, ...lights)).toEqual([23, 24, 25]);
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

/** How strongly one of a group is cited for "Air bag warning light stays on" and for the air bag that is off, each a group. */
function strengths(
  group: number,
  told: { reported?: string; hinted?: string; likely?: string },
  harm: Partial<Complaint> = {},
): number[] {
  const [light, off] = ['airbag-light', 'occupant-sensor'].map((id) => indexOfMode().get(id) ?? -1);
  const modesOf = (id?: string) => (id === undefined ? [] : [indexOfMode().get(id) ?? -1]);
  const titles = [light, off].map((mode = -1, at) => ({
    title: `Title ${at}`,
    tags: [],
    hazard: 'low' as const,
    modes: [mode],
    groups: [at],
  }));
  const reports = prepared('The light came on.').map((one) => ({
    one: { ...one, complaint: { ...one.complaint, ...harm } },
    parts: [],
    group,
    reported: modesOf(told.reported),
    said: new Map([
      ...modesOf(told.reported).map((mode) => [mode, 3] as const),
      ...modesOf(told.hinted).map((mode) => [mode, 2] as const),
    ]),
    likely: new Map(modesOf(told.likely).map((mode) => [mode, 0.6])),
  }));
  return cite(titles, reports).map(({ cited }) => cited[0]?.citation.strength ?? 0);
}

test('who says nothing of their group in known words stays where the others mean it, less surely', () => {
  const [own = 0, other] = strengths(0, { likely: 'airbag-light' });
  const [plain = 0] = strengths(0, { reported: 'airbag-light', likely: 'airbag-light' });
  expect(own).toBeGreaterThan(0.5);
  expect(own).toBeLessThan(plain);
  expect(other).toBe(0);
  expect(strengths(0, { likely: 'misfire' })).toEqual([0, 0]);
});

test('who tells another title plainly and only hints at that of their group is cited for the other', () => {
  const told = { reported: 'occupant-sensor', hinted: 'airbag-light', likely: 'occupant-sensor' };
  const [light, off] = strengths(0, told);
  expect(light).toBe(0);
  expect(off).toBeGreaterThan(0.7);
});

test('known words that the others do not mean are not enough for the title of another group', () => {
  const told = { reported: 'occupant-sensor', likely: 'misfire' };
  expect(strengths(9, told)).toEqual([0, 0]);
  expect(strengths(9, { ...told, likely: 'occupant-sensor' })[1]).toBeGreaterThan(0.6);
});

test('who only hints at a title is cited for it where it burned or somebody was hurt', () => {
  const told = { hinted: 'occupant-sensor', likely: 'occupant-sensor' };
  expect(strengths(9, told)).toEqual([0, 0]);
  for (const harm of [{ fire: true }, { injuries: 1 }, { deaths: 1 }]) {
    const [light, off = 0] = strengths(9, told, harm);
    expect(light).toBe(0);
    expect(off).toBeGreaterThan(0);
  }
});

test('known words that the others contradict count for less', () => {
  const told = { reported: 'airbag-light', likely: 'misfire' };
  const [doubted = 1] = strengths(0, told);
  const [plain = 0] = strengths(0, { ...told, likely: 'airbag-light' });
  expect(doubted).toBeLessThan(plain);
});
