import { expect, test } from 'vitest';
import { complaint } from '../complaints.fixture.ts';
import { prepareComplaints } from '../prepare.ts';
import { citeByReading } from './cite-by-reading.ts';
import { lexicon } from './lexicon.ts';
import { createRecogniser } from './recognise.ts';

const recognise = createRecogniser(lexicon().modes);
const modeOf = (title: string) => lexicon().modes.findIndex((mode) => mode.title === title);

function issueOf(title: string, texts: Record<number, string>) {
  const members = prepareComplaints(
    Object.entries(texts).map(([odiNumber, text]) => complaint(Number(odiNumber), text)),
  ).map((one) => ({ one, strength: 0.8, reported: [], likely: new Map<number, number>(), main: true }));
  const issue = { title, summary: '', tags: [], hazard: 'medium' as const, symptoms: [], citations: [] };
  return { issue, mode: modeOf(title), members };
}

/** What each issue cites, after these complaints were read beside those that it has. */
function citedAfter(left: Record<number, string>) {
  const oil = issueOf('Engine burns oil between changes', { 1: 'The engine burns oil.' });
  const sunroof = issueOf('Sunroof shatters, leaks or sticks', {
    2: 'The sunroof shattered. The engine burns oil. Oil consumption is excessive. I add a quart of oil every week.',
  });
  const groups = [oil, sunroof];
  const everybody = [
    ...groups.flatMap(({ members }) => members.map(({ one }) => one)),
    ...prepareComplaints(Object.entries(left).map(([odiNumber, text]) => complaint(Number(odiNumber), text))),
  ];
  const readings = everybody.map((one) => recognise(one.sentences, one.tags));
  citeByReading(groups, everybody, readings, recognise);
  return groups.map(({ members }) =>
    members.map(({ one, main }) => `${one.complaint.odiNumber}${main ? '' : ' beside'}`),
  );
}

test('who is in no group is cited where an issue has the name of what it reports', () => {
  const [oil, sunroof] = citedAfter({
    3: 'The panoramic sunroof exploded on the highway.',
    4: 'The wipers stopped in the rain.',
  });
  expect(sunroof).toEqual(['2', '3']);
  expect(oil).not.toContain('4');
});

test('who plainly reports a second failure is cited for both', () => {
  expect(citedAfter({})).toEqual([['1', '2 beside'], ['2']]);
});
