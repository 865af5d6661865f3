import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/report-schema.ts';
import { twoFailures } from '../issues/complaints.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { newWallet } from '../payments/wallet.ts';
import { type Bought, type Buyers, openBuyers, PRICE, type Signed } from './buyers.ts';
import { age, hasCached } from './cache-rows.ts';
import { type FaultySource, type FaultySources, startFaultySources } from './faulty-sources.ts';
import { type Car, cars, quietCar, unlistedCar, unlistedWorldOf, worldOf } from './report-world.ts';

const outcomes = ['ok', 'failed', 'late', 'stale'] as const;
type Outcome = (typeof outcomes)[number];

interface Cell {
  recalls: Outcome;
  issues: Outcome;
  car: Car;
}

const cells: Cell[] = outcomes
  .flatMap((recalls) => outcomes.map((issues) => ({ recalls, issues })))
  .flatMap((pair, index) => cars.slice(index, index + 1).map((car) => ({ ...pair, car })));

/** The deadline where a part is late on purpose. Three quarters of it are the parts' time, enough on a busy machine. */
const SHORT_DEADLINE_MS = 6_000;

interface Stage {
  service: DevService;
  buyers: Buyers;
}

let sources: FaultySources;
/** A service with the usual deadline, and one that gives up early. */
let patient: Stage;
let hurried: Stage;
let service: DevService;
let buyers: Buyers;

beforeAll(async () => {
  sources = await startFaultySources([
    ...cells.flatMap(({ car }) => worldOf(car)),
    ...worldOf(quietCar, { complaints: twoFailures(5) }),
    ...unlistedWorldOf(unlistedCar),
  ]);
  const open = async (deadline: Record<string, string>): Promise<Stage> => {
    const started = await startDevService({ ...sources.environment, ...deadline });
    return { service: started, buyers: await openBuyers(started) };
  };
  patient = await open({});
  hurried = await open({ REQUEST_DEADLINE_MS: String(SHORT_DEADLINE_MS) });
});
beforeEach(() => {
  ({ service, buyers } = patient);
  for (const source of [sources.recalls, sources.complaints]) {
    source.release();
    source.manner = 'answers';
  }
});
afterAll(async () => {
  await patient?.service[Symbol.asyncDispose]();
  await hurried?.service[Symbol.asyncDispose]();
  await sources?.[Symbol.asyncDispose]();
});

const isThere = (outcome: Outcome) => outcome === 'ok' || outcome === 'stale';
const stateOf = (outcome: Outcome) => (isThere(outcome) ? 'ok' : 'unavailable');

function prepare(source: FaultySource, outcome: Outcome): void {
  source.manner = outcome === 'failed' || outcome === 'stale' ? 'nonsense' : 'answers';
}

/** Fills the cache with what must be stale later, and with nothing else. */
async function makeStale({ recalls, issues, car }: Cell): Promise<void> {
  if (recalls !== 'stale' && issues !== 'stale') return;
  sources.recalls.manner = recalls === 'stale' ? 'answers' : 'nonsense';
  sources.complaints.manner = issues === 'stale' ? 'answers' : 'nonsense';
  const filled = await buyers.buy(await buyers.sign(await buyers.withOnePrice()), `vin=${car.vin}`);
  expect(filled).toMatchObject({ status: 200 });
  if (recalls === 'stale') age(service, 'recalls');
  if (issues === 'stale') age(service, 'issues');
}

/** Buys once by somebody who loses his money meanwhile, and once by somebody who does not. */
async function buyWhileOneIsDrained({ recalls, issues, car }: Cell) {
  const drainedWallet = await buyers.withOnePrice();
  const drainedPayment = await buyers.sign(drainedWallet);
  const payment = await buyers.sign(await buyers.withOnePrice());
  const search = `vin=${car.vin}&country=us`;
  prepare(sources.recalls, recalls);
  prepare(sources.complaints, issues);
  const askedBefore = sources.recalls.asked + sources.complaints.asked;
  sources.recalls.hold();
  sources.complaints.hold();
  const drained = buyers.buy(drainedPayment, search);
  await expect
    .poll(() => sources.recalls.asked + sources.complaints.asked, { interval: 5 })
    .toBeGreaterThan(askedBefore);
  await buyers.drain(drainedWallet);
  const receivedBefore = await buyers.received();
  const paid = buyers.buy(payment, search);
  if (recalls !== 'late') sources.recalls.release();
  if (issues !== 'late') sources.complaints.release();
  const bought = { drained: await drained, paid: await paid };
  const received = (await buyers.received()) - receivedBefore;
  return { ...bought, received, payment, search };
}

const sectionsOf = (recalls: Outcome, issues: Outcome) => ({
  decode: 'ok',
  recalls: stateOf(recalls),
  knownIssues: stateOf(issues),
  purchaseCosts: 'ok',
});

function expectInsufficient({ status, body, receipt }: Bought, { recalls, issues }: Cell): void {
  expect(status).toBe(502);
  expect(receipt).toBeUndefined();
  const sections = sectionsOf(recalls, issues);
  expect(body).toMatchObject({ error: 'insufficient_sections', charged: false, sections });
}

function expectReport({ status, body, receipt }: Bought, { recalls, issues, car }: Cell): void {
  expect(status).toBe(200);
  expect(receipt).toMatchObject({ success: true });
  expect(body).toMatchObject({ vin: car.vin, charged: true, disclaimer: expect.any(String) });
  const report = reportSchema.parse(body);
  expect(report.sections).toEqual(sectionsOf(recalls, issues));
  expect(report.vehicle.modelYear).toBe(car.year);
  expect(report.purchaseCosts).toMatchObject({ country: 'US', provenance: { cache: 'none' } });
  if (isThere(recalls)) {
    expect(report.recalls).toMatchObject({ count: 3, items: [{ parkIt: true }, {}, {}] });
    expect(report.recalls?.provenance.us?.cache === 'stale').toBe(recalls === 'stale');
    expect(report.recalls?.provenance.canada?.cache === 'stale').toBe(recalls === 'stale');
  } else expect(report.recalls).toBeNull();
  if (isThere(issues)) {
    expect(report.knownIssues).toMatchObject({ status: 'ok', complaintCount: 40 });
    expect(report.knownIssues?.provenance.cache === 'stale').toBe(issues === 'stale');
  } else expect(report.knownIssues).toBeNull();
  expect(report.sectionDetails).toEqual({
    ...(!isThere(recalls) && { recalls: expect.stringMatching(WHY[recalls]) }),
    ...(!isThere(issues) && { knownIssues: expect.stringMatching(WHY[issues]) }),
  });
}

const WHY: Record<Outcome, RegExp> = {
  ok: /^$/,
  stale: /^$/,
  failed: /^The public data source .* cannot be reached just now\.$/,
  late: /^There was no answer within 4\.5 seconds/,
};

it('a wallet without money learns of it before any source is asked', async () => {
  const asked = () => sources.recalls.asked + sources.complaints.asked;
  const askedBefore = asked();
  const payment = await buyers.sign(newWallet());
  const { status, body } = await buyers.buy(payment, `vin=${cars[0]?.vin}`);
  expect(status).toBe(402);
  expect(body).toMatchObject({ error: 'insufficient_funds', charged: false });
  expect(asked()).toBe(askedBefore);
});

it.each([
  ['a VIN of another length', 'vin=5NPDH4AE8D', 400, 'invalid_vin'],
  ['a country that is none of the two', 'vin=5NPDH4AE8DH100013&country=MX', 400, 'invalid_parameters'],
  ['a VIN of no known maker', 'vin=00000000000000000', 422, 'vehicle_not_resolved'],
])('%s is the failure of the call and costs nothing', async (_name, search, status, error) => {
  const receivedBefore = await buyers.received();
  const bought = await buyers.buy(await buyers.sign(await buyers.withOnePrice()), search);
  expect(bought).toMatchObject({ status, body: { error, charged: false } });
  expect(bought.receipt).toBeUndefined();
  expect(await buyers.received()).toBe(receivedBefore);
});

it('too few complaints are an answer that is paid for', async () => {
  const bought = await buyers.buy(await buyers.sign(await buyers.withOnePrice()), `vin=${quietCar.vin}`);
  expect(bought).toMatchObject({ status: 200, body: { charged: true }, receipt: { success: true } });
  expect(reportSchema.parse(bought.body)).toMatchObject({
    knownIssues: { status: 'insufficient_data', complaintCount: 5, topIssues: [] },
    sections: { knownIssues: 'ok' },
    purchaseCosts: { country: 'CA' },
  });
});

it('a caller learns for nothing that no source lists the car, and the payment stays good', async () => {
  const receivedBefore = await buyers.received();
  const payment = await buyers.sign(await buyers.withOnePrice());
  const answer = await buyers.buy(payment, `vin=${unlistedCar.vin}`);
  expect(answer).toMatchObject({ status: 200, body: { charged: false, recalls: { count: 0 } } });
  expect(answer.receipt).toBeUndefined();
  expect(await buyers.received()).toBe(receivedBefore);
  const bought = await buyers.buy(payment, `vin=${quietCar.vin}`);
  expect(bought).toMatchObject({ status: 200, body: { charged: true } });
});

describe.each(cells)('recalls $recalls, known issues $issues', (cell) => {
  const { recalls, issues } = cell;
  const isEnough = isThere(recalls) || isThere(issues);
  const isLate = recalls === 'late' || issues === 'late';

  it(isEnough ? 'is sold to who can pay, once' : 'is insufficient and costs nobody anything', async () => {
    if (isLate) ({ service, buyers } = hurried);
    await makeStale(cell);
    const { drained, paid, received, payment, search } = await buyWhileOneIsDrained(cell);

    expect(received).toBe(isEnough ? PRICE : 0n);
    if (isEnough) {
      expectReport(paid, cell);
      expect(drained).toMatchObject({ status: 402, receipt: { success: false } });
      expect(drained.body).toMatchObject({ error: 'insufficient_funds', charged: false });
      expect(drained.body).not.toHaveProperty('vehicle');
    } else {
      expectInsufficient(paid, cell);
      expectInsufficient(drained, cell);
    }

    await expectRecovery(cell, search, isEnough ? await buyers.sign(await buyers.withOnePrice()) : payment);
  });
});

/** Late parts are in the cache now, failed ones are asked for again, and a payment that was not charged is still good. */
async function expectRecovery({ recalls, issues }: Cell, search: string, payment: Signed) {
  const sinceMs = Date.now();
  sources.recalls.release();
  sources.complaints.release();
  if (recalls === 'late') await expect.poll(() => hasCached(service, 'recalls/us', sinceMs)).toBe(true);
  if (recalls === 'late') await expect.poll(() => hasCached(service, 'recalls/ca', sinceMs)).toBe(true);
  if (issues === 'late') await expect.poll(() => hasCached(service, 'issues/report', sinceMs)).toBe(true);
  sources.recalls.manner = recalls === 'late' ? 'nonsense' : 'answers';
  sources.complaints.manner = issues === 'late' ? 'nonsense' : 'answers';

  const receivedBefore = await buyers.received();
  const bought = await buyers.buy(payment, search);
  expect(bought).toMatchObject({ status: 200, receipt: { success: true } });
  const report = reportSchema.parse(bought.body);
  expect(new Set(Object.values(report.sections))).toEqual(new Set(['ok']));
  if (recalls === 'late') expect(report.recalls).toMatchObject({ provenance: { us: { cache: 'hit' } } });
  if (issues === 'late') expect(report.knownIssues).toMatchObject({ provenance: { cache: 'hit' } });

  expect(await buyers.buy(payment, search)).toMatchObject({ status: 200, body: bought.body });
  expect((await buyers.received()) - receivedBefore).toBe(PRICE);
}
