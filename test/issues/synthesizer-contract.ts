import { describe, expect, it } from 'vitest';
import { findIssues } from '../../src/issues/find-issues.ts';
import { prepareComplaints } from '../../src/issues/read/prepare.ts';
import type { IssueSynthesizer } from '../../src/issues/synthesizer.ts';
import { complaint, twoFailures } from './complaints.ts';

interface MadeSynthesizer extends AsyncDisposable {
  synthesizer: IssueSynthesizer;
}

const AS_OF = '2025-06-30';
const signal = new AbortController().signal;

/** The duties of every engine that names issues. */
export function describeSynthesizer(name: string, make: () => Promise<MadeSynthesizer>): void {
  describe(`${name}, as any engine`, () => {
    it('names each of two plain failures and cites the complaints that report it', async () => {
      await using made = await make();
      const { knownIssues } = await findIssues(twoFailures(30), made.synthesizer, AS_OF, { signal });
      const gauge = knownIssues.find(({ title }) => /gauge/i.test(title));
      const stall = knownIssues.find(({ title }) => /stall/i.test(title));

      expect(gauge?.count).toBe(15);
      expect(stall?.count).toBe(15);
      expect(gauge?.componentTags).toContain('fuel system');
    });

    it('cites only what it was given', async () => {
      await using made = await make();
      const given = prepareComplaints(twoFailures(30));
      const numbers = new Set(given.map((one) => one.complaint.odiNumber));
      const { proposals } = await made.synthesizer.synthesize(given, { signal });

      for (const { citations } of proposals)
        for (const { odiNumber } of citations) expect(numbers).toContain(odiNumber);
    });

    it('finds nothing in texts that report no failure', async () => {
      await using made = await make();
      const empty = Array.from({ length: 20 }, (_, index) =>
        complaint(11_000_000 + index, `See attached document ${index}.`),
      );

      expect(await findIssues(empty, made.synthesizer, AS_OF, { signal })).toMatchObject({
        status: 'no_clear_pattern',
        knownIssues: [],
      });
    });

    it('gives the same answer to the same complaints in any order', async () => {
      await using made = await make();
      const rows = twoFailures(30);
      const first = await findIssues(rows, made.synthesizer, AS_OF, { signal });

      expect(await findIssues(rows.toReversed(), made.synthesizer, AS_OF, { signal })).toEqual(first);
    });

    it('shows no text of a complaint', async () => {
      await using made = await make();
      const rows = twoFailures(30).map((row) => ({
        ...row,
        summary: `${row.summary} Ask Zebulon Quxworth.`,
      }));

      expect(JSON.stringify(await findIssues(rows, made.synthesizer, AS_OF, { signal }))).not.toMatch(
        /zebulon|quxworth/i,
      );
    });
  });
}
