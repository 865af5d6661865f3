import { z } from 'zod';
import { vinPattern, vinText } from '../vehicle/vin-schema.ts';

/** The car of all free samples: a 2013 Hyundai Elantra with an invented serial number and a right check digit. */
export const SAMPLE_VIN = '5NPDH4AE8DH100013';

export const vinParameter = vinText.meta({
  description: 'Vehicle identification number: 17 characters, without the letters I, O and Q',
  pattern: vinPattern,
  example: SAMPLE_VIN,
});

export const vinQuery = z.strictObject({ vin: vinParameter });

/** A parameter with few values, in either case of letters. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  write: (text: string) => string,
) {
  return z
    .string()
    .transform((text) => write(text.trim()))
    .pipe(z.enum(values));
}
