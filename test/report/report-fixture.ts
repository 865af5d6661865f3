import { createCostsService } from '../../src/costs/costs-service.ts';
import { loadJurisdictions } from '../../src/costs/load-jurisdictions.ts';
import { createIssueSamples } from '../../src/issues/issue-sample.ts';
import type { KnownIssue } from '../../src/issues/schemas.ts';
import type { IssueAnswer } from '../../src/issues/service.ts';
import { createRecallSamples } from '../../src/recalls/recall-sample.ts';
import type { RecallReport, UsRecall } from '../../src/recalls/recall-schemas.ts';
import { composeReport, type ReportParts } from '../../src/report/compose-report.ts';
import { knownIssuesSection } from '../../src/report/known-issues-section.ts';
import { type Purchase, typicalPurchase } from '../../src/report/purchase.ts';
import { createCostsSections } from '../../src/report/purchase-costs-section.ts';
import { recallsSection } from '../../src/report/recalls-section.ts';
import type { Report } from '../../src/report/report-schema.ts';
import { createEmbeddedDecoder } from '../../src/sources/vpic/embedded-decoder.ts';
import type { DecodedVehicle } from '../../src/vehicle/vehicle.ts';
import { createVehicleService } from '../../src/vehicle/vehicle-service.ts';
import { loadMakers } from '../../src/warranty/makers.ts';
import { createWarrantyService } from '../../src/warranty/warranty-service.ts';
import { bareUsRecall } from '../recalls/bare-recalls.ts';

/** A 2013 Hyundai Elantra. */
export const ELANTRA_VIN = '5NPDH4AE8DH100013';
export const NOW_MS = Date.parse('2026-11-21T12:00:00Z');

export const costs = createCostsService({ jurisdictions: loadJurisdictions() });
export const warranties = createWarrantyService({ makers: loadMakers() });
export const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });
export const recallSamples = createRecallSamples(() => NOW_MS);
export const issueSamples = createIssueSamples(() => NOW_MS);

const decoded = await vehicles.decode(ELANTRA_VIN);
const { vin: _, vehicle: __, sample: ___, note: ____, ...sampledRecalls } = recallSamples.current();
const { vin: _1, vehicle: _2, sample: _3, note: _4, ...sampledIssues } = issueSamples.current();

export const recallReport = (more: Partial<RecallReport> = {}): RecallReport => ({
  ...sampledRecalls,
  ...more,
});
export const issueAnswer = (more: Partial<IssueAnswer> = {}): IssueAnswer => ({ ...sampledIssues, ...more });
export const decodedVehicle = (more: Partial<DecodedVehicle> = {}): DecodedVehicle => ({
  ...decoded,
  ...more,
});

/** The parts of a report that an answer about recalls or issues becomes. */
export const recallsPart = (more?: Partial<RecallReport>) =>
  ({ kind: 'ok', section: recallsSection(recallReport(more)) }) as const;
export const issuesPart = (more?: Partial<IssueAnswer>) => knownIssuesSection(issueAnswer(more));

/** The fields of a recall report that has these campaigns of the US and nothing else. */
export const usAlone = (...us: UsRecall[]) => ({
  us,
  canada: [],
  related: [],
  counts: { us: us.length, canada: 0 },
});

/** The provenance where neither country lists the model. */
export const unlisted: RecallReport['provenance'] = {
  us: { ...sampledRecalls.provenance.us, modelListed: false },
  canada: { ...sampledRecalls.provenance.canada, modelListed: false },
};

export const usRecall = (campaign: string, more: Partial<UsRecall> = {}): UsRecall =>
  bareUsRecall(campaign, {
    component: 'ENGINE',
    summary: 'The engine may stall.',
    flags: { parkIt: false, parkOutside: false },
    ...more,
  });

/** The harm that complaints tell; none where a test says nothing. */
export const harm = (more: Partial<KnownIssue['severitySignals']> = {}): KnownIssue['severitySignals'] => ({
  fires: 0,
  crashes: 0,
  injuries: 0,
  deaths: 0,
  ...more,
});

export function knownIssue(title: string, more: Partial<KnownIssue> = {}): KnownIssue {
  return {
    title,
    summary: 'Owners report it.',
    count: 2,
    share: 0.1,
    estimatedShare: 0.1,
    shareInterval: { low: 0.05, high: 0.2 },
    trend: 'steady',
    confidence: 0.8,
    confidenceBasis: { support: 0.4, evidence: 0.8, focus: 0.8 },
    odiNumbers: [11_000_001, 11_000_002],
    componentTags: ['engine'],
    severitySignals: harm(),
    firstReported: null,
    lastReported: null,
    ...more,
  };
}

/** Parts of an answer that only an own copy of the whole record adds. */
export const fromWholeRecord = {
  comparison: {
    asOf: '2026-11-20',
    vehicleClass: 'car',
    peers: 40,
    complaints: { count: 250, medianOfPeers: 100, moreThan: 0.9 },
    severe: { count: 30, share: 0.12, medianOfPeers: 0.08, moreThan: 0.7 },
    rankInMake: { rank: 2, of: 6 },
    carsSold: null,
    caveat: 'How many of each were sold is not known.',
  },
  alsoYears: {
    firstYear: 2011,
    lastYear: 2014,
    evidence: [
      { year: 2011, count: 12, complaintsAnalyzed: 200, share: 0.06 },
      { year: 2012, count: 15, complaintsAnalyzed: 180, share: 0.083 },
      { year: 2014, count: 9, complaintsAnalyzed: 150, share: 0.06 },
    ],
  },
};

const costsSection = (purchase: Purchase, nowMs = NOW_MS) =>
  createCostsSections(costs)(purchase, decoded.vehicle, nowMs);

/** A whole report, of which a test changes what it speaks of. */
export function report(parts: Partial<ReportParts> = {}, nowMs = NOW_MS): Report {
  const car = parts.decoded ?? decodedVehicle();
  const purchase = parts.purchase ?? typicalPurchase('CA');
  return composeReport(
    {
      purchase,
      decoded: car,
      warranty: warranties.find(car.vehicle),
      recalls: recallsPart(),
      knownIssues: issuesPart(),
      purchaseCosts: { kind: 'ok', section: costsSection(purchase, nowMs) },
      ...parts,
    },
    nowMs,
  );
}
