import { z } from 'zod';
import { vinProblem } from '../vehicle/vin-input.ts';
import { SAMPLE_VIN } from './sample-vehicle.ts';

/** A VIN as callers write it: blanks around it and lower case are forgiven, anything else is told apart. */
export const vinParameter = z
  .string()
  .superRefine((text, context) => {
    const reason = vinProblem(text);
    if (reason === undefined) return;
    const message =
      reason === 'length' ? 'must have 17 characters' : 'may hold only 0-9 and A-Z without I, O and Q';
    context.addIssue({ code: 'custom', message, params: { reason } });
  })
  .transform((text) => text.trim().toUpperCase())
  .meta({
    description: 'Vehicle identification number: 17 characters, without the letters I, O and Q',
    pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$',
    example: SAMPLE_VIN,
  });

export const vinQuery = z.strictObject({ vin: vinParameter });
