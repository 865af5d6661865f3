import { describe, expect, it } from 'vitest';
import {
  costs,
  decodedVehicle,
  issueAnswer,
  knownIssue,
  NOW_MS,
  recallReport,
  report,
  usRecall,
  warranties,
} from '../../test/report/report-fixture.ts';
import { COMPONENT_TAGS } from '../issues/lexicon/component-tags.ts';
import { advise } from './advise.ts';
import { componentChecks, fireCheck } from './component-checks.ts';
import { knownIssuesSection } from './known-issues-section.ts';
import { createCostsSections } from './purchase-costs-section.ts';
import { recallsSection } from './recalls-section.ts';

const quiet = () =>
  report({
    recalls: {
      kind: 'ok',
      section: recallsSection(
        recallReport({ us: [], canada: [], related: [], counts: { us: 0, canada: 0 } }),
      ),
    },
    knownIssues: knownIssuesSection(issueAnswer({ knownIssues: [] })),
  });

describe('what to check and to ask', () => {
  it('is nothing at the car where owners report nothing, and nothing about recalls where there are none', () => {
    const { beforeYouGo, atTheCar, atTheCounter } = advise(quiet());
    expect(atTheCar).toEqual([]);
    expect([...beforeYouGo, ...atTheCounter].filter(({ section }) => section === 'recalls')).toEqual([]);
  });

  it.each([
    [2013, []],
    [2022, [expect.stringMatching(/^May still run for a later owner: basic/)]],
    [2026, [expect.stringMatching(/^May still run for a later owner: basic/)]],
  ])('asks for the first day in service where a warranty may still run: model year %s', (year, reasons) => {
    const vehicle = { ...decodedVehicle().vehicle, year };
    const warranty = warranties.find(vehicle, {}, NOW_MS);
    const { beforeYouGo, atTheCounter } = advise(report({ decoded: decodedVehicle({ vehicle }), warranty }));
    const asked = [...beforeYouGo, ...atTheCounter].filter(({ section }) => section === 'warranty');
    expect(asked.map(({ because }) => because)).toEqual(reasons);
  });

  it('is one check of each part that owners complain of, the most dangerous first, with the complaint it comes from', () => {
    const issues = [
      knownIssue('Squeal', { count: 40, componentTags: ['service brakes'] }),
      knownIssue('Grind', { count: 30, componentTags: ['service brakes'] }),
      knownIssue('Fire', {
        componentTags: ['engine'],
        severitySignals: { fires: 3, crashes: 0, injuries: 0, deaths: 0 },
      }),
    ];
    const { atTheCar } = advise(
      report({ knownIssues: knownIssuesSection(issueAnswer({ knownIssues: issues })) }),
    );
    expect(atTheCar.map(({ text, because }) => [text, because])).toEqual([
      [fireCheck, 'Fire: 2 owner complaints with 3 fires'],
      [componentChecks['service brakes'], 'Squeal: 40 owner complaints'],
    ]);
  });

  it('asks for the receipt of a recall that warns, and whether a repair helped', () => {
    const asked = advise(
      report({
        recalls: {
          kind: 'ok',
          section: recallsSection(
            recallReport({
              us: [usRecall('21V001000', { parkIt: true })],
              canada: [],
              related: [],
              counts: { us: 1, canada: 0 },
            }),
          ),
        },
        knownIssues: knownIssuesSection(
          issueAnswer({
            knownIssues: [knownIssue('Stalls', { afterRepair: { notHelped: 4, partsUnavailable: 0 } })],
          }),
        ),
      }),
    ).beforeYouGo;
    expect(asked).toContainEqual({
      kind: 'question',
      text: '“Can you show me the dealer’s receipt for recall 21V001000?”',
      because: 'Engine, recalled with a warning',
      section: 'recalls',
    });
    expect(asked).toContainEqual(
      expect.objectContaining({ because: '4 owners say that a repair did not help', section: 'knownIssues' }),
    );
  });

  it('asks about repairs where most owners say that one did not help, and not where a single one does', () => {
    const notHelped = (title: string, notHelped: number) =>
      knownIssue(title, { afterRepair: { notHelped, partsUnavailable: 0 } });
    const issues = [
      notHelped('Stalls', 1),
      notHelped('Leaks', 2),
      notHelped('Burns', 3),
      notHelped('Jams', 9),
    ];
    const { beforeYouGo } = advise(
      report({ knownIssues: knownIssuesSection(issueAnswer({ knownIssues: issues })) }),
    );
    expect(beforeYouGo.flatMap(({ text }) => /did it come back: (\w+)/.exec(text)?.[1] ?? [])).toEqual([
      'Jams',
      'Burns',
    ]);
  });

  it('names the money of the country, and the places that are cheapest and dearest', () => {
    const [money] = advise(
      report({ purchaseCosts: { kind: 'ok', section: createCostsSections(costs)('US', NOW_MS) } }),
    ).atTheCounter;
    expect(money?.text).toMatch(
      /^Have the money for taxes and fees ready, on top of the price: \$\d+ to \$[\d,]+ USD, by place\.$/,
    );
    expect(money?.section).toBe('purchaseCosts');
  });

  it('says of missing recalls that a dealer has to be asked', () => {
    const { beforeYouGo } = advise(report({ recalls: { kind: 'unavailable', reason: 'down' } }));
    expect(beforeYouGo[0]).toMatchObject({
      text: 'Ask a Hyundai dealer for the recalls of this VIN.',
      section: 'recalls',
    });
  });

  it('knows a check of every part that complaints are sorted by', () => {
    for (const tag of COMPONENT_TAGS) expect(componentChecks[tag]).toMatch(/^[A-Z].{20,130}\.$/);
  });
});
