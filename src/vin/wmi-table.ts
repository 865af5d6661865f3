import { readNumber } from './byte-reader.ts';

/** A world manufacturer identifier and what is registered for it. Strings are numbers in the string arena. */
export interface Wmi {
  code: string;
  manufacturer: number | undefined;
  vehicleType: number;
  /** Passenger car, multipurpose vehicle or light truck: many rules hang on it. */
  isPassengerVehicle: boolean;
  /** Days since 1970 from which NHTSA shows it, or undefined for never. */
  publicSinceDay: number | undefined;
  makes: number[];
  /** Schemas with the first and last model year they apply to, in ascending order of schema. */
  schemas: Uint32Array;
  firstYears: Uint16Array;
  lastYears: Uint16Array;
}

export interface WmiTable {
  find(code: string): Wmi | undefined;
  codes(): Iterable<string>;
}

const PASSENGER_CAR = 2;
const TRUCK = 3;
const MULTIPURPOSE = 7;
const LIGHT_TRUCK = 1;
const OPEN_END = 2999;
const CODE_LENGTH = 6;
const BLANK = 0x20;

export function openWmis(bytes: Uint8Array, count: number): WmiTable {
  const places = new Map<string, number>();
  const reader = { bytes, at: 0 };
  for (let index = 0; index < count; index++) {
    const place = reader.at;
    places.set(readCode(reader), place);
    for (let skipped = 0; skipped < 4; skipped++) readNumber(reader);
    for (let makes = readNumber(reader); makes > 0; makes--) readNumber(reader);
    for (let links = readNumber(reader); links > 0; links--) {
      readNumber(reader);
      readNumber(reader);
      readNumber(reader);
    }
  }
  const found = new Map<string, Wmi>();
  return {
    codes: () => places.keys(),
    find(code) {
      const known = found.get(code);
      if (known !== undefined) return known;
      const at = places.get(code);
      if (at === undefined) return undefined;
      const wmi = readWmi({ bytes, at });
      found.set(code, wmi);
      return wmi;
    },
  };
}

function readCode(reader: { bytes: Uint8Array; at: number }): string {
  const { bytes, at } = reader;
  reader.at += CODE_LENGTH;
  const length = bytes[at + 3] === BLANK ? 3 : CODE_LENGTH;
  let code = '';
  for (let place = at; place < at + length; place++) code += String.fromCharCode(bytes[place] ?? BLANK);
  return code.trimEnd();
}

function readWmi(reader: { bytes: Uint8Array; at: number }): Wmi {
  const code = readCode(reader);
  const manufacturer = readNumber(reader);
  const vehicleType = readNumber(reader);
  const truckType = readNumber(reader);
  const publicSince = readNumber(reader);
  const makes = Array.from({ length: readNumber(reader) }, () => readNumber(reader));
  const links = readNumber(reader);
  const schemas = new Uint32Array(links);
  const firstYears = new Uint16Array(links);
  const lastYears = new Uint16Array(links);
  let schema = 0;
  for (let link = 0; link < links; link++) {
    schema += readNumber(reader);
    const first = readNumber(reader);
    const span = readNumber(reader);
    schemas[link] = schema;
    firstYears[link] = first;
    lastYears[link] = span === 0 ? OPEN_END : first + span - 1;
  }
  return {
    code,
    manufacturer: manufacturer === 0 ? undefined : manufacturer - 1,
    vehicleType,
    isPassengerVehicle:
      vehicleType === PASSENGER_CAR ||
      vehicleType === MULTIPURPOSE ||
      (vehicleType === TRUCK && truckType === LIGHT_TRUCK),
    publicSinceDay: publicSince === 0 ? undefined : publicSince - 1,
    makes,
    schemas,
    firstYears,
    lastYears,
  };
}

/** Whether any schema of this WMI covers the model year. */
export function coversYear({ firstYears, lastYears }: Wmi, year: number): boolean {
  for (let link = 0; link < firstYears.length; link++) {
    if ((firstYears[link] ?? 0) <= year && year <= (lastYears[link] ?? 0)) return true;
  }
  return false;
}
