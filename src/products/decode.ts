import { z } from 'zod';
import { decodeProvenanceSchema, decodeVerdictSchema } from '../vehicle/decoded.ts';
import { nameOfCar, vehicleSchema } from '../vehicle/vehicle.ts';
import { warrantySchema } from '../warranty/warranty.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { type DecodeQuery, decodeQuery } from './decode-query.ts';
import type { Knowledge } from './knowledge.ts';
import type { Product } from './product.ts';
import { SAMPLE_VIN } from './sample-vehicle.ts';

type Known = Pick<Knowledge, 'vehicles' | 'embeddedVehicles' | 'warranties'>;

const bodySchema = z.object({
  vin: z.string(),
  vehicle: vehicleSchema,
  decode: decodeVerdictSchema,
  warranty: warrantySchema.nullable(),
  warrantyNote: z.string().nullable().describe('Why the warranty is not known; null where it is'),
  provenance: decodeProvenanceSchema,
});
type Body = z.infer<typeof bodySchema>;

const sampleSchema = z.object({ ...bodySchema.shape, sample: z.literal(true), note: z.string() });

export const decode = {
  slug: 'decode',
  name: 'Decode',
  askedFor: [
    'decode',
    'what car',
    'which car',
    'what is this car',
    'what vehicle',
    'specs',
    'specifications',
    'warranty',
    'trim level',
  ],
  path: '/v1/decode',
  priceUsd: '0.01',
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
  failures: ['vehicle_not_resolved', 'upstream_unavailable'],
  sample: {
    path: '/v1/sample/decode',
    limitPerMinute: 5,
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
  inWords({ vin, vehicle, decode: { checkDigitValid }, warranty }) {
    const body = vehicle.bodyClass === null ? '' : `, ${vehicle.bodyClass}`;
    const digit = checkDigitValid
      ? 'Its check digit is right.'
      : 'Its check digit is wrong: compare the VIN with the one on the car.';
    const coverage = warranty ? ' The factory warranty as sold, and what is left of it, is included.' : '';
    return `${vin} is a ${nameOfCar(vehicle)}${body}. ${digit}${coverage}`;
  },
} satisfies Product<DecodeQuery, Body>;

async function answer(
  vehicles: Known['vehicles'],
  warranties: WarrantyService,
  { vin, ownCar }: DecodeQuery,
  signal: AbortSignal,
): Promise<Body> {
  const { provenance, waitedMs: _, ...decoded } = await vehicles.decode(vin, { signal });
  return { ...decoded, ...warranties.find(decoded.vehicle, ownCar), provenance };
}
