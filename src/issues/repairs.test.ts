import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { complaint } from './complaints.fixture.ts';
import { prepareComplaints } from './prepare.ts';
import { afterRepairOf, quotedRecalls } from './repairs.ts';

const prepared = (...texts: string[]) =>
  prepareComplaints(texts.map((text, index) => complaint(11_000_000 + index, text)));

const examples = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../eval/labels/${name}.json`, import.meta.url), 'utf8'));
const QUOTED = z
  .array(z.object({ text: z.string(), campaigns: z.array(z.string()) }))
  .parse(examples('quoted-recalls'));
const TOLD = z
  .array(z.object({ text: z.string(), notHelped: z.boolean(), partsUnavailable: z.boolean() }))
  .parse(examples('after-repair'));

describe('recalls in the many ways in which owners quote them', () => {
  it.each(QUOTED)('$text', ({ text, campaigns }) => {
    const found = quotedRecalls(prepared(`${text} It stalls.`, `The car is slow. ${text}`));
    expect((found ?? []).map(({ campaign }) => campaign).sort()).toEqual([...campaigns].sort());
  });
});

describe('what owners tell after a repair', () => {
  it.each(TOLD)('$text', ({ text, notHelped, partsUnavailable }) => {
    expect(afterRepairOf(prepared(text)) ?? { notHelped: 0, partsUnavailable: 0 }).toEqual({
      notHelped: notHelped ? 1 : 0,
      partsUnavailable: partsUnavailable ? 1 : 0,
    });
  });
});

describe('recalls and repairs in complaints', () => {
  it('are campaigns that two complaints quote, and no single one', () => {
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

  it('count those whom a repair did not help and those who wait for parts', () => {
    expect(
      afterRepairOf(
        prepared(
          'The pump was replaced but the failure persisted.',
          'The dealer replaced the module and it did not fix the problem.',
          'The part to do the recall repair was not yet available.',
          'The engine stalled on the highway.',
        ),
      ),
    ).toEqual({ notHelped: 2, partsUnavailable: 1 });
  });

  it('are left out where nobody speaks of them', () => {
    expect(afterRepairOf(prepared('The engine stalled.'))).toBeUndefined();
    expect(quotedRecalls(prepared('The engine stalled.'))).toBeUndefined();
  });
});
