import type { RawFields } from '../sources/vpic/embedded-decoder.ts';
import { createFieldReader, type FieldReader } from './raw-fields.ts';
import { spellMake, spellWords } from './spelling.ts';
import type { Availability, PartialVehicle, Vehicle } from './vehicle.ts';

/** Makes the vehicle of a flat decode: numbers as numbers, usual spelling, null for what is not known. */
export function normaliseVehicle(fields: RawFields): PartialVehicle {
  const read = createFieldReader(fields);
  const { text, number, count } = read;
  const words = (code: string): string | null => {
    const value = text(code);
    return value === null ? null : spellWords(value);
  };
  const make = text('Make');

  const vehicle = {
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
      displacementL: read.rounded('DisplacementL', 1),
      displacementCc: read.rounded('DisplacementCC', 0),
      horsepower: read.rounded('EngineHP', 1),
      fuelType: text('FuelTypePrimary'),
      fuelTypeSecondary: text('FuelTypeSecondary'),
      fuelInjection: text('FuelInjectionType'),
      turbo: read.yesOrNo('Turbo'),
      valveTrain: text('ValveTrainDesign'),
      manufacturer: text('EngineManufacturer'),
    },
    transmission: { style: text('TransmissionStyle'), speeds: count('TransmissionSpeeds') },
    electrification: normaliseElectrification(read, fields),
    weight: normaliseWeight(read),
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
    safety: normaliseSafety(read),
    basePriceUsd: number('BasePrice'),
  };
  return { ...vehicle, additional: read.rest() };
}

/** The vehicle itself, where year, make and model are all known. */
export function identifiedVehicle(vehicle: PartialVehicle): Vehicle | undefined {
  const { year, make, model } = vehicle;
  return year === null || make === null || model === null ? undefined : { ...vehicle, year, make, model };
}

function normaliseElectrification(
  { text, number }: FieldReader,
  fields: RawFields,
): PartialVehicle['electrification'] {
  const electrification = {
    level: text('ElectrificationLevel'),
    batteryType: text('BatteryType'),
    batteryKwh: number('BatteryKWh'),
    chargerLevel: text('ChargerLevel'),
    chargerPowerKw: number('ChargerPowerKW'),
    driveUnit: text('EVDriveUnit'),
  };
  const isElectric = [fields.FuelTypePrimary, fields.FuelTypeSecondary].includes('Electric');
  return isElectric || Object.values(electrification).some((value) => value !== null)
    ? electrification
    : null;
}

function normaliseWeight({ text, number }: FieldReader): PartialVehicle['weight'] {
  const from = text('GVWR');
  const to = text('GVWR_to');
  return {
    gvwrFrom: from,
    gvwrTo: to,
    gvwrMinLb: poundsOf(from).from,
    gvwrMaxLb: poundsOf(to ?? from).to,
    curbLb: number('CurbWeightLB'),
  };
}

const LEVELS: Readonly<Record<string, Availability>> = {
  standard: 'Standard',
  optional: 'Optional',
  'not available': 'Not Available',
};

/** Safety equipment. What the manufacturer did not file stays null. */
function normaliseSafety({ text, oneOf }: FieldReader): Vehicle['safety'] {
  const level = (code: string): Availability | null => oneOf(code, LEVELS);
  return {
    abs: level('ABS'),
    esc: level('ESC'),
    tractionControl: level('TractionControl'),
    tpms: text('TPMS'),
    seatBelts: text('SeatBeltsAll'),
    airbags: {
      front: text('AirBagLocFront'),
      side: text('AirBagLocSide'),
      curtain: text('AirBagLocCurtain'),
      knee: text('AirBagLocKnee'),
      seatCushion: text('AirBagLocSeatCushion'),
    },
    backupCamera: level('RearVisibilitySystem'),
    parkingAssist: level('ParkAssist'),
    blindSpotWarning: level('BlindSpotMon'),
    blindSpotIntervention: level('BlindSpotIntervention'),
    forwardCollisionWarning: level('ForwardCollisionWarning'),
    automaticEmergencyBraking: level('CIB'),
    pedestrianEmergencyBraking: level('PedestrianAutomaticEmergencyBraking'),
    rearEmergencyBraking: level('RearAutomaticEmergencyBraking'),
    dynamicBrakeSupport: level('DynamicBrakeSupport'),
    laneDepartureWarning: level('LaneDepartureWarning'),
    laneKeeping: level('LaneKeepSystem'),
    laneCentering: level('LaneCenteringAssistance'),
    rearCrossTrafficAlert: level('RearCrossTrafficAlert'),
    adaptiveCruiseControl: level('AdaptiveCruiseControl'),
    daytimeRunningLights: level('DaytimeRunningLight'),
    headlamps: text('LowerBeamHeadlampLightSource'),
    automaticCrashNotification: level('CAN_AACN'),
    eventDataRecorder: level('EDR'),
    keylessIgnition: level('KeylessIgnition'),
  };
}

/** The bounds of a weight class in pounds: "Class 2E: 6,001 - 7,000 lb (2,722 - 3,175 kg)". */
interface PoundRange {
  from: number | null;
  to: number | null;
}

function poundsOf(rating: string | null): PoundRange {
  const pounds = /:\s*([^(]*)lb/.exec(rating ?? '')?.[1] ?? '';
  const tail = /lb(?:s)?\s+(or less|and above|or more)/i.exec(rating ?? '')?.[1]?.toLowerCase();
  const [first, second] = [...pounds.matchAll(/[\d,]+/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  );
  if (first === undefined) return { from: null, to: null };
  if (second !== undefined) return { from: first, to: second };
  if (tail === 'or less') return { from: null, to: first };
  return tail === undefined ? { from: first, to: first } : { from: first, to: null };
}
