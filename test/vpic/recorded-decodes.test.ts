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

it('of the facts of known decodes a hundredth may have changed, and no more', () => {
  const vins = [...'0123456789'].map((digit) => `5NPDH4AE8DH10001${digit}`);
  const identity = { year: '2013', make: 'HYUNDAI', model: 'Elantra' };
  const known = vins.map((vin) => ({ vin, ...identity }));
  const facts =
    vins.flatMap((vin) => Object.keys(engine.decode(vin, { nowMs }).fields)).length - 3 * vins.length;
  const changedBy = (rename: (name: string) => string) => {
    const next = loadDataset(defaultDatasetPath());
    const { lookups, elements } = next;
    const body = elements.findIndex((element) => element?.code === 'BodyClass');
    const names = new Map([...(lookups[body] ?? [])].map(([id, name]) => [id, rename(name)]));
    return { ...next, lookups: lookups.map((of, element) => (element === body ? names : of)) };
  };
  const few = known.slice(0, 1);
  const [renamed] = objectionsTo(
    changedBy((name) => `${name} x`),
    dataset,
    nowMs,
    known,
  );
  expect(renamed).toMatch(new RegExp(`^10 of ${facts} facts of known decodes changed, such as BodyClass`));
  expect(
    objectionsTo(
      changedBy((name) => name),
      dataset,
      nowMs,
      few,
    ),
  ).toEqual([]);
  expect(
    objectionsTo(
      changedBy(() => '13'),
      dataset,
      nowMs,
      few,
    ),
  ).toContain('BodyClass of known decode 1 is the bare number 13');
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
