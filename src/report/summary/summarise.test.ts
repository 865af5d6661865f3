import { describe, expect, it } from 'vitest';
import type { KnownIssue } from '../../issues/schemas.ts';
import type { UsRecall } from '../../recalls/recall-schemas.ts';
import type { Coverage, Warranty } from '../../warranty/warranty.ts';
import { knownIssuesSection } from '../known-issues-section.ts';
import { recallsSection } from '../recalls-section.ts';
import {
  decodedVehicle,
  issueAnswer,
  knownIssue,
  NOW_MS,
  recallReport,
  report,
  usRecall,
  warranties,
} from '../report.fixture.ts';
import type { Report } from '../report-schema.ts';

const withRecalls = (...us: UsRecall[]) =>
  report({
    recalls: {
      state: 'ok',
      section: recallsSection(
        recallReport({ us, canada: [], related: [], counts: { us: us.length, canada: 0 } }),
      ),
    },
  });
const withIssues = (...knownIssues: KnownIssue[]) =>
  report({ knownIssues: knownIssuesSection(issueAnswer({ knownIssues })) });
const kindsOf = ({ summary }: Report) => summary.map(({ kind }) => kind);
const about = ({ summary }: Report, kind: string) => summary.filter((statement) => statement.kind === kind);

/** What a JSON pointer leads to. */
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
      decoded: decodedVehicle({ decode: { ...decode, checkDigitValid: false, suggestedVin: 'X!Y' } }),
    });
    expect(doubtful.summary[0]).toMatchObject({ kind: 'vin_doubtful', level: 'urgent' });
    expect(doubtful.summary[0]?.statement).toContain('X!Y');
  });
});

describe('recalls', () => {
  it('do-not-drive comes before park-outside, each with its campaign', () => {
    const told = withRecalls(
      usRecall('20V111000', { parkOutside: true }),
      usRecall('20V222000', { parkIt: true, parkOutside: true }),
      usRecall('20V333000'),
    );
    expect(told.summary.slice(0, 2)).toMatchObject([
      { kind: 'do_not_drive', item: '20V222000', pointer: '/recalls/items/0' },
      { kind: 'park_outside', item: '20V111000', pointer: '/recalls/items/1' },
    ]);
    expect(about(told, 'park_outside')).toHaveLength(1);
  });

  it('a campaign that says both is told with both', () => {
    const told = withRecalls(usRecall('20V111000', { parkIt: true, parkOutside: true }));
    expect(about(told, 'do_not_drive')[0]?.statement).toMatch(/do not drive the car, and park it outside/);
  });

  it('a campaign for a part says that it depends on the part', () => {
    const told = withRecalls(usRecall('20T111000', { kind: 'tire', parkIt: true }));
    expect(about(told, 'do_not_drive')[0]?.statement).toContain('only if that part is fitted');
  });

  it('without any, nothing is said about recalls', () => {
    expect(withRecalls().summary.filter(({ section }) => section === 'recalls')).toEqual([]);
  });

  it('of a model that nobody lists, silence is called silence', () => {
    const { provenance } = recallReport();
    const unlisted = recallsSection(
      recallReport({
        us: [],
        canada: [],
        related: [],
        counts: { us: 0, canada: 0 },
        provenance: {
          us: { ...provenance.us, modelListed: false },
          canada: { ...provenance.canada, modelListed: false },
        },
      }),
    );
    expect(kindsOf(report({ recalls: { state: 'ok', section: unlisted } }))).toContain('model_not_listed');
  });
});

describe('what is missing or old', () => {
  it('is never taken for "nothing found"', () => {
    const told = report({ recalls: { state: 'unavailable', reason: 'The source is down.' } });
    expect(about(told, 'section_unavailable')).toMatchObject([
      { section: 'recalls', pointer: '/sectionDetails/recalls', level: 'important' },
    ]);
    expect(about(told, 'section_unavailable')[0]?.statement).toBe(
      'The recalls are missing from this report, which does not mean that there are none. The source is down.',
    );
  });

  it('an older copy is dated', () => {
    const { provenance } = issueAnswer();
    const stale = knownIssuesSection(
      issueAnswer({ provenance: { ...provenance, cache: 'stale', fetchedAt: '2026-10-01T08:00:00.000Z' } }),
    );
    expect(about(report({ knownIssues: stale }), 'older_copy')[0]?.statement).toContain('2026-10-01');
  });
});

describe('known issues', () => {
  const signals = { fires: 0, crashes: 0, injuries: 0, deaths: 0 };

  it('rising ones with a fire or a crash come first, then dangerous ones, then other rising ones', () => {
    const told = withIssues(
      knownIssue('Rattles'),
      knownIssue('Leaks', { trend: 'rising' }),
      knownIssue('Burns', { severitySignals: { ...signals, fires: 3 } }),
      knownIssue('Stalls', { trend: 'rising', severitySignals: { ...signals, crashes: 1 } }),
    );
    const statements = told.summary.filter(({ section }) => section === 'knownIssues');
    expect(statements.map(({ kind, item }) => [kind, item])).toEqual([
      ['rising_danger', 'Stalls'],
      ['dangerous_failure', 'Burns'],
      ['rising_failure', 'Leaks'],
    ]);
    expect(statements[0]?.statement).toBe(
      'Stalls: 2 owner complaints telling of 1 crash, and complaints of it are rising.',
    );
  });

  it('a single event that does not rise may be chance and is not told, a death is', () => {
    const told = withIssues(
      knownIssue('Stalls', { severitySignals: { ...signals, crashes: 2 } }),
      knownIssue('Rolls away', { severitySignals: { ...signals, deaths: 1 } }),
    );
    expect(about(told, 'dangerous_failure').map(({ item }) => item)).toEqual(['Rolls away']);
  });

  it('of many dangerous ones the three worst are told', () => {
    const many = [4, 9, 3, 7, 5].map((crashes) =>
      knownIssue(`${crashes} crashes`, { severitySignals: { ...signals, crashes } }),
    );
    expect(about(withIssues(...many), 'dangerous_failure').map(({ item }) => item)).toEqual([
      '9 crashes',
      '7 crashes',
      '5 crashes',
    ]);
  });

  it('mileage comes with how many state one', () => {
    const typicalMileage = { p25: 10_000, median: 42_000, p75: 60_000, stated: 4 };
    const told = withIssues(knownIssue('Leaks', { trend: 'rising', typicalMileage }));
    expect(about(told, 'rising_failure')[0]?.statement).toContain(
      'Of the 4 that state a mileage, half were below 42,000 miles.',
    );
  });
});

describe('the factory warranty', () => {
  const coverage: Coverage = {
    months: 60,
    miles: 60_000,
    km: 96_561,
    unlimitedDistance: false,
    transferable: true,
    note: null,
  };
  const { warranty: elantra } = warranties.find(decodedVehicle().vehicle);
  const none = { basic: null, powertrain: null, corrosion: null, roadside: null, evBattery: null };
  const covered = (modelYear: number, changed: Partial<Coverage> = {}) => {
    if (elantra === null) throw new Error('The Elantra has a warranty');
    const warranty: Warranty = {
      ...elantra,
      coverages: { ...none, powertrain: { ...coverage, ...changed } },
    };
    const { vehicle } = decodedVehicle();
    const decoded = decodedVehicle({ vehicle: { ...vehicle, year: modelYear } });
    return about(report({ decoded, warranty: { warranty, warrantyNote: null } }, NOW_MS), 'warranty_may_run');
  };

  it.each([
    ['young enough whenever it was sold', 2024, {}, 'is still within it'],
    ['old enough that the day of sale decides', 2022, {}, 'depending on the day of its first sale'],
    ['for life', 2013, { months: null, miles: null, km: null }, 'for life'],
  ])('is told of a car that is %s', (_name, modelYear, changed, words) => {
    expect(covered(modelYear, changed)).toMatchObject([{ item: 'powertrain', section: 'warranty' }]);
    expect(covered(modelYear, changed)[0]?.statement).toContain(words);
  });

  it.each([
    ['too old however late it was sold', 2020, {}],
    ['young, but typically driven beyond the limit', 2024, { miles: 24_000, km: 38_624 }],
    ['bought second-hand where the term does not pass on', 2024, { transferable: false }],
  ])('is not told of a car that is %s', (_name, modelYear, changed) => {
    expect(covered(modelYear, changed)).toEqual([]);
  });

  it('says where it is not established whether later owners get it', () => {
    expect(covered(2024, { transferable: null })[0]?.statement).toContain('not established');
  });
});

describe('purchase costs', () => {
  it('tell the cheapest and the dearest place, and the largest line there', () => {
    const [told] = about(report(), 'largest_cost');
    expect(told?.statement).toContain('from 40 (Yukon) to 4,105 (Newfoundland and Labrador)');
    expect(told?.statement).toContain('3,750 CAD');
    expect(told?.item).toBe('NL');
  });
});
