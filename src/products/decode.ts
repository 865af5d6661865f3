import { z } from 'zod';
import { decodeProvenanceSchema, decodeVerdictSchema } from '../vehicle/decoded.ts';
import { vehicleSchema } from '../vehicle/vehicle.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import { warrantySchema } from '../warranty/warranty.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import type { Product } from './product.ts';
import { SAMPLE_VIN } from './sample-vehicle.ts';
import { vinQuery } from './vin-parameter.ts';

interface Knowledge {
  vehicles: Pick<VehicleService, 'decode'>;
  /** Decodes with the data that ships with the service, whatever sources are configured. */
  embeddedVehicles: Pick<VehicleService, 'decode'>;
  warranties: WarrantyService;
}

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

export const decode: Product<Knowledge, { vin: string }, Body> = {
  slug: 'decode',
  name: 'Decode',
  path: '/v1/decode',
  priceUsd: '0.01',
  summary: 'A VIN decoded as the US federal decoder would, with the factory warranty as originally sold.',
  description:
    "Runs NHTSA's own decoding algorithm in process: year, make, model, trim, body, engine, plant and more, with the " +
    'check digit, the error codes and a suggested VIN where one is wrong. Unknown values are null, never guessed. ' +
    'The warranty is the coverage as sold new, not what remains of it. A VIN whose make, model or year cannot be ' +
    'resolved is an error and costs nothing.',
  query: vinQuery,
  response: bodySchema,
  failures: ['vehicle_not_resolved', 'upstream_unavailable'],
  sample: {
    path: '/v1/sample/decode',
    limitPerMinute: 5,
    response: sampleSchema,
    async read({ embeddedVehicles, warranties }) {
      const body = await answer(embeddedVehicles, warranties, SAMPLE_VIN, new AbortController().signal);
      const note =
        'The sample vehicle: an invented serial number, decoded from the data that ships with the service.';
      return { ...body, sample: true, note };
    },
  },
  async compute({ vehicles, warranties }, { vin }, { signal }) {
    return { body: await answer(vehicles, warranties, vin, signal), charge: true };
  },
};

async function answer(
  vehicles: Knowledge['vehicles'],
  warranties: WarrantyService,
  vin: string,
  signal: AbortSignal,
): Promise<Body> {
  const { provenance, ...decoded } = await vehicles.decode(vin, { signal });
  return { ...decoded, ...warranties.find(decoded.vehicle), provenance };
}
