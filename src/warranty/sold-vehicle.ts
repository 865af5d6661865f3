import type { Fuel } from './maker-schema.ts';

/** What the look-up needs of a vehicle; a decoded vehicle is one. */
export interface SoldVehicle {
  year: number;
  make: string;
  model: string | null;
  vehicleType?: string | null;
  trim?: string | null;
  trim2?: string | null;
  series?: string | null;
  series2?: string | null;
  engine?: { fuelType: string | null; fuelTypeSecondary?: string | null };
  electrification?: { level: string | null; driveUnit?: string | null } | null;
  weight?: { gvwrMinLb: number | null };
}

/** Undefined where the fuel is not known. */
export function fuelOf({ engine, electrification }: SoldVehicle): Fuel | undefined {
  const fuel = engine?.fuelType ?? '';
  if (/diesel/i.test(fuel)) return 'diesel';
  if (/gasoline|petrol|flex|e85|ethanol/i.test(fuel)) return 'gasoline';
  if (/electric/i.test(fuel) || /\bBEV\b/.test(electrification?.level ?? '')) {
    return engine?.fuelTypeSecondary ? 'gasoline' : 'electric';
  }
  return fuel === '' ? undefined : 'other';
}

const LIGHT_VEHICLE_LB = 14_000;

/** Makes of cars also sell motorcycles and heavy trucks, whose terms are others. */
export function isLightVehicle({ vehicleType, weight }: SoldVehicle): boolean {
  const isOtherKind = /motorcycle|trailer|\bbus\b|off.?road|low.?speed/i.test(vehicleType ?? '');
  return !isOtherKind && (weight?.gvwrMinLb ?? 0) <= LIGHT_VEHICLE_LB;
}

/** The ways in which data may name the vehicle: by its model, with its trim, series or motors, or by these alone. */
export function soldNamesOf(vehicle: SoldVehicle): string[] {
  const versions = trimsOf(vehicle);
  const { model } = vehicle;
  if (!isText(model)) return versions;
  const additions = [...versions, vehicle.electrification?.driveUnit].filter(isText);
  return [model, ...additions.map((addition) => `${model} ${addition}`), ...versions];
}

/** What is known of the version beside the model. */
export function versionsOf(vehicle: SoldVehicle): string[] {
  return [...trimsOf(vehicle), vehicle.electrification?.driveUnit].filter(isText);
}

function trimsOf({ trim, trim2, series, series2 }: SoldVehicle): string[] {
  return [trim, trim2, series, series2].filter(isText);
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
