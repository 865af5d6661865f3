import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prepared } from '../../test/issues/complaints.ts';
import { readExamples } from '../../test/issues/examples.ts';
import { quotedRecalls } from './related-campaigns.ts';

const QUOTED = readExamples(
  'quoted-recalls',
  z.array(z.object({ text: z.string(), campaigns: z.array(z.string()) })),
);

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
