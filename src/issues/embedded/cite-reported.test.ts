import { expect, test } from 'vitest';
import { complaint } from '../complaints.fixture.ts';
import { prepareComplaints } from '../prepare.ts';
import { citingWhatIsReported } from './cite-reported.ts';
import { lexicon } from './lexicon.ts';
import type { NamedMember } from './name-group.ts';

const modeOf = (title: string) => lexicon().modes.findIndex((mode) => mode.title === title);
const OIL = modeOf('Engine burns oil between changes');
const KNOCKS = modeOf('Engine knocks, seizes or has to be replaced');

function member(odiNumber: number, reported: number[], likely: [number, number][]): NamedMember[] {
  return prepareComplaints([complaint(odiNumber, 'The engine has a fault.')]).map((one) => ({
    one,
    strength: 0.8,
    reported,
    main: true,
    likely: new Map(likely),
  }));
}

function group(mode: number, members: NamedMember[]) {
  const title = lexicon().modes[mode]?.title ?? '';
  const issue = { title, summary: '', tags: ['engine'] as const, hazard: 'high' as const, citations: [] };
  return { issue, mode, members };
}

const citedFor = (issues: ReturnType<typeof citingWhatIsReported>) =>
  Object.fromEntries(
    issues.map(({ title, citations }) => [title, citations.map(({ odiNumber }) => odiNumber)]),
  );

test('who plainly reports another failure is cited for that one', () => {
  const oil = group(OIL, [
    ...member(1, [OIL], [[OIL, 0.9]]),
    ...member(2, [OIL], [[OIL, 0.9]]),
    ...member(3, [KNOCKS], [[KNOCKS, 0.9]]),
  ]);
  const knocks = group(KNOCKS, [...member(4, [KNOCKS], []), ...member(5, [KNOCKS], [])]);
  expect(citedFor(citingWhatIsReported([oil, knocks]))).toEqual({
    'Engine burns oil between changes': [1, 2],
    'Engine knocks, seizes or has to be replaced': [4, 5, 3],
  });
});

test('who reports nothing plainly, or by other signs the failure itself, stays', () => {
  const oil = group(OIL, [
    ...member(1, [OIL], []),
    ...member(2, [], []),
    ...member(3, [KNOCKS], [[OIL, 0.4]]),
  ]);
  expect(citedFor(citingWhatIsReported([oil]))).toEqual({ 'Engine burns oil between changes': [1, 2, 3] });
});
