import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import {
  decodeProvenanceSchema,
  decodeVerdictSchema,
  vehicleSchema,
  vinWarning,
} from '../vehicle/vehicle.ts';
import { decodeInWords } from '../view/car.ts';
import { problemOfInService } from '../warranty/remaining.ts';
import { markets, odometerUnits, owners, warrantySchema } from '../warranty/warranty.ts';
import type { OwnCar, WarrantyService } from '../warranty/warranty-service.ts';
import { briefCar, briefWarranty, carBriefSchema, warrantyBriefSchema } from './brief/car-brief.ts';
import { oneOf, SAMPLE_VIN, vinParameter } from './parameters.ts';
import type { Knowledge, Product } from './product.ts';

export interface DecodeParameters {
  vin: string;
  ownCar: OwnCar;
}

const LARGEST_ODOMETER = 2_000_000;
const EARLIEST_DAY = '1980-01-01';

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

/** Facts that a buyer knows of the car, for what remains of its warranty. */
export const ownCarParameters = {
  odometer: distance.exactOptional().meta({
    type: 'integer',
    minimum: 0,
    maximum: LARGEST_ODOMETER,
    description: 'What the odometer shows, for what remains of the warranty; needs odometer_unit',
  }),
  odometer_unit: oneOf(odometerUnits, (text) => text.toLowerCase())
    .exactOptional()
    .meta({ enum: odometerUnits, description: 'Unit of odometer' }),
  owner: oneOf(owners, (text) => text.toLowerCase())
    .exactOptional()
    .meta({
      enum: owners,
      default: 'later',
      description: 'For whom the remaining warranty is meant; default later',
    }),
};

const { odometer, odometer_unit, owner } = ownCarParameters;
const parameters = z.strictObject({
  vin: vinParameter,
  market: oneOf(markets, (text) => text.toUpperCase())
    .exactOptional()
    .meta({
      enum: markets,
      description:
        'Where the car was sold new, for the warranty; where left out: the only country its model was sold in, else US',
    }),
  odometer,
  odometer_unit,
  in_service: day.exactOptional().meta({
    type: 'string',
    format: 'date',
    description: 'The first day in service (YYYY-MM-DD), from which every warranty counts',
  }),
  owner,
});

/** The VIN, and what the caller knows of the car for what remains of its warranty. */
export const decodeQuery = parameters
  // This runs although single parameters have problems: their values are then absent or raw text.
  .superRefine(reportOdometer, { when: ({ value }) => typeof value === 'object' && value !== null })
  .transform(
    ({ vin, market, in_service: inService, ...given }): DecodeParameters => ({
      vin,
      ownCar: { ...(market && { market }), ...(inService && { inService }), ...readOwnCar(given) },
    }),
  );

type OwnCarValues = Partial<Omit<z.output<typeof parameters>, 'vin' | 'market' | 'in_service'>>;

/** An odometer says nothing without its unit. */
export function reportOdometer(
  { odometer, odometer_unit: unit }: OwnCarValues,
  context: Pick<z.core.$RefinementCtx, 'addIssue'>,
): void {
  const report = (parameter: string, message: string) =>
    context.addIssue({ code: 'custom', path: [parameter], message });
  if (odometer !== undefined && unit === undefined) report('odometer_unit', 'is required with odometer');
  if (unit !== undefined && odometer === undefined) report('odometer', 'is required with odometer_unit');
}

export function readOwnCar({ odometer, odometer_unit: unit, owner }: OwnCarValues): OwnCar {
  return {
    ...(odometer !== undefined && unit && { odometer: { distance: odometer, unit } }),
    // The usual one left out: who names it asks for the same, and pays for it once.
    ...(owner === 'first' && { owner }),
  };
}

type Known = Pick<Knowledge, 'vehicles' | 'embeddedVehicles' | 'warranties'>;

const bodySchema = z.object({
  ...vinWarning,
  vin: z.string(),
  vehicle: vehicleSchema,
  decode: decodeVerdictSchema,
  warranty: warrantySchema.nullable(),
  warrantyNote: z.string().nullable().describe('Why the warranty is not known; null where it is'),
  provenance: decodeProvenanceSchema,
});
type Body = z.infer<typeof bodySchema>;

const decodeBriefSchema = z.object({
  vin: z.string(),
  vehicle: carBriefSchema,
  checkDigitValid: z.boolean(),
  errorText: decodeVerdictSchema.shape.errorText.describe('What is wrong with the VIN; null: nothing'),
  suggestedVin: decodeVerdictSchema.shape.suggestedVin,
  warranty: warrantyBriefSchema,
  warrantyNote: bodySchema.shape.warrantyNote,
  source: z.string(),
});

const sampleSchema = z.object({ ...bodySchema.shape, sample: z.literal(true), note: z.string() });

export const decode = {
  slug: 'decode',
  name: 'Decode',
  question: `What car is ${SAMPLE_VIN}, and what is left of its warranty at 112,000 miles?`,
  askedFor: [
    'what car',
    'which car',
    'what is this car',
    'what vehicle',
    'spec',
    'specification',
    'warranty',
    'trim level',
  ],
  path: '/v1/decode',
  priceUsd: usualPrices.decode,
  summary:
    'A VIN decoded as the US federal decoder would, with the factory warranty as sold and what remains of it.',
  description:
    "Runs NHTSA's own decoding algorithm in process: year, make, model, trim, body, engine, power, drive, transmission, air bags, plant and more, with the " +
    'check digit, the error codes and a suggested VIN where one is wrong. Unknown values are null, never guessed. ' +
    'The warranty is the coverage as sold new in the market, with what later owners have; `remaining` says what is left ' +
    'of it for this owner, exactly with odometer and in_service. A VIN whose make, model or year cannot be ' +
    'resolved is an error and costs nothing.',
  query: decodeQuery,
  response: bodySchema,
  brief: {
    response: decodeBriefSchema,
    of: ({
      vin,
      vehicle,
      decode: { checkDigitValid, errorCodes, errorText, suggestedVin },
      provenance,
      ...body
    }) => ({
      vin,
      vehicle: briefCar(vehicle),
      checkDigitValid,
      errorText: errorCodes.every((code) => code === 0) ? null : errorText,
      suggestedVin,
      warranty: briefWarranty(body),
      warrantyNote: body.warrantyNote,
      source: provenance.source,
    }),
  },
  failures: ['vehicle_not_resolved', 'upstream_unavailable'],
  sample: {
    path: '/v1/sample/decode',
    limitPerMinute: usualLimits['/v1/sample/decode'],
    response: sampleSchema,
    async read({ embeddedVehicles, warranties }: Known) {
      const query = { vin: SAMPLE_VIN, ownCar: {} };
      const body = await answer(embeddedVehicles, warranties, query, new AbortController().signal);
      const note =
        'The sample vehicle: an invented serial number, decoded from the data that ships with the service.';
      return { ...body, sample: true, note };
    },
  },
  async compute({ vehicles, warranties }: Known, query, { signal }) {
    return { body: await answer(vehicles, warranties, query, signal), charge: true };
  },
  inWords: decodeInWords,
} satisfies Product<DecodeParameters, Body>;

async function answer(
  vehicles: Known['vehicles'],
  warranties: WarrantyService,
  { vin, ownCar }: DecodeParameters,
  signal: AbortSignal,
): Promise<Body> {
  const { provenance, elapsedMs: _, ...decoded } = await vehicles.decode(vin, { signal });
  const message = problemOfInService(ownCar.inService, decoded.vehicle.year);
  if (message !== undefined)
    throw new ServiceError('invalid_parameters', { issues: [{ parameter: 'in_service', message }] });
  return { ...decoded, ...warranties.find(decoded.vehicle, ownCar), provenance };
}
