import type { Vehicle } from '../vehicle/vehicle.ts';
import { type Car, type Fuel, weightOfPounds } from './car.ts';

type Known = Pick<
  Vehicle,
  'year' | 'vehicleType' | 'model' | 'trim' | 'series' | 'engine' | 'electrification' | 'weight'
>;

/** What a decoded vehicle says of the car that decides on fees. */
export function carOfVehicle(vehicle: Known): Car {
  const fuels = fuelsOf(vehicle);
  const { curbLb } = vehicle.weight;
  const { vehicleType } = vehicle;
  return {
    modelYear: vehicle.year,
    ...(fuels.length > 0 && { fuels }),
    ...(curbLb !== null && { weight: weightOfPounds(Math.round(curbLb)) }),
    ...(vehicleType !== null && !/passenger/i.test(vehicleType) && { otherKind: vehicleType }),
  };
}

/** More than one where the decode leaves it open, none where it says nothing. */
function fuelsOf({ engine, electrification, model, trim, series }: Known): Fuel[] {
  const level = electrification?.level ?? '';
  if (/\bBEV\b|\bFCEV\b/.test(level)) return ['electric'];
  if (/\bPHEV\b/.test(level)) return ['plug-in hybrid'];
  if (/HEV/.test(level)) return ['hybrid'];
  const primary = engine.fuelType ?? '';
  const secondary = engine.fuelTypeSecondary ?? '';
  if (primary === '') return [];
  if (/electric|hydrogen|fuel cell/i.test(primary)) {
    return secondary === '' ? ['electric'] : ['hybrid', 'plug-in hybrid'];
  }
  const names = [model, trim, series].join(' ');
  if (/electric/i.test(secondary)) {
    return /plug-?in|PHEV|prime/i.test(names) ? ['plug-in hybrid'] : ['hybrid', 'plug-in hybrid'];
  }
  if (/hybrid|HEV|4xe|e-tron/i.test(names)) return ['hybrid', 'plug-in hybrid'];
  if (/diesel/i.test(primary)) return ['diesel'];
  // The decoder does not name the electric side of every hybrid.
  return electrification === null ? ['petrol', 'hybrid'] : ['petrol'];
}
