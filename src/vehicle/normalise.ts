import { readFileSync } from 'node:fs';
import { onDemand } from '../lib/on-demand.ts';
import type { RawFields } from '../sources/vpic/embedded-decoder.ts';
import type { Availability, DecodeVerdict, PartialVehicle, Vehicle } from './vehicle.ts';

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

/** The elements without which no car is named. */
export const IDENTITY = ['ModelYear', 'Make', 'Model'];

export function isIdentified(fields: RawFields): boolean {
  return IDENTITY.every((code) => textOf(fields, code) !== null);
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

/** Elements that speak of the VIN, not of the vehicle. */
export const VERDICT_CODES: readonly string[] = [
  'ErrorCode',
  'ErrorText',
  'AdditionalErrorText',
  'SuggestedVIN',
  'PossibleValues',
  'VehicleDescriptor',
];

/** Fields that the live service adds to its flat answers besides elements. */
const NO_ELEMENTS: readonly string[] = ['VIN', 'MakeID', 'ManufacturerId', 'ModelID'];

export function textOf(fields: RawFields, code: string): string | null {
  const value = fields[code]?.trim() ?? '';
  return value === '' || value.toLowerCase() === 'not applicable' ? null : value;
}

type FieldReader = ReturnType<typeof createFieldReader>;

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** Reads values in the form in which they are wanted, and knows afterwards what was not wanted in any. */
function createFieldReader(fields: RawFields) {
  const read = new Set([...VERDICT_CODES, ...NO_ELEMENTS]);
  const take = <T>(code: string, value: T | null): T | null => {
    if (value !== null) read.add(code);
    return value;
  };
  const numberAt = (code: string): number | null => {
    const text = textOf(fields, code);
    return text === null || !/^\d+(\.\d*)?$/.test(text) ? null : Number(text);
  };
  /** Reads the value that a text, in lower case, stands for. */
  const oneOf = <T>(code: string, meanings: Readonly<Record<string, T>>): T | null =>
    take(code, meanings[textOf(fields, code)?.toLowerCase() ?? ''] ?? null);
  return {
    text: (code: string) => take(code, textOf(fields, code)),
    number: (code: string) => take(code, numberAt(code)),
    rounded(code: string, decimals: number) {
      const number = numberAt(code);
      return take(code, number === null ? null : Number(number.toFixed(decimals)));
    },
    count(code: string) {
      const number = numberAt(code);
      return take(code, Number.isInteger(number) ? number : null);
    },
    yesOrNo: (code: string) => oneOf(code, YES_OR_NO),
    oneOf,
    /** Lists the fields that say something of the vehicle and were not read so far, or not in a form that it has. */
    rest(): Record<string, string> {
      const codes = Object.keys(fields).filter((code) => !read.has(code));
      return Object.fromEntries(
        codes.flatMap((code) => {
          const text = textOf(fields, code);
          return text === null ? [] : [[code, text]];
        }),
      );
    },
  };
}

interface UsualSpellings {
  /** NHTSA writes makes in capitals. These do not follow the common rule. */
  makes: string[];
  /** Words that stay small within a name. */
  smallWords: string[];
  /** Words without a vowel that are no abbreviations. */
  shortWords: string[];
}

/** @NOTE Taken on trust and checked by a test: the schema library takes longer to load than a car to decode. */
const spellings = onDemand(() => {
  const file = new URL('../../data/names/usual-spellings.json', import.meta.url);
  const { makes, smallWords, shortWords }: UsualSpellings = JSON.parse(readFileSync(file, 'utf8'));
  return {
    makes: new Map(makes.map((make) => [make.toUpperCase(), make])),
    smallWords: new Set(smallWords),
    shortWords: new Set(shortWords),
  };
});

/** "MERCEDES-BENZ" -> "Mercedes-Benz", "BMW" -> "BMW". */
export function spellMake(make: string): string {
  return spellings().makes.get(make.toUpperCase()) ?? spellWords(make);
}

/** "UNITED STATES (USA)" -> "United States (USA)"; what is not all capitals is left alone. */
export function spellWords(text: string): string {
  if (text !== text.toUpperCase()) return text;
  return text.replace(/[A-Z\u00c0-\u024f\d'’.&]+/g, (word, at: number) => spellWord(word, at, text));
}

function spellWord(word: string, at: number, text: string): string {
  const { smallWords, shortWords } = spellings();
  const lower = word.toLowerCase();
  if (at > 0 && smallWords.has(lower) && text[at - 1] === ' ') return lower;
  const isAbbreviation = text[at - 1] === '(' || text[at - 1] === '[' || /\d|&|\..*\./.test(word);
  const isConsonants = word.length <= 4 && !/[AEIOUY]/.test(word);
  if (isAbbreviation || isConsonants) return shortWords.has(lower) ? capitalised(lower) : word;
  return capitalised(lower);
}

function capitalised(lower: string): string {
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** The codes of a flat decode: they come as "1,14". */
export function codesOf(fields: RawFields): number[] {
  return (fields.ErrorCode ?? '')
    .split(',')
    .filter((code) => /^\s*\d+\s*$/.test(code))
    .map(Number);
}

const WRONG_CHECK_DIGIT = 1;

/** The verdict in a flat decode. */
export function verdictOf(fields: RawFields): DecodeVerdict {
  const errorCodes = codesOf(fields);
  return {
    checkDigitValid: !errorCodes.includes(WRONG_CHECK_DIGIT),
    errorCodes,
    errorText: textOf(fields, 'ErrorText'),
    suggestedVin: textOf(fields, 'SuggestedVIN'),
    possibleValues: textOf(fields, 'PossibleValues'),
  };
}
