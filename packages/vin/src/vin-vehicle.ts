/** The facts that most callers ask for. Numbers are numbers, and null is "not known". */
export interface VinVehicle {
  year: number | null;
  /** In capitals, as NHTSA writes it. */
  make: string | null;
  model: string | null;
  trim: string | null;
  series: string | null;
  bodyClass: string | null;
  vehicleType: string | null;
  doors: number | null;
  driveType: string | null;
  fuel: string | null;
  electrification: string | null;
  cylinders: number | null;
  displacementL: number | null;
  horsepower: number | null;
  transmission: string | null;
  speeds: number | null;
  manufacturer: string | null;
  plant: { city: string | null; state: string | null; country: string | null };
}

/** Picks the vehicle out of the fields of a decode. */
export function vehicleOf(fields: Readonly<Record<string, string>>): VinVehicle {
  const text = (code: string): string | null => {
    const value = fields[code];
    return value === undefined || value === 'Not Applicable' ? null : value;
  };
  const number = (code: string): number | null => {
    const value = text(code);
    return value !== null && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null;
  };
  return {
    year: number('ModelYear'),
    make: text('Make'),
    model: text('Model'),
    trim: text('Trim'),
    series: text('Series'),
    bodyClass: text('BodyClass'),
    vehicleType: text('VehicleType'),
    doors: number('Doors'),
    driveType: text('DriveType'),
    fuel: text('FuelTypePrimary'),
    electrification: text('ElectrificationLevel'),
    cylinders: number('EngineCylinders'),
    displacementL: number('DisplacementL'),
    horsepower: number('EngineHP'),
    transmission: text('TransmissionStyle'),
    speeds: number('TransmissionSpeeds'),
    manufacturer: text('Manufacturer'),
    plant: { city: text('PlantCity'), state: text('PlantState'), country: text('PlantCountry') },
  };
}
