import { countOf, numberOf, type RawFields, roundedNumberOf, textOf, yesOrNoOf } from './raw-fields.ts';
import { normaliseSafety } from './safety.ts';
import { spellMake, spellWords } from './spelling.ts';
import type { PartialVehicle, Vehicle } from './vehicle.ts';
import { poundsOf } from './weight-rating.ts';

/** Makes the vehicle of a flat decode: numbers as numbers, usual spelling, null for what is not known. */
export function normaliseVehicle(fields: RawFields): PartialVehicle {
  const text = (code: string): string | null => textOf(fields, code);
  const number = (code: string): number | null => numberOf(fields, code);
  const count = (code: string): number | null => countOf(fields, code);
  const words = (code: string): string | null => {
    const value = text(code);
    return value === null ? null : spellWords(value);
  };
  const make = text('Make');

  return {
    year: count('ModelYear'),
    make: make === null ? null : spellMake(make),
    model: text('Model'),
    trim: text('Trim'),
    trim2: text('Trim2'),
    series: text('Series'),
    series2: text('Series2'),
    bodyClass: text('BodyClass'),
    vehicleType: words('VehicleType'),
    doors: count('Doors'),
    windows: count('Windows'),
    seats: count('Seats'),
    seatRows: count('SeatRows'),
    driveType: text('DriveType'),
    steering: text('SteeringLocation'),
    manufacturer: text('Manufacturer'),
    plant: {
      city: words('PlantCity'),
      state: words('PlantState'),
      country: words('PlantCountry'),
      company: text('PlantCompanyName'),
    },
    engine: {
      model: text('EngineModel'),
      configuration: text('EngineConfiguration'),
      cylinders: count('EngineCylinders'),
      displacementL: roundedNumberOf(fields, 'DisplacementL', 1),
      displacementCc: roundedNumberOf(fields, 'DisplacementCC', 0),
      horsepower: roundedNumberOf(fields, 'EngineHP', 1),
      fuelType: text('FuelTypePrimary'),
      fuelTypeSecondary: text('FuelTypeSecondary'),
      fuelInjection: text('FuelInjectionType'),
      turbo: yesOrNoOf(fields, 'Turbo'),
      valveTrain: text('ValveTrainDesign'),
      manufacturer: text('EngineManufacturer'),
    },
    transmission: { style: text('TransmissionStyle'), speeds: count('TransmissionSpeeds') },
    electrification: normaliseElectrification(fields),
    weight: normaliseWeight(fields),
    dimensions: {
      wheelbaseIn: number('WheelBaseShort'),
      wheelbaseLongIn: number('WheelBaseLong'),
      trackWidthIn: number('TrackWidth'),
      bedLengthIn: number('BedLengthIN'),
      bedType: text('BedType'),
      cabType: text('BodyCabType'),
      wheels: count('Wheels'),
      wheelSizeFrontIn: number('WheelSizeFront'),
      wheelSizeRearIn: number('WheelSizeRear'),
      axles: count('Axles'),
    },
    safety: normaliseSafety(fields),
    basePriceUsd: number('BasePrice'),
  };
}

/** The vehicle itself, where year, make and model are all known. */
export function identifiedVehicle(vehicle: PartialVehicle): Vehicle | undefined {
  const { year, make, model } = vehicle;
  return year === null || make === null || model === null ? undefined : { ...vehicle, year, make, model };
}

function normaliseElectrification(fields: RawFields): PartialVehicle['electrification'] {
  const electrification = {
    level: textOf(fields, 'ElectrificationLevel'),
    batteryType: textOf(fields, 'BatteryType'),
    batteryKwh: numberOf(fields, 'BatteryKWh'),
    chargerLevel: textOf(fields, 'ChargerLevel'),
    chargerPowerKw: numberOf(fields, 'ChargerPowerKW'),
    driveUnit: textOf(fields, 'EVDriveUnit'),
  };
  const isElectric = [fields.FuelTypePrimary, fields.FuelTypeSecondary].includes('Electric');
  return isElectric || Object.values(electrification).some((value) => value !== null)
    ? electrification
    : null;
}

function normaliseWeight(fields: RawFields): PartialVehicle['weight'] {
  const from = textOf(fields, 'GVWR');
  const to = textOf(fields, 'GVWR_to');
  return {
    gvwrFrom: from,
    gvwrTo: to,
    gvwrMinLb: poundsOf(from).from,
    gvwrMaxLb: poundsOf(to ?? from).to,
    curbLb: numberOf(fields, 'CurbWeightLB'),
  };
}
