import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { type IssueBody, issueBodySchema, issueNote, issueSampleSchema } from '../issues/issue-sample.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import { checkOf } from '../report/advise.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { issuesInWords } from '../view/issues.ts';
import { briefIssues, issuesBriefSchema } from './brief/issues-brief.ts';
import { SAMPLE_VIN, vinQuery } from './parameters.ts';
import type { Knowledge, Product } from './product.ts';

type Known = Pick<Knowledge, 'vehicles' | 'issues'>;

export const knownIssues = {
  slug: 'known-issues',
  name: 'Known issues',
  question: `What goes wrong with ${SAMPLE_VIN}?`,
  askedFor: [
    'problem',
    'issue',
    'complaint',
    'fault',
    'failure',
    'reliable',
    'reliability',
    'what breaks',
    'goes wrong',
    'go wrong',
  ],
  path: '/v1/known-issues',
  priceUsd: usualPrices['known-issues'],
  summary: 'What owners of this model complain about: named failures, each citing NHTSA complaint numbers.',
  description:
    'Reads the owner complaints filed with NHTSA for the make, model and year and names the failures they report. ' +
    'Every issue cites at least two complaints, each checked against those that were read; counts, shares, trend, ' +
    'severity and mileage are computed from the cited complaints alone. Complaints are not verified by NHTSA, and ' +
    'their number depends on sales and publicity. Fewer than 15 complaints, or no clear pattern, cost nothing.',
  query: vinQuery,
  response: issueBodySchema,
  brief: {
    response: z.object({ vin: z.string(), car: z.string(), ...issuesBriefSchema.shape }),
    of: (body) => ({ vin: body.vin, car: nameOfCar(body.vehicle), ...briefIssues(body, body.knownIssues) }),
  },
  failures: ['vehicle_not_resolved', 'upstream_unavailable', 'synthesis_unavailable'],
  sample: {
    path: '/v1/sample/known-issues',
    limitPerMinute: usualLimits['/v1/sample/known-issues'],
    response: issueSampleSchema,
    async read({ issueSamples }: Pick<Knowledge, 'issueSamples'>) {
      return withChecks(issueSamples.current());
    },
  },
  async compute(knowledge: Known, { vin }, { signal }) {
    const { vinWarning, vehicle, elapsedMs } = await knowledge.vehicles.decode(vin, { signal });
    const report = await knowledge.issues.forVehicle(vehicle, { signal, elapsedMs });
    if (report.status === 'synthesis_unavailable')
      throw new ServiceError('synthesis_unavailable', { vehicle, reliability: report.reliability });
    return {
      body: {
        ...(vinWarning !== undefined && { vinWarning }),
        ...issueNote(report),
        vin,
        vehicle,
        ...withChecks(report),
      },
      charge: report.status === 'ok',
    };
  },
  inWords: issuesInWords,
} satisfies Product<{ vin: string }, IssueBody>;

/** Says of each failure what would show it at the car. */
const withChecks = <Answer extends Pick<IssueBody, 'knownIssues'>>(answer: Answer): Answer => ({
  ...answer,
  knownIssues: answer.knownIssues.map((issue) => ({ ...issue, check: checkOf(issue) })),
});
