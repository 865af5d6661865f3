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
import { typicalPurchase } from '../report/purchase.ts';
import { createReportSamples } from '../report/report-sample.ts';
import type { Report } from '../report/report-schema.ts';
import { prepurchase } from './prepurchase.ts';
import { parseParameters } from './product.ts';

const samples = { recallSamples, issueSamples };
const reportSamples = createReportSamples({ embeddedVehicles: vehicles, warranties, costs, ...samples });
const { signal } = new AbortController();
const sell = (made: Report) =>
  prepurchase.compute(
    { reports: { forVin: async () => made } },
    { vin: ELANTRA_VIN, purchase: typicalPurchase('CA') },
    { signal },
  );
const unavailable = { kind: 'unavailable', reason: 'The source is down.' } as const;

const read = (given: Record<string, string>) =>
  parseParameters(prepurchase.query, { values: { vin: ELANTRA_VIN, ...given }, repeated: [] }).purchase;

describe('the query', () => {
  it('is a private sale at a typical price in Canada where only the VIN is given, and says that it assumes so', () => {
    expect(read({})).toEqual({ ...typicalPurchase('CA'), assumed: ['country', 'price', 'sale_type'] });
  });

  it('reads a place by its name as by its code', () => {
    expect(read({ province: 'Nouvelle-Écosse' })).toEqual(read({ province: 'NS' }));
    expect(read({ country: 'USA', state: 'texas' })).toEqual(read({ country: 'US', state: 'TX' }));
  });

  it.each([
    [{ country: ' us ' }, 'US'],
    [{ state: 'tx' }, 'US'],
    [{ city: 'Dallas', state: 'TX' }, 'US'],
    [{ postal_code: '75201' }, 'US'],
    [{ province: 'ON' }, 'CA'],
    [{ postal_code: 'm5v 2t6' }, 'CA'],
  ])('takes the country of %o', (given, country) => {
    const purchase = read(given);
    expect(purchase.country).toBe(country);
    expect(purchase.assumed).toEqual(['price', 'sale_type']);
  });

  it('takes the sale, the place and the odometer', () => {
    const sale = { state: 'TX', price: '9500', sale_type: 'dealer' };
    expect(read({ ...sale, odometer: '112000', odometer_unit: 'mi', owner: 'first' })).toMatchObject({
      country: 'US',
      sale: { place: { country: 'US', code: 'TX' }, price: 950_000, saleType: 'dealer' },
      ownCar: { odometer: { distance: 112_000, unit: 'mi' }, owner: 'first' },
      assumed: [],
    });
  });

  it.each([
    [{ country: 'MX' }, ['country']],
    [{ country: 'CA', state: 'TX' }, ['province', 'state']],
    [{ province: 'ON', state: 'TX' }, ['state']],
    [{ province: 'ON', postal_code: '75201' }, ['postal_code']],
    [{ state: 'ON' }, ['state']],
    [{ city: 'Dallas' }, ['state']],
    [{ price: '0', odometer: '5' }, ['price', 'odometer_unit']],
    [{ owner: 'second' }, ['owner']],
    [{ trade_in: '1' }, ['trade_in']],
  ])('refuses %o', (given: Record<string, string>, parameters) => {
    expect(() => read(given)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameters',
        details: { issues: parameters.map((parameter) => expect.objectContaining({ parameter })) },
      }),
    );
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
    const listed = issuesPart({ status: 'insufficient_data', ...nothing, modelListed: true });
    expect((await sell(report({ recalls, knownIssues: listed }))).charge).toBe(true);
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
