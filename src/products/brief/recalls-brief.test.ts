import { expect, test } from 'vitest';
import { recallSamples } from '../../../test/report/report-fixture.ts';
import type { Country } from '../../costs/places.ts';
import { recallsSection } from '../../report/recalls-section.ts';
import { recalls } from '../recalls.ts';
import { recallsPart } from './recalls-brief.ts';

const { us, canada, related, ...sample } = recallSamples.current();
const [canadian] = canada;
const [pair] = related;
const [american] = us;
if (!canadian || !pair || !american) throw new Error('The sample has no defect that both countries recall.');
const NUMBER = '2023512';
const CALM = {
  ...american,
  campaign: '14V222000',
  parkOutside: false,
  flags: { parkIt: false, parkOutside: false },
};
const body = {
  ...sample,
  us: [american, CALM],
  canada: [{ ...canadian, recallNumber: NUMBER }],
  related: [{ ...pair, recallNumber: NUMBER }],
  counts: { us: 2, canada: 1 },
};

test('a defect that both countries recall is one entry and counts once, under the number of the United States', () => {
  const brief = recalls.brief.of(body);
  expect(brief.urgent.map(({ campaign }) => campaign)).toEqual(['23V651000']);
  expect(brief.urgent[0]?.sameDefect.map(({ campaign }) => campaign)).toEqual([NUMBER]);
  expect(brief.others.map(({ campaign }) => campaign)).toEqual(['14V222000']);
  expect(brief.defects).toBe(2);
  expect(recalls.inWords(body)).toContain(
    `The notices of 1 defect (23V651000, in Canada ${NUMBER}) say to park it outside`,
  );
});

test('a notice without a number is said to lack it, and named nowhere as nothing', () => {
  const { related, canada, us } = recallSamples.current();
  const brief = recalls.brief.of({ ...body, us, canada, related, counts: { us: 1, canada: 1 } });
  expect(brief.missing).toContain(
    'The Canadian notice of the same defect as 23V651000 is known here without its number.',
  );
  expect(brief.urgent).toMatchObject([{ campaign: '23V651000', sameDefect: [] }]);
  expect(recalls.brief.of(body).missing).not.toContain('without its number');
});

test.each<[Country, string, string]>([
  ['US', '23V651000', NUMBER],
  ['CA', NUMBER, '23V651000'],
])(
  'a buyer in %s reads of the notice of the own country, and the number of the other',
  (country, own, abroad) => {
    const [urgent] = recallsPart(recallsSection(body), country).urgent;
    expect(urgent).toMatchObject({ country, campaign: own, abroad: [abroad] });
  },
);

test('a car that Canada alone lists is told of with its own country first', () => {
  const us = { ...body.provenance.us, modelListed: false };
  const [urgent] = recalls.brief.of({ ...body, provenance: { ...body.provenance, us } }).urgent;
  expect(urgent?.campaign).toBe(NUMBER);
});

test('an answer that ships with the service says that it is not complete', () => {
  const lack = /not complete, and nothing filed after 2026-11-21/;
  expect(recalls.brief.of(body).missing).toMatch(lack);
  const { us, canada } = body.provenance;
  const read = { us: { ...us, cache: 'miss' as const }, canada: { ...canada, cache: 'hit' as const } };
  expect(recalls.brief.of({ ...body, provenance: read }).missing).toBeNull();
});

test('two notices without a number are never taken for one defect', () => {
  const other = { ...canadian, recallNumber: null, recalledOn: '2020-03-04', system: 'Airbag' };
  const unnumbered = {
    ...body,
    us: [american],
    canada: [{ ...canadian, recallNumber: null }, other],
    related: [{ ...pair, recallNumber: null }],
    counts: { us: 1, canada: 2 },
  };
  expect(recalls.brief.of(unnumbered).defects).toBe(3);
  const alone = { ...unnumbered, canada: [{ ...canadian, recallNumber: null }] };
  expect(recalls.brief.of(alone).defects).toBe(1);
});
