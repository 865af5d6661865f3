import type { Vehicle } from '../vehicle/vehicle.ts';
import { powertrainOfElectrification } from './powertrain.ts';
import type { NamedVehicle } from './resolve-model-names.ts';

/** What a decoded vehicle must have to be looked up by name; the rest narrows the names. */
export type LookedUpVehicle = Pick<Vehicle, 'make' | 'model' | 'year'> &
  Partial<Pick<Vehicle, 'series' | 'trim' | 'electrification'>>;

export function namedVehicle(vehicle: LookedUpVehicle): NamedVehicle {
  const { make, model, year, series = null, trim = null, electrification } = vehicle;
  return { make, model, year, series, trim, powertrain: powertrainOfElectrification(electrification?.level) };
}
