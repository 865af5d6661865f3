import { z } from 'zod';
import { SAMPLE_VIN } from './sample-vehicle.ts';

/** A VIN as callers write it: blanks around it and lower case are forgiven, anything else is told apart. */
export const vinParameter = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .superRefine((vin, context) => {
    const reason = vinProblem(vin);
    if (reason === undefined) return;
    const message =
      reason === 'length' ? 'must have 17 characters' : 'may hold only 0-9 and A-Z without I, O and Q';
    context.addIssue({ code: 'custom', message, params: { reason } });
  })
  .meta({
    description: 'Vehicle identification number: 17 characters, without the letters I, O and Q',
    pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$',
    example: SAMPLE_VIN,
  });

export const vinQuery = z.strictObject({ vin: vinParameter });

function vinProblem(vin: string): 'length' | 'characters' | undefined {
  if (vin.length !== 17) return 'length';
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? undefined : 'characters';
}
