import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { prepared, twoFailures } from '../../test/issues/complaints.ts';
import { readExamples } from '../../test/issues/examples.ts';
import { createEmbeddedSynthesizer } from './embedded-synthesizer.ts';
import { findIssues } from './find-issues.ts';
import { quotedRecalls, relateCampaigns } from './related-campaigns.ts';

const signal = new AbortController().signal;

async function relatedTo(title: RegExp, component: string, summary: string) {
  const { knownIssues } = await findIssues(twoFailures(30), createEmbeddedSynthesizer(), '2025-06-30', {
    signal,
  });
  const related = relateCampaigns(knownIssues, [{ campaign: '12V345000', component, summary }]);
  return related.find((issue) => title.test(issue.title))?.relatedRecalls;
}

test('a campaign for the same component that describes the same failure is related, with its evidence', async () => {
  expect(
    await relatedTo(
      /fuel gauge/i,
      'FUEL SYSTEM, GASOLINE:FUEL GAUGE SYSTEM',
      'The fuel level sender may cause the gauge to read wrong.',
    ),
  ).toEqual([
    {
      campaign: '12V345000',
      basis: 'wording',
      complaints: 0,
      evidence: { component: 'fuel system', words: expect.arrayContaining(['fuel', 'gauge']) },
    },
  ]);
});

test.each([
  ['of another component', 'ELECTRICAL SYSTEM', 'The fuel gauge may read empty.'],
  ['of another failure of it', 'FUEL SYSTEM, GASOLINE:STORAGE', 'The tank strap may break.'],
])('a campaign %s is not', async (_what, component, summary) => {
  expect(await relatedTo(/fuel gauge/i, component, summary)).toBeUndefined();
});

const QUOTED = readExamples(
  'quoted-recalls',
  z.array(z.object({ text: z.string(), campaigns: z.array(z.string()) })),
);

test('a campaign that owners quote and that is not filed for this model says so; where none could be read, nothing is said', async () => {
  const { knownIssues } = await findIssues(twoFailures(30), createEmbeddedSynthesizer(), '2025-06-30', {
    signal,
  });
  const quoted = { campaign: '16V574000', basis: 'quoted' as const, complaints: 2 };
  const [issue] = knownIssues.map((one) => ({ ...one, relatedRecalls: [quoted] }));
  if (issue === undefined) throw new Error('There is no issue.');
  const basisAmong = (campaigns: Parameters<typeof relateCampaigns>[1]) =>
    relateCampaigns([issue], campaigns)[0]?.relatedRecalls?.map(({ basis }) => basis);
  const filed = { campaign: '16V574000', component: 'STRUCTURE', summary: 'The hood may open.' };
  expect(basisAmong([])).toEqual(['unlisted']);
  expect(basisAmong([filed])).toEqual(['quoted']);
  expect(basisAmong(null)).toEqual(['quoted']);
});

describe('recalls in the many ways in which owners quote them', () => {
  it.each(QUOTED)('$text', ({ text, campaigns }) => {
    const found = quotedRecalls(prepared(`${text} It stalls.`, `The car is slow. ${text}`));
    expect((found ?? []).map(({ campaign }) => campaign).sort()).toEqual([...campaigns].sort());
  });
});

describe('campaigns that complaints quote', () => {
  it('are those that two of them quote, and no single one', () => {
    expect(
      quotedRecalls(
        prepared(
          'NHTSA Campaign Number: 23V380000 (Engine), the part is not available.',
          'I received a notice of recall 23V-380 in June.',
          'Campaign 99V999000 is mine alone.',
        ),
      ),
    ).toEqual([{ campaign: '23V380000', basis: 'quoted', complaints: 2 }]);
  });

  it('are left out where nobody quotes one', () => {
    expect(quotedRecalls(prepared('The engine stalled.'))).toBeUndefined();
  });
});
