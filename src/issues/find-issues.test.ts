import { describe, expect, it } from 'vitest';
import { HOSTILE_NARRATIVES, hostileComplaints, TRACES } from '../../test/issues/attacks.ts';
import { complaint, twoFailures } from '../../test/issues/complaints.ts';
import { createEmbeddedSynthesizer } from './embedded-synthesizer.ts';
import { findIssues } from './find-issues.ts';
import type { Complaint } from './read/complaint.ts';
import { findingsSchema } from './schemas.ts';

const synthesizer = createEmbeddedSynthesizer();
const signal = new AbortController().signal;
const find = (rows: ReturnType<typeof twoFailures>) =>
  findIssues(rows, synthesizer, '2025-06-30', { signal });

describe('the issues of a set of complaints', () => {
  it('are as the schema says', async () => {
    const whole = { status: 'ok', complaintCount: 40, complaintsAnalyzed: 40 };
    expect(findingsSchema.parse(await find(twoFailures(40)))).toMatchObject(whole);
  });

  it('count, share and severity come from the cited complaints alone', async () => {
    const rows = twoFailures(40).map((row, index) => ({
      ...row,
      crash: index === 0,
      fire: index === 1,
      injuries: index === 3 ? 2 : 0,
    }));
    for (const issue of (await find(rows)).knownIssues) {
      const cited = rows.filter(({ odiNumber }) => issue.odiNumbers.includes(odiNumber));
      expect(issue).toMatchObject({
        count: cited.length,
        share: cited.length / 40,
        severitySignals: {
          fires: cited.filter(({ fire }) => fire).length,
          crashes: cited.filter(({ crash }) => crash).length,
          injuries: cited.reduce((sum, { injuries }) => sum + injuries, 0),
          deaths: 0,
        },
      });
      expect(issue.shareInterval.low).toBeLessThan(issue.share);
      expect(issue.shareInterval.high).toBeGreaterThan(issue.share);
    }
  });

  it('state no mileage of a failure that shows in a crash', async () => {
    const told = (summary: string) => `${summary} It happened at 43,000 miles.`;
    const crashed = twoFailures(40).map((row, index) => ({
      ...row,
      crash: index % 20 < 16,
      summary: told(row.summary),
    }));
    for (const issue of (await find(crashed)).knownIssues) expect(issue).not.toHaveProperty('typicalMileage');
  });

  it('state the mileage only where at least three owners state one', async () => {
    const stated = twoFailures(30).map((row, index) =>
      // All of one failure, and two of the other.
      index % 6 < 3 || index === 3 || index === 4
        ? { ...row, summary: `${row.summary} It began at ${40 + index},000 miles.` }
        : row,
    );
    const { knownIssues } = await find(stated);
    const [gauge, stalls] = ['Fuel gauge', 'Engine stalls'].map((start) =>
      knownIssues.find(({ title }) => title.startsWith(start)),
    );
    expect(gauge?.typicalMileage).toEqual({ p25: 46_500, median: 53_000, p75: 59_500, stated: 15 });
    expect(stalls).not.toHaveProperty('typicalMileage');
  });

  it('state in which years the cited complaints were filed, undated ones left out', async () => {
    const years = ['2023-02-03', '2024-05-06', null];
    const rows = twoFailures(42).map((row, index) => ({ ...row, filedOn: years[index % 3] ?? null }));
    for (const issue of (await find(rows)).knownIssues) {
      const cited = rows.filter(({ odiNumber }) => issue.odiNumbers.includes(odiNumber));
      const filedIn = (year: string) => cited.filter(({ filedOn }) => filedOn?.startsWith(year)).length;
      expect(issue.reportedByYear).toEqual([
        { year: 2023, count: filedIn('2023') },
        { year: 2024, count: filedIn('2024') },
      ]);
    }
  });

  it('leave no fire and nobody hurt unsaid, though no issue cites it', async () => {
    const alone = complaint(12_000_000, 'Smoke rose from under the rear bench, then flames.');
    const { knownIssues, alsoReported } = await find([
      ...twoFailures(30),
      { ...alone, components: ['SEATS'], fire: true, injuries: 2 },
      { ...complaint(12_000_001, 'The lever on the side came off in my hand.'), components: ['SEATS'] },
    ]);
    expect(knownIssues.flatMap(({ odiNumbers }) => odiNumbers)).not.toContain(12_000_000);
    expect(alsoReported).toEqual([
      {
        component: 'seats',
        count: 2,
        severitySignals: { fires: 1, crashes: 0, injuries: 2, deaths: 0 },
        odiNumbers: [12_000_000],
      },
    ]);
  });

  it('name what three of hundreds report, and two where it burned or somebody was hurt or died', async () => {
    const rare = [
      'The passenger air bag did not deploy when a truck struck us head on.',
      'Air bags failed to deploy in a frontal collision at fifty miles an hour.',
      'I hit a tree and none of the airbags deployed, which the police noted.',
    ].map((summary, index) => complaint(13_000_000 + index, summary, { components: ['AIR BAGS'] }));
    const named = async (harm: Partial<Complaint>, [first, ...others] = rare) => {
      const rows = [...twoFailures(420), ...others, ...(first ? [{ ...first, ...harm }] : [])];
      const { knownIssues } = await find(rows);
      return knownIssues.some(({ odiNumbers }) => odiNumbers.includes(13_000_001));
    };
    expect(await named({})).toBe(true);
    expect(await named({ crash: true }, rare.slice(0, 2))).toBe(false);
    for (const harm of [{ fire: true }, { injuries: 1 }, { deaths: 1 }])
      expect(await named(harm, rare.slice(0, 2))).toBe(true);
  });

  it('name what one who was hurt reports and another tells beside a failure of their own', async () => {
    const hurt = complaint(13_000_000, 'I hit a tree and the air bags did not deploy.', { injuries: 1 });
    const both = complaint(
      13_000_001,
      'The fuel gauge reads empty and the air bags did not deploy when I hit a tree.',
    );
    const { knownIssues } = await find([...twoFailures(40), hurt, both]);
    expect(knownIssues.filter(({ odiNumbers }) => odiNumbers.includes(13_000_000))).toMatchObject([
      { odiNumbers: [13_000_000, 13_000_001] },
    ]);
    expect(knownIssues.filter(({ odiNumbers }) => odiNumbers.includes(13_000_001))).toHaveLength(2);
  });

  it('are all that four report, and first those in which somebody was hurt', async () => {
    const rows = twoFailures(35 * 4 + 2).map((row, index) => ({ ...row, injuries: index < 2 ? 1 : 0 }));
    const propose = (index: number, cited: typeof rows) => ({
      title: `Lamp ${index} goes out`,
      tags: ['engine' as const],
      hazard: 'medium' as const,
      citations: cited.map(({ odiNumber }) => ({ odiNumber, strength: 1, main: true })),
    });
    const proposals = [
      propose(99, rows.slice(0, 2)),
      ...Array.from({ length: 35 }, (_, index) => propose(index, rows.slice(2 + index * 4, 6 + index * 4))),
    ];
    const engine = {
      ...synthesizer,
      synthesize: async () => ({ proposals, engine: 'embedded' as const, model: null, promptVersion: null }),
    };
    const { knownIssues } = await findIssues(rows, engine, '2025-06-30', { signal });
    expect(knownIssues).toHaveLength(36);
    expect(knownIssues[0]?.title).toBe('Lamp 99 goes out');
  });

  it('are not named from 14 complaints, but from 15', async () => {
    const none = { status: 'insufficient_data', complaintCount: 14, knownIssues: [] };
    expect(await find(twoFailures(14))).toMatchObject(none);
    expect(await find(twoFailures(15))).toMatchObject({ status: 'ok' });
  });

  it('take what a few words are about from the component under which they were filed', async () => {
    const terse = complaint(13_000_000, 'Did not go off.', { components: ['AIR BAGS'], injuries: 1 });
    const plain = complaint(13_000_001, 'Air bags did not deploy in a head on crash.', { injuries: 1 });
    const { knownIssues } = await find([...twoFailures(30), terse, plain]);
    expect(knownIssues.map(({ odiNumbers }) => odiNumbers)).toContainEqual([13_000_000, 13_000_001]);
  });

  it('count rows of one number as one complaint', async () => {
    const rows = twoFailures(10);
    expect(await find([...rows, ...rows])).toMatchObject({ status: 'insufficient_data', complaintCount: 10 });
  });
});

describe('a hostile complaint', () => {
  it.each(HOSTILE_NARRATIVES.map((text, index) => [text.slice(0, 60), index] as const))(
    'changes nothing: %s',
    async (_text, index) => {
      const rows = twoFailures(30);
      const attack = hostileComplaints(90_000_000, '2025-06-01')[index] ?? complaint(1, '');
      const clean = await find(rows);
      const attacked = await find([...rows, attack]);
      const essence = ({ knownIssues }: typeof clean) =>
        knownIssues.map(({ title, odiNumbers }) => ({ title, odiNumbers }));

      expect(essence(attacked)).toEqual(essence(clean));
      expect(JSON.stringify(attacked.knownIssues)).not.toMatch(TRACES);
      expect(attacked.complaintCount).toBe(31);
    },
  );
});

describe('the share among all complaints, when not all were read', () => {
  it('lies in its interval, and is the share of those read where all were', async () => {
    const rows = twoFailures(300).map((row, index) => ({ ...row, crash: index % 6 === 0 }));
    const all = await findIssues(rows, createEmbeddedSynthesizer(), '2025-06-30', { signal });
    for (const { share, estimatedShare } of all.knownIssues) expect(estimatedShare).toBe(share);

    const few = { ...createEmbeddedSynthesizer(), mostComplaints: 60 };
    const { knownIssues, complaintsAnalyzed } = await findIssues(rows, few, '2025-06-30', { signal });
    expect(complaintsAnalyzed).toBe(60);
    for (const { estimatedShare, shareInterval } of knownIssues) {
      expect(estimatedShare).toBeGreaterThanOrEqual(shareInterval.low);
      expect(estimatedShare).toBeLessThanOrEqual(shareInterval.high);
      expect(Math.abs(estimatedShare - 0.5)).toBeLessThan(0.2);
    }
  });
});
