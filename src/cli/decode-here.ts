import type { Vehicle } from '../vehicle/vehicle.ts';

/** What a VIN says with the data that ship with the program: no network. */
export async function decodeHere(vin: string): Promise<Vehicle> {
  const { createEmbeddedDecoder } = await import('../sources/vpic/embedded-decoder.ts');
  const { createVehicleService } = await import('../vehicle/vehicle-service.ts');
  const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });
  return (await vehicles.decode(vin)).vehicle;
}
