import { z } from 'zod';
import { odometerUnits, owners } from '../warranty/remaining-schema.ts';
import { markets } from '../warranty/warranty.ts';
import type { OwnCar } from '../warranty/warranty-service.ts';
import { vinParameter } from './vin-parameter.ts';

export interface DecodeQuery {
  vin: string;
  ownCar: OwnCar;
}

const LARGEST_ODOMETER = 2_000_000;
const EARLIEST_DAY = '1980-01-01';

function oneOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  write: (text: string) => string,
) {
  return z
    .string()
    .transform((text) => write(text.trim()))
    .pipe(z.enum(values));
}

const distance = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => /^\d{1,7}$/.test(text) && Number(text) <= LARGEST_ODOMETER, {
    message: `must be a whole number from 0 to ${LARGEST_ODOMETER}`,
  })
  .transform(Number);

const day = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => z.iso.date().safeParse(text).success && text >= EARLIEST_DAY && text <= today(), {
    message: `must be a day from ${EARLIEST_DAY} to today, such as 2021-03-15`,
  });

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const parameters = z.strictObject({
  vin: vinParameter,
  market: oneOf(markets, (text) => text.toUpperCase())
    .exactOptional()
    .meta({
      enum: markets,
      description:
        'Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US',
    }),
  odometer: distance.exactOptional().meta({
    type: 'integer',
    minimum: 0,
    maximum: LARGEST_ODOMETER,
    description: 'What the odometer shows, for what remains of the warranty; needs odometer_unit',
  }),
  odometer_unit: oneOf(odometerUnits, (text) => text.toLowerCase())
    .exactOptional()
    .meta({ enum: odometerUnits, description: 'Unit of odometer' }),
  in_service: day.exactOptional().meta({
    type: 'string',
    format: 'date',
    description: 'The first day in service (YYYY-MM-DD), from which every warranty counts',
  }),
  owner: oneOf(owners, (text) => text.toLowerCase())
    .exactOptional()
    .meta({
      enum: owners,
      default: 'later',
      description: 'For whom the remaining warranty is meant; default later',
    }),
});

/** The VIN, and what the caller knows of the car for what remains of its warranty. */
export const decodeQuery = parameters
  .superRefine(
    ({ odometer, odometer_unit: unit }, context) => {
      const report = (parameter: string, message: string) =>
        context.addIssue({ code: 'custom', path: [parameter], message });
      if (odometer !== undefined && unit === undefined) report('odometer_unit', 'is required with odometer');
      if (unit !== undefined && odometer === undefined) report('odometer', 'is required with odometer_unit');
    },
    // This runs although single parameters have problems: their values are then absent or raw text.
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .transform(
    ({ vin, market, odometer, odometer_unit: unit, in_service: inService, owner }): DecodeQuery => ({
      vin,
      ownCar: {
        ...(market && { market }),
        ...(odometer !== undefined && unit && { odometer: { distance: odometer, unit } }),
        ...(inService && { inService }),
        ...(owner && { owner }),
      },
    }),
  );
