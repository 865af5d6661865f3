import { readVarint } from './container.ts';

/** A world manufacturer identifier and what is registered for it. Strings are numbers in the string arena. */
export interface Wmi {
  code: string;
  manufacturer: number | undefined;
  vehicleType: number;
  /** True for a passenger car, multipurpose vehicle or light truck: many rules hang on it. */
  isPassengerVehicle: boolean;
  /** Days since 1970 from which NHTSA shows it, or undefined for never. */
  publicSinceDay: number | undefined;
  makes: number[];
  /** Its links to schemas are linkStart to linkEnd, in ascending order of schema. */
  linkStart: number;
  linkEnd: number;
}

export type WmiTable = ReturnType<typeof openWmis>;

export function schemaOf(links: Uint32Array, link: number): number {
  return links[2 * link] ?? 0;
}

export function firstYearOf(links: Uint32Array, link: number): number {
  return (links[2 * link + 1] ?? 0) >>> 16;
}

export function lastYearOf(links: Uint32Array, link: number): number {
  return (links[2 * link + 1] ?? 0) & 0xffff;
}

const PASSENGER_CAR = 2;
const TRUCK = 3;
const MULTIPURPOSE = 7;
const LIGHT_TRUCK = 1;
const OPEN_END = 2999;
const CODE_LENGTH = 6;
const BLANK = 0x20;

export function openWmis(bytes: Uint8Array, count: number, linkCount: number) {
  const places = new Map<string, { at: number; linkStart: number }>();
  /** Two words a link: the schema, and the first and the last model year to which it applies. */
  const links = new Uint32Array(2 * linkCount);
  const reader = { bytes, at: 0 };
  let link = 0;
  for (let index = 0; index < count; index++) {
    const at = reader.at;
    places.set(readCode(reader), { at, linkStart: link });
    for (let skipped = 0; skipped < 4; skipped++) readVarint(reader);
    for (let makes = readVarint(reader); makes > 0; makes--) readVarint(reader);
    let schema = 0;
    for (let rest = readVarint(reader); rest > 0; rest--, link++) {
      schema += readVarint(reader);
      const first = readVarint(reader);
      const span = readVarint(reader);
      links[2 * link] = schema;
      links[2 * link + 1] = (first << 16) | (span === 0 ? OPEN_END : first + span - 1);
    }
  }
  const found = new Map<string, Wmi>();
  return {
    links,
    codes: (): Iterable<string> => places.keys(),
    find(code: string): Wmi | undefined {
      const known = found.get(code);
      if (known !== undefined) return known;
      const place = places.get(code);
      if (place === undefined) return undefined;
      const wmi = readWmi({ bytes, at: place.at }, place.linkStart);
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

function readWmi(reader: { bytes: Uint8Array; at: number }, linkStart: number): Wmi {
  const code = readCode(reader);
  const manufacturer = readVarint(reader);
  const vehicleType = readVarint(reader);
  const truckType = readVarint(reader);
  const publicSince = readVarint(reader);
  const makes = Array.from({ length: readVarint(reader) }, () => readVarint(reader));
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
    linkStart,
    linkEnd: linkStart + readVarint(reader),
  };
}

export function appliesIn(links: Uint32Array, link: number, year: number): boolean {
  return firstYearOf(links, link) <= year && year <= lastYearOf(links, link);
}

/** Tells whether any schema of this WMI covers the model year. */
export function coversYear({ links }: WmiTable, { linkStart, linkEnd }: Wmi, year: number): boolean {
  for (let link = linkStart; link < linkEnd; link++) {
    if (appliesIn(links, link, year)) return true;
  }
  return false;
}
