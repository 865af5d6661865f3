import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  harm,
  issueAnswer,
  issuesPart,
  knownIssue,
  NOW_MS,
  recallsPart,
  report,
  unlisted,
  usAlone,
  usRecall,
  warranties,
} from '../../test/report/report-fixture.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import type { UsRecall } from '../recalls/recall-schemas.ts';
import type { Report } from './report-schema.ts';

const withRecalls = (...us: UsRecall[]) => report({ recalls: recallsPart(usAlone(...us)) });
const withIssues = (...knownIssues: KnownIssue[]) => report({ knownIssues: issuesPart({ knownIssues }) });
const kindsOf = ({ summary }: Report) => summary.map(({ kind }) => kind);
const about = ({ summary }: Report, kind: string) => summary.filter((statement) => statement.kind === kind);

function follow(from: unknown, pointer: string): unknown {
  let at = from;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

describe('what a buyer should look at first', () => {
  it('every statement points to the part of the report that it comes from', () => {
    const whole = report({ decoded: decodedVehicle({ vin: '1' }) });
    expect(whole.summary.length).toBeGreaterThan(4);
    for (const { pointer } of whole.summary) expect(follow(whole, pointer)).toBeDefined();
  });

  it('is ordered from the urgent to what is good to know', () => {
    const levels = report().summary.map(({ level }) => level);
    const order = ['urgent', 'important', 'note'];
    expect(levels).toEqual(levels.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  it('begins with a VIN that may be misread', () => {
    const { decode } = decodedVehicle();
    const doubtful = report({
      decoded: decodedVehicle({
        vinWarning: 'The check digit is wrong. Did you mean X?',
        decode: { ...decode, checkDigitValid: false },
      }),
    });
    expect(doubtful.summary[0]).toMatchObject({ kind: 'vin_doubtful', level: 'urgent' });
    expect(doubtful.summary[0]?.statement).toContain('Did you mean X?');
  });
});

describe('recalls', () => {
  it('do-not-drive comes before park-outside, each with its campaign', () => {
    const shown = withRecalls(
      usRecall('20V111000', { parkOutside: true }),
      usRecall('20V222000', { parkIt: true, parkOutside: true }),
      usRecall('20V333000'),
    );
    expect(shown.summary.slice(0, 2)).toMatchObject([
      { kind: 'do_not_drive', item: '20V222000', pointer: '/recalls/items/0' },
      { kind: 'park_outside', item: '20V111000', pointer: '/recalls/items/1' },
    ]);
    expect(about(shown, 'park_outside')).toHaveLength(1);
  });

  it('that dealers are not to sell the car comes behind what endangers its owner', () => {
    const shown = withRecalls(
      usRecall('20V444000', { stopSale: true }),
      usRecall('20V111000', { parkOutside: true }),
    );
    expect(shown.summary.map(({ kind }) => kind).slice(0, 2)).toEqual(['park_outside', 'stop_sale']);
    expect(about(shown, 'stop_sale')).toMatchObject([{ item: '20V444000', level: 'important' }]);
  });

  it('a campaign that says both is shown with both', () => {
    const shown = withRecalls(usRecall('20V111000', { parkIt: true, parkOutside: true }));
    expect(about(shown, 'do_not_drive')[0]?.statement).toMatch(/do not drive the car, and park it outside/);
  });

  it('a campaign for a part says that it depends on the part', () => {
    const shown = withRecalls(usRecall('20T111000', { kind: 'tire', parkIt: true }));
    expect(about(shown, 'do_not_drive')[0]?.statement).toContain('only if that part is fitted');
  });

  it('without any, nothing is said about recalls', () => {
    expect(withRecalls().summary.filter(({ section }) => section === 'recalls')).toEqual([]);
  });

  it('of a model that nobody lists, silence is called silence', () => {
    const recalls = recallsPart({ ...usAlone(), provenance: unlisted });
    expect(kindsOf(report({ recalls }))).toContain('model_not_listed');
  });
});

describe('what is missing or old', () => {
  it('is never taken for "nothing found"', () => {
    const shown = report({ recalls: { kind: 'unavailable', reason: 'The source is down.' } });
    expect(about(shown, 'section_unavailable')).toMatchObject([
      { section: 'recalls', pointer: '/sectionDetails/recalls', level: 'important' },
    ]);
    expect(about(shown, 'section_unavailable')[0]?.statement).toBe(
      'The recalls are missing from this report, which does not mean that there are none. The source is down.',
    );
  });

  it('an older copy is dated', () => {
    const { provenance } = issueAnswer();
    const stale = issuesPart({
      provenance: { ...provenance, cache: 'stale', fetchedAt: '2026-10-01T08:00:00.000Z' },
    });
    expect(about(report({ knownIssues: stale }), 'older_copy')[0]?.statement).toContain('2026-10-01');
  });
});

describe('known issues', () => {
  it('rising ones with a fire or a crash come first, then dangerous ones, then other rising ones', () => {
    const shown = withIssues(
      knownIssue('Rattles'),
      knownIssue('Leaks', { trend: 'rising' }),
      knownIssue('Burns', { severitySignals: harm({ fires: 3 }) }),
      knownIssue('Stalls', { trend: 'rising', severitySignals: harm({ crashes: 1 }) }),
    );
    const statements = shown.summary.filter(({ section }) => section === 'knownIssues');
    expect(statements.map(({ kind, item }) => [kind, item])).toEqual([
      ['rising_danger', 'Stalls'],
      ['dangerous_failure', 'Burns'],
      ['rising_failure', 'Leaks'],
    ]);
    expect(statements[0]?.statement).toBe(
      'Stalls: 2 owner complaints reporting 1 crash, more often in the latest year of complaints.',
    );
  });

  it('a single event that does not rise may be chance and is left out, a death is not', () => {
    const shown = withIssues(
      knownIssue('Stalls', { severitySignals: harm({ crashes: 2 }) }),
      knownIssue('Rolls away', { severitySignals: harm({ deaths: 1 }) }),
    );
    expect(about(shown, 'dangerous_failure').map(({ item }) => item)).toEqual(['Rolls away']);
  });

  it('of many rising ones without danger the first two are shown', () => {
    const many = ['Leaks', 'Rattles', 'Squeaks'].map((title) => knownIssue(title, { trend: 'rising' }));
    expect(about(withIssues(...many), 'rising_failure').map(({ item }) => item)).toEqual([
      'Leaks',
      'Rattles',
    ]);
  });

  it('of many dangerous ones the three worst are shown', () => {
    const many = [4, 9, 3, 7, 5].map((crashes) =>
      knownIssue(`${crashes} crashes`, { severitySignals: harm({ crashes }) }),
    );
    expect(about(withIssues(...many), 'dangerous_failure').map(({ item }) => item)).toEqual([
      '9 crashes',
      '7 crashes',
      '5 crashes',
    ]);
  });

  it('mileage comes with how many state one', () => {
    const typicalMileage = { p25: 10_000, median: 42_000, p75: 60_000, stated: 4 };
    const shown = withIssues(knownIssue('Leaks', { trend: 'rising', typicalMileage }));
    expect(about(shown, 'rising_failure')[0]?.statement).toContain(
      'Of the 4 that state a mileage, half were below 42,000 miles.',
    );
  });
});

describe('the factory warranty', () => {
  const warrantyOf = (
    changed: { year: number; make?: string; model?: string },
    market: 'CA' | 'US' = 'US',
  ) => {
    const { vehicle } = decodedVehicle();
    const decoded = decodedVehicle({ vehicle: { ...vehicle, ...changed } });
    const warranty = warranties.find(decoded.vehicle, { market }, NOW_MS);
    return about(report({ decoded, warranty }, NOW_MS), 'warranty_may_run');
  };
  const itemsOf = (...question: Parameters<typeof warrantyOf>) =>
    warrantyOf(...question).map(({ item }) => item);

  it('is what a later owner of a young car may still have', () => {
    // A 2024 Elantra: later owners have 5 years/60,000 miles of powertrain coverage, not the 10 years of the first.
    const statements = warrantyOf({ year: 2024 });
    expect(statements.map(({ item }) => item)).toEqual(['basic', 'powertrain', 'emissionsMajorComponents']);
    expect(statements[1]?.statement).toContain('of 60 months or 60,000 miles');
    expect(statements[1]?.pointer).toBe('/warranty/coverages/powertrain');
  });

  it('names the market whose terms these are', () => {
    expect(warrantyOf({ year: 2024 }, 'CA')[0]?.statement).toContain('as sold in Canada');
  });

  it('leaves out what is over, by its age or by the distance that is typical of it', () => {
    // Toyota: basic of 36 months or 36,000 miles; a car of 2022 is too old for it and typically has run further.
    expect(itemsOf({ year: 2013 })).toEqual([]);
    expect(itemsOf({ year: 2022, make: 'Toyota', model: 'Camry' })).not.toContain('basic');
  });

  it('says where it is not established what later owners have', () => {
    const statements = warrantyOf({ year: 2026, make: 'Ram', model: '1500' });
    expect(statements.find(({ item }) => item === 'powertrain')?.statement).toContain('not established');
  });
});

describe('purchase costs', () => {
  it('name the cheapest and the dearest place, and the largest line there', () => {
    const [shown] = about(report(), 'largest_cost');
    expect(shown?.statement).toContain('from 40 (Yukon) to 4,346.43 (Nova Scotia)');
    expect(shown?.statement).toContain('3,500 CAD');
    expect(shown?.item).toBe('NS');
  });
});
