import { type ByteReader, readVarint } from './container.ts';

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

/** Opens the registered codes, which are in order: only where each begins is looked for, and what is asked for is read. */
export function openWmis(bytes: Uint8Array, count: number, linkCount: number) {
  const places = new Uint32Array(count);
  const linkStarts = new Uint32Array(count);
  /** Two words a link: the schema, and the first and the last model year to which it applies. */
  const links = new Uint32Array(2 * linkCount);
  const reader = { bytes, at: 0 };
  let link = 0;
  for (let index = 0; index < count; index++) {
    places[index] = reader.at;
    linkStarts[index] = link;
    reader.at = skipNumbers(bytes, reader.at + CODE_LENGTH, 4);
    const makes = readVarint(reader);
    reader.at = skipNumbers(bytes, reader.at, makes);
    const ofCode = readVarint(reader);
    reader.at = skipNumbers(bytes, reader.at, 3 * ofCode);
    link += ofCode;
  }
  const found = new Map<string, Wmi | undefined>();
  return {
    links,
    codes: (): Iterable<string> => Array.from(places, (at) => readCode({ bytes, at })),
    find(code: string): Wmi | undefined {
      const known = found.get(code);
      if (known !== undefined || found.has(code)) return known;
      const index = indexOf(code);
      const wmi =
        index < 0 ? undefined : readWmi({ bytes, at: places[index] ?? 0 }, links, linkStarts[index] ?? 0);
      if (found.size < MOST_FOUND || wmi !== undefined) found.set(code, wmi);
      return wmi;
    },
  };

  function indexOf(code: string): number {
    let [low, high] = [0, count - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const known = readCode({ bytes, at: places[middle] ?? 0 });
      if (known === code) return middle;
      if (known < code) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

/** Codes that nobody registered may be any text: not all of them are remembered. */
const MOST_FOUND = 20_000;

function skipNumbers(bytes: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let rest = count; rest > 0; rest--) while ((bytes[at++] ?? 0) >= 0x80);
  return at;
}

function readCode(reader: ByteReader): string {
  const { bytes, at } = reader;
  reader.at += CODE_LENGTH;
  let length = CODE_LENGTH;
  while (length > 0 && bytes[at + length - 1] === BLANK) length--;
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function readWmi(reader: ByteReader, links: Uint32Array, linkStart: number): Wmi {
  const code = readCode(reader);
  const manufacturer = readVarint(reader);
  const vehicleType = readVarint(reader);
  const truckType = readVarint(reader);
  const publicSince = readVarint(reader);
  const makes = Array.from({ length: readVarint(reader) }, () => readVarint(reader));
  const linkEnd = linkStart + readVarint(reader);
  let schema = 0;
  for (let link = linkStart; link < linkEnd; link++) {
    schema += readVarint(reader);
    const first = readVarint(reader);
    const span = readVarint(reader);
    links[2 * link] = schema;
    links[2 * link + 1] = (first << 16) | (span === 0 ? OPEN_END : first + span - 1);
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
    linkStart,
    linkEnd,
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
