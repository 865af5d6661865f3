import { z } from 'zod';
import { errorRow } from './error-row.ts';

export const parameterIssues = z.array(
  z.object({
    parameter: z.string(),
    message: z.string(),
    allowed: z.array(z.string()).optional().describe('The values that are taken'),
  }),
);

export const parameterErrors = {
  invalid_vin: errorRow({
    status: 400,
    when: 'The VIN does not have 17 characters, or has others than 0-9 and A-Z without I, O and Q.',
    details: {
      vin: z.string().max(32).describe('As received, cut at 32 characters'),
      reason: z.enum(['length', 'characters']),
    },
    message: ({ reason }) =>
      reason === 'length'
        ? 'A VIN has exactly 17 characters; check for missing or extra ones.'
        : 'A VIN has only the digits 0-9 and the letters A-Z without I, O and Q; check for misread characters.',
    example: { vin: '1HGCM82633A00435', reason: 'length' },
  }),
  invalid_parameters: errorRow({
    status: 400,
    when: 'Parameters are missing, unknown, repeated, out of range or do not go together; all problems are reported at once.',
    details: { issues: parameterIssues },
    message({ issues }) {
      const names = [...new Set(issues.map(({ parameter }) => parameter))];
      return `Correct ${names.length === 1 ? 'this parameter' : 'these parameters'}: ${names.join(', ')}.`;
    },
    example: { issues: [{ parameter: 'colour', message: 'is not a parameter of this path' }] },
  }),
};

/** The errors that keep a product from an answer although its parameters are right. */
export const productErrors = {
  vehicle_not_resolved: errorRow({
    status: 422,
    when: 'The VIN is well formed, but make, model and year could not all be resolved.',
    details: {
      vpicErrorText: z.string().describe("The decoder's words for what is wrong"),
      vpicErrorCodes: z.array(z.number().int()),
      suggestedVin: z.string().optional().describe('A corrected VIN, where one is known'),
      vehicle: z.looseObject({}).describe('What did resolve'),
    },
    message:
      'Make, model and year of this VIN could not all be resolved; compare it with the car and try again.',
    example: {
      vpicErrorText: '7 - Manufacturer is not registered with NHTSA for sale or importation in the U.S.',
      vpicErrorCodes: [7],
      vehicle: { year: 2013, make: null, model: null },
    },
  }),
  upstream_unavailable: errorRow({
    status: 502,
    when: 'A public data source cannot be reached and no older copy of its answer is at hand.',
    details: { source: z.string() },
    message: ({ source }) =>
      `The public data source ${source} cannot be reached just now; try again in a while.`,
    retryAfterSeconds: 30,
    example: { source: 'NHTSA recalls' },
  }),
  insufficient_sections: errorRow({
    status: 502,
    when: 'The decode worked, but fewer than two of the three other sections of the report are available.',
    details: {
      sections: z.record(z.string(), z.enum(['ok', 'unavailable'])),
      sectionDetails: z.record(z.string(), z.string()),
    },
    message:
      'Too many parts of the report are unavailable for it to be worth its price; try again in a while.',
    retryAfterSeconds: 30,
    example: {
      sections: { decode: 'ok', recalls: 'unavailable', knownIssues: 'unavailable', purchaseCosts: 'ok' },
      sectionDetails: {
        recalls: 'NHTSA recalls cannot be reached',
        knownIssues: 'NHTSA complaints cannot be reached',
      },
    },
  }),
  synthesis_unavailable: errorRow({
    status: 503,
    when: 'The complaints could not be clustered and no earlier result is at hand; what needs no clustering is in the body.',
    details: {
      vehicle: z.looseObject({}),
      reliability: z.looseObject({}).describe('Counts that need no clustering'),
    },
    message: 'The complaints of this vehicle could not be clustered just now; try again in a while.',
    retryAfterSeconds: 60,
    example: { vehicle: { year: 2013, make: 'Hyundai' }, reliability: { complaintCount: 496 } },
  }),
};
