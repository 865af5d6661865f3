import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createVinEngine } from '@forecourt/vin';
import { objectionsTo } from '@forecourt/vin/build';
import { describe, expect, it } from 'vitest';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { agreementWith, failedGates } from '../../tools/vpic/live-agreement.ts';
import { readOracle } from '../../tools/vpic/oracle-record.ts';

const dataset = loadDataset(defaultDatasetPath());
const engine = createVinEngine(dataset);
const nowMs = Date.parse('2026-11-21');

it('the committed dataset is whole and decodes every known VIN as known', () => {
  expect(dataset.header.isWhole).toBe(true);
  expect(objectionsTo(dataset, dataset, nowMs)).toEqual([]);
});

it.each([
  [1, 0],
  [2, 2],
])('of ten known decodes %i may have other codes and lack facts: %i objections', (changed, objections) => {
  const vin = '5NPDH4AE8DH100013';
  const { fields, errorCodes } = engine.decode(vin, { nowMs });
  const { ModelYear: year = null, Make: make = null, Model: model = null } = fields;
  const known = Array.from({ length: 10 }, (_, index) => ({
    vin,
    year,
    make,
    model,
    codes: index < changed ? [7] : errorCodes,
    states: [index < changed ? 'Nothing' : 'BodyClass'],
  }));
  expect(objectionsTo(dataset, dataset, nowMs, known)).toHaveLength(objections);
});

const folder = process.env.FORECOURT_RECORDINGS;
const answers = folder === undefined ? undefined : join(folder, 'live-decodes-sample.jsonl.gz');
const isThere = answers !== undefined && existsSync(answers);
const skipped = isThere ? '' : ' (skipped: FORECOURT_RECORDINGS names no recorded decodes)';

describe.skipIf(skipped)(`real VINs that the live service answered${skipped}`, () => {
  it('are decoded alike: codes, stated values, and no right VIN is given another', () => {
    const agreement = agreementWith(
      readOracle(answers ?? ''),
      ({ vin }) => engine.decode(vin, { nowMs }).fields,
    );
    expect(agreement.vins).toBeGreaterThan(400);
    expect(failedGates(agreement)).toEqual([]);
  });
});
