import { describe, expect, it } from 'vitest';
import { vehicles } from '../../test/report/report-fixture.ts';
import { createIssueSamples } from '../issues/issue-sample.ts';
import type { IssueAnswer } from '../issues/service.ts';
import { knownIssues } from './known-issues.ts';

const samples = createIssueSamples();
const { vehicle, sample: _, note: __, vin, ...report } = samples.current();

const knowledge = (answer: Partial<IssueAnswer>) => ({
  vehicles,
  issues: { forVehicle: async () => ({ ...report, ...answer }) },
  issueSamples: samples,
});
const call = { signal: new AbortController().signal };

describe('known issues, sold', () => {
  it('are charged when issues are named, and fit their schema', async () => {
    const { body, charge } = await knownIssues.compute(knowledge({}), { vin }, call);
    expect(charge).toBe(true);
    expect(knownIssues.response.parse(body)).toMatchObject({ vin, status: 'ok' });
  });

  it('say of each failure what to check at the car, in either form and in the sample', async () => {
    const { body } = await knownIssues.compute(knowledge({}), { vin }, call);
    const forms = [body, knownIssues.brief.of(body), await knownIssues.sample.read(knowledge({}))];
    for (const { knownIssues: each } of forms) {
      expect(each.length).toBeGreaterThan(4);
      for (const { title, check } of each) expect(check, title).toMatch(/^[A-Z].{20,130}\.$/);
    }
  });

  it.each(['insufficient_data', 'no_clear_pattern'] as const)(
    'cost nothing when the status is %s, and still have the vehicle and its reliability',
    async (status) => {
      const knowing = knowledge({ status, knownIssues: [] });
      const { body, charge } = await knownIssues.compute(knowing, { vin }, call);
      expect(charge).toBe(false);
      const [make, complaintCount] = ['Hyundai', 496];
      expect(body).toMatchObject({ status, vehicle: { make }, reliability: { complaintCount } });
    },
  );

  it('fail with the vehicle and its reliability when the complaints could not be read', async () => {
    const knowing = knowledge({ status: 'synthesis_unavailable', knownIssues: [] });
    const failing = knownIssues.compute(knowing, { vin }, call);
    await expect(failing).rejects.toMatchObject({ code: 'synthesis_unavailable' });
    await expect(failing).rejects.toMatchObject({ details: { reliability: { complaintCount: 496 } } });
  });
});

describe('the free sample', () => {
  it('is the dated snapshot that ships with the service until a newer answer is at hand', async () => {
    const sample = knownIssues.sample.response.parse(await knownIssues.sample.read(knowledge({})));
    const elantra = { vin: '5NPDH4AE8DH100013', complaintCount: 496 };
    expect(sample).toMatchObject({ sample: true, status: 'ok', ...elantra });
    expect(JSON.stringify(sample)).toMatch(/2017-12-20/);
  });

  it('gives way to a newer answer, whatever its status', () => {
    const own = createIssueSamples();
    own.replace({ ...report, vin, vehicle, status: 'no_clear_pattern', knownIssues: [] });

    expect(own.current()).toMatchObject({ sample: true, status: 'no_clear_pattern' });
  });
});
