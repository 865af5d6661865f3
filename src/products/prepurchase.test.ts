import { describe, expect, it } from 'vitest';
import {
  costs,
  ELANTRA_VIN,
  issueSamples,
  issuesPart,
  recallSamples,
  recallsPart,
  report,
  unlisted,
  vehicles,
  warranties,
} from '../../test/report/report-fixture.ts';
import { createReportSamples } from '../report/report-sample.ts';
import type { Report } from '../report/report-schema.ts';
import { prepurchase } from './prepurchase.ts';

const samples = { recallSamples, issueSamples };
const reportSamples = createReportSamples({ embeddedVehicles: vehicles, warranties, costs, ...samples });
const { signal } = new AbortController();
const sell = (made: Report) =>
  prepurchase.compute(
    { reports: { forVin: async () => made } },
    { vin: ELANTRA_VIN, country: 'CA' },
    { signal },
  );
const unavailable = { kind: 'unavailable', reason: 'The source is down.' } as const;

describe('the query', () => {
  it.each([
    ['', 'CA'],
    ['us', 'US'],
    [' Ca ', 'CA'],
  ])('takes the country "%s" for %s', (given, country) => {
    const query = { vin: ELANTRA_VIN, ...(given !== '' && { country: given }) };
    expect(prepurchase.query.parse(query)).toEqual({ vin: ELANTRA_VIN, country });
  });

  it.each([{ country: 'MX' }, { province: 'ON' }])('refuses %o', (more) => {
    expect(prepurchase.query.safeParse({ vin: ELANTRA_VIN, ...more }).success).toBe(false);
  });
});

describe('what is charged', () => {
  it('is a report with two of the three parts', async () => {
    expect((await sell(report())).charge).toBe(true);
    expect((await sell(report({ recalls: unavailable }))).charge).toBe(true);
    expect((await sell(report({ knownIssues: unavailable }))).charge).toBe(true);
    expect((await sell(report({ purchaseCosts: unavailable }))).charge).toBe(true);
  });

  it('is nothing with fewer: the failure names each part and why', async () => {
    const failing = sell(report({ recalls: unavailable, knownIssues: unavailable }));
    await expect(failing).rejects.toMatchObject({ code: 'insufficient_sections' });
    await expect(failing).rejects.toMatchObject({
      details: {
        sections: { decode: 'ok', recalls: 'unavailable', knownIssues: 'unavailable', purchaseCosts: 'ok' },
        sectionDetails: { recalls: 'The source is down.', knownIssues: 'The source is down.' },
      },
    });
  });

  it('is nothing for a model that no source lists', async () => {
    const recalls = recallsPart({ us: [], canada: [], provenance: unlisted });
    const nothing = { knownIssues: [], complaintCount: 0, modelListed: false };
    const knownIssues = issuesPart({ status: 'insufficient_data', ...nothing });
    expect((await sell(report({ recalls, knownIssues }))).charge).toBe(false);
  });
});

describe('the sample', () => {
  it('has the shape of the paid report and says that it is one', async () => {
    const sample = await reportSamples.current();
    expect(prepurchase.sample.response.parse(sample)).toEqual(sample);
    expect(sample).toMatchObject({
      vin: ELANTRA_VIN,
      sample: true,
      sections: { decode: 'ok', recalls: 'ok', knownIssues: 'ok', purchaseCosts: 'ok' },
      purchaseCosts: { country: 'CA' },
    });
    expect(sample.summary[0]).toMatchObject({ kind: 'park_outside', item: '23V651000' });
    expect(sample.note).toContain('not complete');
  });
});
