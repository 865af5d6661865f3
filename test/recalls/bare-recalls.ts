import type { CanadaRecall, UsRecall } from '../../src/recalls/recall-schemas.ts';

const unsaid = { parkIt: null, parkOutside: null, stopSale: null, warningText: null, unreadAdvice: null };
const inList = { inDoubt: false, missingSince: null };

/** A US recall that says nothing but what a test has it say. */
export const bareUsRecall = (campaign: string, more: Partial<UsRecall> = {}): UsRecall => ({
  ...unsaid,
  ...inList,
  campaign,
  kind: 'vehicle',
  component: '',
  summary: '',
  consequence: '',
  remedy: '',
  notes: null,
  manufacturer: null,
  reportedOn: '2020-01-02',
  overTheAirUpdate: null,
  flags: { parkIt: null, parkOutside: null },
  models: [],
  url: `https://www.nhtsa.gov/recalls?nhtsaId=${campaign}`,
  ...more,
});

/** A Canadian one. */
export const bareCanadaRecall = (recallNumber: string, more: Partial<CanadaRecall> = {}): CanadaRecall => ({
  ...unsaid,
  ...inList,
  recallNumber,
  manufacturerRecallNumber: null,
  component: null,
  system: '',
  summary: null,
  unitsAffected: null,
  recalledOn: '2020-01-02',
  makes: [],
  models: [],
  years: [],
  url: 'https://tc.canada.ca/',
  ...more,
});
