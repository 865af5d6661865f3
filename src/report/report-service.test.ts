import { describe, expect, it } from 'vitest';
import {
  costs,
  ELANTRA_VIN,
  issueAnswer,
  knownIssue,
  recallReport,
  usRecall,
  vehicles,
  warranties,
} from '../../test/report/report-fixture.ts';
import { carOfVehicle } from '../costs/car.ts';
import { publishBill } from '../costs/published.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Purchase, typicalPurchase } from './purchase.ts';
import { reportSchema, type SecondarySection } from './report-schema.ts';
import { createReportService } from './report-service.ts';

type Dependencies = Parameters<typeof createReportService>[0];

function open(more: Partial<Dependencies> = {}) {
  return createReportService({
    vehicles,
    warranties,
    recalls: { readEach: async () => ({ read: recallReport(), failures: {} }) },
    issues: { forVehicle: async () => issueAnswer() },
    costs,
    ...more,
  });
}
const ask = (more: Partial<Dependencies> = {}, signal = new AbortController().signal) =>
  open(more).forVin(ELANTRA_VIN, typicalPurchase('CA'), { signal });
const never = new Promise<never>(() => undefined);

describe('a report', () => {
  it('fits its schema, in both countries', async () => {
    const { signal } = new AbortController();
    for (const country of ['CA', 'US'] as const) {
      const report = await open().forVin(ELANTRA_VIN, typicalPurchase(country), { signal });
      expect(reportSchema.parse(report)).toEqual(report);
      expect(report.purchaseCosts?.country).toBe(country);
      expect(report.warranty?.market).toBe(country);
    }
  });

  it('has the bill of the place as purchase costs give it, and the warranty that is left at that distance', async () => {
    const place = { country: 'US', code: 'TX' } as const;
    const sale = {
      place,
      price: 950_000,
      saleType: 'private',
      familyGift: false,
      buyerHasPlates: false,
    } as const;
    const purchase: Purchase = {
      country: 'US',
      sale,
      ownCar: { odometer: { distance: 112_000, unit: 'mi' } },
      assumed: [],
    };
    const { signal } = new AbortController();
    const { vehicle } = await vehicles.decode(ELANTRA_VIN);
    const report = await open().forVin(ELANTRA_VIN, purchase, { signal });
    expect(reportSchema.parse(report)).toEqual(report);
    expect(report.purchase).toMatchObject({ place: 'TX', price: 9_500, assumed: [] });
    const bill = publishBill(costs.compute({ ...sale, car: carOfVehicle(vehicle) }));
    expect(report.purchaseCosts).toMatchObject({ country: 'US', price: 9_500, bill, byJurisdiction: [] });
    expect(report.warranty?.remaining).toMatchObject({
      odometer: { miles: 112_000 },
      coverages: { powertrain: { state: 'ended' } },
    });
    expect(report.decision.atTheCounter[0]?.text).toMatch(/^Have the money .*: \$[\d,]+ to \$[\d,]+ USD\.$/);
  });

  it('calls the year modelYear', async () => {
    const { vehicle } = await ask();
    expect(vehicle).toMatchObject({ modelYear: 2013, make: 'Hyundai' });
    expect(vehicle).not.toHaveProperty('year');
  });

  it('has the recalls of both countries, the urgent first, each with the same defect elsewhere', async () => {
    const { recalls } = await ask({
      recalls: {
        readEach: async () => ({
          failures: {},
          read: recallReport({
            us: [usRecall('26V999000', { reportedOn: '2026-01-01' }), ...recallReport().us],
            counts: { us: 2, canada: 30 },
          }),
        }),
      },
    });
    expect(recalls).toMatchObject({ count: 32, counts: { us: 2, canada: 30 } });
    expect(recalls?.items.map(({ campaign, country }) => [campaign, country])).toEqual([
      [null, 'CA'],
      ['23V651000', 'US'],
      ['26V999000', 'US'],
    ]);
    expect(recalls?.items[0]?.sameDefect).toMatchObject([{ campaign: '23V651000' }]);
    expect(recalls?.attribution.canada.text).toContain('Open Government Licence');
  });

  it('gives every place its largest line', async () => {
    const { purchaseCosts } = await ask();
    expect(purchaseCosts?.byJurisdiction).toHaveLength(13);
    expect(purchaseCosts?.byJurisdiction.find(({ code }) => code === 'ON')).toMatchObject({
      largestLine: { category: 'tax', range: { low: 3250, high: 3250 } },
    });
    expect(purchaseCosts?.provenance).toMatchObject({
      cache: 'none',
      dataset: expect.stringMatching(/^figures of 20/),
    });
  });
});

describe('the reliability summary', () => {
  const summaryOf = async (more: Parameters<typeof issueAnswer>[0]) =>
    (await ask({ issues: { forVehicle: async () => issueAnswer(more) } })).knownIssues?.reliabilitySummary;

  it('counts complaints, parts, severity and named failures', async () => {
    expect(await summaryOf({ knownIssues: [knownIssue('Stalls')] })).toBe(
      '496 owner complaints to NHTSA as of 2017-12-20. Named most often: steering (86), suspension (80) and ' +
        'service brakes (71). They report 12 fires, 61 crashes and 46 injuries. 1 failure is named from them.',
    );
  });

  it.each([
    ['insufficient_data', 'too few to name known issues'],
    ['no_clear_pattern', 'no clear pattern'],
  ] as const)('an answer of status %s is an answer, and says so', async (status, words) => {
    expect(await summaryOf({ status, knownIssues: [] })).toContain(words);
  });

  it('distinguishes no complaints of a known model from a model that nobody lists', async () => {
    const nothing = { status: 'insufficient_data' as const, complaintCount: 0, knownIssues: [] };
    expect(await summaryOf({ ...nothing, modelListed: true })).toContain('No owner has complained');
    expect(await summaryOf({ ...nothing, modelListed: false })).toContain('says nothing');
  });
});

describe('a part that is not there', () => {
  it('names the source that failed; the others are whole', async () => {
    const report = await ask({
      recalls: {
        readEach: () => Promise.reject(new ServiceError('upstream_unavailable', { source: 'NHTSA recalls' })),
      },
    });
    expect(report).toMatchObject({
      recalls: null,
      sections: { recalls: 'unavailable', knownIssues: 'ok', purchaseCosts: 'ok' },
      sectionDetails: { recalls: 'The public data source NHTSA recalls cannot be reached just now.' },
    });
    expect(reportSchema.parse(report)).toEqual(report);
  });

  it('a fault of ours is reported inside and says nothing outside', async () => {
    const seen: SecondarySection[] = [];
    const broken = () => {
      throw new TypeError('secret inside');
    };
    const report = await ask({
      costs: { compare: broken, compute: broken },
      observe: (section) => seen.push(section),
    });
    expect(report).toMatchObject({ purchaseCosts: null, sections: { purchaseCosts: 'unavailable' } });
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(seen).toEqual(['purchaseCosts']);
  });

  it('because too many others wait for theirs is not sold around: the whole report is had a little later', async () => {
    const issues = { forVehicle: () => Promise.reject(new ServiceError('overloaded')) };
    await expect(ask({ issues })).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('complaints that could not be read for patterns make known issues unavailable', async () => {
    const status = 'synthesis_unavailable';
    const report = await ask({
      issues: { forVehicle: async () => issueAnswer({ status, knownIssues: [] }) },
    });
    expect(report).toMatchObject({ knownIssues: null, sections: { knownIssues: 'unavailable' } });
  });

  it('is not waited for beyond the deadline, which the call does not outlive, and goes on behind it', async () => {
    const later = Promise.withResolvers<ReturnType<typeof recallReport>>();
    let finished = false;
    const report = await ask({
      deadlineMs: 20,
      recalls: {
        async readEach(_vehicle, options, wait = (work) => work) {
          const reading = later.promise.then((read) => {
            options?.signal?.throwIfAborted();
            finished = true;
            return read;
          });
          return { read: await wait(reading), failures: {} };
        },
      },
    });
    expect(report.sectionDetails.recalls).toContain('within 0.02 seconds');
    expect(report.sections).toMatchObject({ recalls: 'unavailable', knownIssues: 'ok', purchaseCosts: 'ok' });
    later.resolve(recallReport());
    await expect.poll(() => finished).toBe(true);
  });
});

describe('a call', () => {
  it('fails where the decode fails, and asks nobody else', async () => {
    let asked = 0;
    const counting = {
      async readEach() {
        asked += 1;
        return { read: recallReport(), failures: {} };
      },
    };
    const { signal } = new AbortController();
    const failing = open({ recalls: counting }).forVin('00000000000000000', typicalPurchase('CA'), {
      signal,
    });
    await expect(failing).rejects.toMatchObject({ code: 'vehicle_not_resolved' });
    expect(asked).toBe(0);
  });

  it('ends with the reason of a caller who leaves, whatever the parts do', async () => {
    const leaving = new AbortController();
    const readEach: Dependencies['recalls']['readEach'] = (_vehicle, _asked, wait = (work) => work) => {
      leaving.abort(new Error('gone'));
      return wait(never);
    };
    await expect(ask({ recalls: { readEach } }, leaving.signal)).rejects.toThrow('gone');
  });
});
