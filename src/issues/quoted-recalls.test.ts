import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { complaint } from './complaints.fixture.ts';
import { prepareComplaints } from './prepare.ts';
import { quotedRecalls } from './quoted-recalls.ts';

const prepared = (...texts: string[]) =>
  prepareComplaints(texts.map((text, index) => complaint(11_000_000 + index, text)));

const QUOTED = z
  .array(z.object({ text: z.string(), campaigns: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../../eval/labels/quoted-recalls.json', import.meta.url), 'utf8')));

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
