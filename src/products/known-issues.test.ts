import { describe, expect, it } from 'vitest';
import { createIssueSamples } from '../issues/issue-sample.ts';
import type { IssueAnswer } from '../issues/service.ts';
import { knownIssues } from './known-issues.ts';

const samples = createIssueSamples();
const { vehicle, sample: _, note: __, vin, ...report } = samples.current();

function knowledge(answer: Partial<IssueAnswer>) {
  return {
    vehicles: {
      async decode() {
        const decode = {
          checkDigitValid: true,
          errorCodes: [0],
          errorText: null,
          suggestedVin: null,
          possibleValues: null,
        };
        return {
          vin,
          vehicle,
          decode,
          provenance: { ...report.provenance, completion: null, completionNote: null },
          elapsedMs: 0,
        };
      },
    },
    issues: { forVehicle: async () => ({ ...report, ...answer }) },
    issueSamples: samples,
  };
}
const call = { signal: new AbortController().signal };

describe('known issues, sold', () => {
  it('are charged when issues are named, and fit their schema', async () => {
    const { body, charge } = await knownIssues.compute(knowledge({}), { vin }, call);

    expect(charge).toBe(true);
    expect(knownIssues.response.parse(body)).toMatchObject({ vin, status: 'ok' });
  });

  it.each(['insufficient_data', 'no_clear_pattern'] as const)(
    'cost nothing when the status is %s, and still have the vehicle and its reliability',
    async (status) => {
      const { body, charge } = await knownIssues.compute(
        knowledge({ status, knownIssues: [] }),
        { vin },
        call,
      );

      expect(charge).toBe(false);
      expect(body).toMatchObject({
        status,
        vehicle: { make: 'Hyundai' },
        reliability: { complaintCount: 496 },
      });
    },
  );

  it('fail with the vehicle and its reliability when the complaints could not be read', async () => {
    const failing = knownIssues.compute(
      knowledge({ status: 'synthesis_unavailable', knownIssues: [] }),
      { vin },
      call,
    );

    await expect(failing).rejects.toMatchObject({ code: 'synthesis_unavailable' });
    await expect(failing).rejects.toMatchObject({ details: { reliability: { complaintCount: 496 } } });
  });
});

describe('the free sample', () => {
  it('is the dated snapshot that ships with the service until a newer answer is at hand', async () => {
    const sample = knownIssues.sample.response.parse(await knownIssues.sample.read(knowledge({})));

    expect(sample).toMatchObject({
      sample: true,
      status: 'ok',
      complaintCount: 496,
      vin: '5NPDH4AE8DH100013',
    });
    expect(JSON.stringify(sample)).toMatch(/2017-12-20/);
  });

  it('gives way to a newer answer, whatever its status', () => {
    const own = createIssueSamples();
    own.replace({ ...report, vin, vehicle, status: 'no_clear_pattern', knownIssues: [] });

    expect(own.current()).toMatchObject({ sample: true, status: 'no_clear_pattern' });
  });
});
