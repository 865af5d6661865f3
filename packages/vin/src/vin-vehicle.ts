/** The facts that most callers ask for. Numbers are numbers, and null is "not known". */
export type VinVehicle = ReturnType<typeof vehicleOf>;

/** Picks the vehicle out of the fields of a decode. */
export function vehicleOf(fields: Readonly<Record<string, string>>) {
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
    /** In capitals, as NHTSA writes it. */
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
