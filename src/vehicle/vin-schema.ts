import { z } from 'zod';
import type { MeantVins } from '../errors/product-errors.ts';
import { ServiceError } from '../errors/service-error.ts';

/** A VIN as callers write it: blanks around it and lower case are forgiven, any other fault is named. */
export const vinText = z
  .string()
  .superRefine((text, context) => {
    const reason = vinProblem(text);
    if (reason === undefined) return;
    const message =
      reason === 'length' ? 'must have 17 characters' : 'may hold only 0-9 and A-Z without I, O and Q';
    context.addIssue({ code: 'custom', message, params: { reason } });
  })
  .transform((text) => text.trim().toUpperCase());

export const vinPattern = '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$';

const ECHO_LIMIT = 32;

/** Cuts what is sent back of a wrong VIN: it may be anything. */
export function invalidVin(
  input: string,
  reason: 'length' | 'characters',
  didYouMean: MeantVins = [],
): ServiceError<'invalid_vin'> {
  return new ServiceError('invalid_vin', { vin: input.slice(0, ECHO_LIMIT), reason, didYouMean });
}

/** Says what is wrong with a text as a full VIN, blanks around it and lower case forgiven. */
export function vinProblem(input: string): 'length' | 'characters' | undefined {
  const text = input.trim();
  if (text.length !== 17) return 'length';
  // @NOTE Looked at before it is upper-cased: "ſ" would become an S, and "ß" two.
  return /^[A-HJ-NPR-Z0-9]{17}$/i.test(text) ? undefined : 'characters';
}
