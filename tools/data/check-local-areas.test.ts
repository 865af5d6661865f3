import { expect, it } from 'vitest';
import { loadJurisdictions } from '../../src/costs/load-jurisdictions.ts';
import { checkLocalAreas } from './check-local-areas.ts';

const jurisdictions = loadJurisdictions();

it('finds nothing wrong in what ships', () => {
  expect(checkLocalAreas(jurisdictions)).toEqual([]);
});

it('names a county that no ZIP code leads to, and rates outside those of the state', () => {
  const changed = jurisdictions.map((data) => ({
    ...data,
    ...(data.code === 'NM' && {
      fees: data.fees.map((fee) => (fee.counties ? { ...fee, counties: { whole: ['Bernalilo'] } } : fee)),
    }),
    ...(data.code === 'CO' && { privateSaleTaxes: jurisdictions[0]?.privateSaleTaxes ?? [] }),
  }));
  const problems = checkLocalAreas(changed);
  expect(problems).toContain('US-NM: local-areas.json has no county Bernalilo');
  expect(problems).toContain('data/costs/local-areas.json, CO: 6.25 % is outside the rates of the state');
});
