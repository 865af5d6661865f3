import type { Vehicle } from '../vehicle/vehicle.ts';
import { possiblePowertrains } from './powertrain.ts';
import type { NamedVehicle } from './resolve-model-names.ts';

/** The fields that a look-up by name needs; the optional ones narrow the names. */
export type LookedUpVehicle = Pick<Vehicle, 'make' | 'model' | 'year'> &
  Partial<Pick<Vehicle, 'series' | 'series2' | 'trim' | 'trim2' | 'electrification'>> & {
    engine?: Partial<Pick<Vehicle['engine'], 'fuelType' | 'fuelTypeSecondary'>>;
  };

export function namedVehicle(vehicle: LookedUpVehicle): NamedVehicle {
  const { make, model, year, electrification, engine } = vehicle;
  const versions = [vehicle.series, vehicle.series2, vehicle.trim, vehicle.trim2].filter(
    (text) => text !== null && text !== undefined,
  );
  const powertrains = possiblePowertrains({
    make,
    year,
    names: [model, ...versions],
    fuel: engine?.fuelType,
    secondFuel: engine?.fuelTypeSecondary,
    electrification: electrification?.level,
  });
  return { make, model, year, versions, powertrains };
}
