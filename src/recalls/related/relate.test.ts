import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareCanadaRecall, bareUsRecall } from '../../../test/recalls/bare-recalls.ts';
import type { CanadaRecall, UsRecall } from '../recall-schemas.ts';
import { relateRecalls } from './relate.ts';

const us = (campaign: string, reportedOn: string, more: Partial<UsRecall> = {}) =>
  bareUsRecall(campaign, {
    reportedOn,
    component: 'STEERING',
    summary: 'A rivet of the steering column may be missing.',
    ...more,
  });
const ca = (recallNumber: string, recalledOn: string, more: Partial<CanadaRecall> = {}) =>
  bareCanadaRecall(recallNumber, {
    recalledOn,
    system: 'Steering',
    summary: 'On certain vehicles, rivets of the steering column could be missing.',
    ...more,
  });

test('the same number of the maker links notices in different words, with high confidence', () => {
  const american = us('15V201000', '2015-04-08', { remedy: "Ford's number for this recall is 15S09." });
  const canadian = ca('2015150', '2015-05-30', {
    manufacturerRecallNumber: '15S09',
    summary: 'Shaft inspection.',
  });
  const [pair] = relateRecalls([american], [canadian]);
  expect(pair).toMatchObject({
    campaign: '15V201000',
    recallNumber: '2015150',
    evidence: { manufacturerNumber: '15S09', daysApart: 52 },
  });
  expect(pair?.confidence).toBeGreaterThanOrEqual(0.93);
});

test('the same number years apart links nothing: makers use short numbers again', () => {
  const american = us('05V001000', '2005-01-10', { remedy: "The maker's number for this recall is 251." });
  expect(
    relateRecalls([american], [ca('2023510', '2023-09-28', { manufacturerRecallNumber: '251' })]),
  ).toEqual([]);
});

test.each([
  ['2017-04-07', 1],
  ['2017-04-08', 0],
])('the same number is one defect within two years: %s', (recalledOn, pairs) => {
  const american = us('15V201000', '2015-04-08', { remedy: "The maker's number for this recall is 251." });
  const canadian = ca('2015150', recalledOn, { manufacturerRecallNumber: '251' });
  expect(relateRecalls([american], [canadian])).toHaveLength(pairs);
});

test('the same number on another part and in other words links nothing', () => {
  const american = us('15V201000', '2015-04-08', { remedy: "The maker's number for this recall is 251." });
  const canadian = ca('2015150', '2015-05-30', {
    manufacturerRecallNumber: '251',
    system: 'Airbag',
    summary: 'Inflator housings could burst and send fragments into the cabin.',
  });
  expect(relateRecalls([american], [canadian])).toEqual([]);
});

test('two US campaigns in the same words leave the Canadian recall without a pair rather than with a guess', () => {
  const twins = [us('15V201000', '2015-04-08'), us('15V202000', '2015-04-09')];
  expect(relateRecalls(twins, [ca('2015150', '2015-04-10')])).toEqual([]);
});

test.each([
  ['2015-04-20', 1],
  ['2015-08-20', 0],
])('notices that are only somewhat alike are one defect where they follow soon: %s', (recalledOn, pairs) => {
  const american = us('15V201000', '2015-04-08', { component: 'STEERING:COLUMN' });
  const canadian = ca('2015150', recalledOn, {
    summary: 'Rivets of the column were left out; the tilt lever, jacket and bracket could separate.',
  });
  const [pair] = relateRecalls([american], [canadian]);
  expect(pair === undefined ? 0 : 1).toBe(pairs);
});

test.each([
  ['2015-05-31', 1],
  ['2015-06-01', 0],
])('the same words are one defect within 150 days: %s', (recalledOn, pairs) => {
  const american = us('15V201000', '2015-01-01');
  const canadian = ca('2015150', recalledOn, { summary: american.summary });
  expect(relateRecalls([american], [canadian])).toHaveLength(pairs);
});

test('different defects of the same part at the same time are not linked', () => {
  const american = us('15V100000', '2015-02-24', {
    summary: 'A sensor discrepancy may switch the power assist off.',
  });
  expect(relateRecalls([american], [ca('2015080', '2015-02-26')])).toEqual([]);
});

test('no recall is in two pairs, and every number is one that was given', () => {
  const day = fc.constantFrom('2015-01-10', '2015-02-01', '2015-03-05');
  const words = fc.constantFrom(
    'steering rivet missing',
    'steering sensor assist lost',
    'steering gear bolt loose',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(day, words)), fc.array(fc.tuple(day, words)), (americans, canadians) => {
      const related = relateRecalls(
        americans.map(([on, summary], index) => us(`15V${index}`, on, { summary })),
        canadians.map(([on, summary], index) => ca(String(index), on, { summary })),
      );
      expect(new Set(related.map(({ campaign }) => campaign)).size).toBe(related.length);
      expect(new Set(related.map(({ recallNumber }) => recallNumber)).size).toBe(related.length);
    }),
  );
});
