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

const LIGHT_VEHICLE_LB = 14_000;

/** Makes of cars also sell motorcycles and heavy trucks, whose terms are others. */
export function isLightVehicle({ vehicleType, weight }: SoldVehicle): boolean {
  const isOtherKind = /motorcycle|trailer|\bbus\b|off.?road|low.?speed/i.test(vehicleType ?? '');
  return !isOtherKind && (weight?.gvwrMinLb ?? 0) <= LIGHT_VEHICLE_LB;
}

/** The ways in which data may name the vehicle: by its model, with its trim, series or motors, or by these alone. */
export function namesOf(vehicle: SoldVehicle): string[] {
  const versions = [vehicle.trim, vehicle.trim2, vehicle.series, vehicle.series2].filter(isText);
  const { model } = vehicle;
  if (!isText(model)) return versions;
  const additions = [...versions, vehicle.electrification?.driveUnit].filter(isText);
  return [model, ...additions.map((addition) => `${model} ${addition}`), ...versions];
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
