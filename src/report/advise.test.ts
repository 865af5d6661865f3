import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  harm,
  issuesPart,
  knownIssue,
  NOW_MS,
  recallsPart,
  report,
  usAlone,
  usRecall,
  warranties,
} from '../../test/report/report-fixture.ts';
import { COMPONENT_TAGS } from '../issues/lexicon/lexicon.ts';
import { advise, componentChecks } from './advise.ts';
import { typicalPurchase } from './purchase.ts';

const quiet = () => report({ recalls: recallsPart(usAlone()), knownIssues: issuesPart({ knownIssues: [] }) });

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
      knownIssue('Fire', { componentTags: ['engine'], severitySignals: harm({ fires: 3 }) }),
    ];
    const { atTheCar } = advise(report({ knownIssues: issuesPart({ knownIssues: issues }) }));
    expect(atTheCar.map(({ text, because }) => [text, because])).toEqual([
      [expect.stringMatching('scorched wires'), 'Fire: 2 owner complaints with 3 fires'],
      [componentChecks['service brakes'], 'Squeal: 40 owner complaints'],
    ]);
  });

  it('would show an engine that stalls, from cold', () => {
    const stalls = knownIssue('Engine stalls, hesitates or loses power', { componentTags: ['engine'] });
    const { atTheCar } = advise(report({ knownIssues: issuesPart({ knownIssues: [stalls] }) }));
    const text = expect.stringMatching(/^Start it cold and let it idle; .* it must not stumble or go out\.$/);
    expect(atTheCar).toMatchObject([{ text }]);
  });

  it('looks at the part that a failure is named after, and at none for a repair that could not be had', () => {
    const issues = [
      knownIssue('Doors, latches or locks fail', { componentTags: ['visibility', 'structure'] }),
      knownIssue('Recall repair not available', { componentTags: ['equipment', 'engine'] }),
    ];
    const { atTheCar } = advise(report({ knownIssues: issuesPart({ knownIssues: issues }) }));
    expect(atTheCar.map(({ text }) => text)).toEqual([componentChecks['latches and locks']]);
  });

  it('sends nobody to a dealer of a maker that has none', () => {
    const vehicle = { ...decodedVehicle().vehicle, make: 'Tesla' };
    const { beforeYouGo } = advise(report({ decoded: decodedVehicle({ vehicle }) }));
    expect(beforeYouGo.map(({ text }) => text).join()).toMatch(/a Tesla service center look up by the VIN/);
  });

  it('asks for the receipt of a recall that warns, and whether a repair helped', () => {
    const asked = advise(
      report({
        recalls: recallsPart(usAlone(usRecall('21V001000', { parkIt: true }))),
        knownIssues: issuesPart({
          knownIssues: [knownIssue('Stalls', { afterRepair: { notHelped: 4, partsUnavailable: 0 } })],
        }),
      }),
    ).beforeYouGo;
    expect(asked).toContainEqual({
      kind: 'question',
      text: '“Can you show me the dealer’s receipt for recall 21V001000?”',
      because: 'Engine, recalled with a warning',
      section: 'recalls',
      evidence: { pointer: '/recalls/items/0', campaigns: ['21V001000'] },
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
    const { beforeYouGo } = advise(report({ knownIssues: issuesPart({ knownIssues: issues }) }));
    expect(beforeYouGo.flatMap(({ text }) => /did it come back: (\w+)/.exec(text)?.[1] ?? [])).toEqual([
      'Jams',
      'Burns',
    ]);
  });

  it('names the money of the country, and the places that are cheapest and dearest', () => {
    const [money] = advise(report({ purchase: typicalPurchase('US') })).atTheCounter;
    expect(money?.text).toMatch(
      /^Have the money for taxes and fees ready, on top of the price: \$\d+ to \$[\d,]+ USD, by place\.$/,
    );
    expect(money?.section).toBe('purchaseCosts');
    // Many places tax that value where it is the higher one.
    expect(money?.because).toMatch(
      /^A private sale at \$25,000 \(an example, also taken as the book value\): least in /,
    );
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
