import { expect, test } from 'vitest';
import { twoFailures } from '../../test/issues/complaints.ts';
import { createEmbeddedSynthesizer } from './embedded-synthesizer.ts';
import { findIssues } from './find-issues.ts';
import { relateCampaigns } from './related-campaigns.ts';

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
