/** "FVD3": Forecourt VIN data, format 3. */
export const CONTAINER_MAGIC = 0x46564433;

export interface DatasetHeader {
  /** Name and version of the file that the data was read from. */
  source: string;
  /** Date of NHTSA's newest row. */
  date: string;
  /** True where it was made from all of NHTSA's tables. Otherwise `isHeld` says which elements it knows. */
  isWhole: boolean;
  counts: {
    strings: number;
    keys: number;
    schemas: number;
    groups: number;
    patterns: number;
    wmis: number;
    links: number;
    models: number;
  };
  elements: ElementInfo[];
  lookups: Record<string, Record<string, string>>;
  conversions: { id: number; from: number; to: number; formula: string }[];
  /** Best first for each element; `order` ranks the dates, newest highest. */
  engineModels: Record<string, { element: number; attribute: string; order: number }[]>;
  /** Patterns that name the engine, and their order of filing, where their places do not show it. */
  engineOrder: [number, number][];
  defaults: { vehicleType: number; element: number; value: string }[];
  errorCodes: { code: number; text: string; detail: string; weight: number }[];
  descriptorYears: Record<string, number>;
  sections: Record<string, number>;
}

export interface ElementInfo {
  id: number;
  code: string;
  name: string;
  group: string;
  /** Name of the table that resolves attribute ids, or null where the attribute is the value. */
  lookup: string | null;
  isDecimal: boolean;
  isLookupType: boolean;
  /** True where some row of the manufacturers' filings states it. */
  isHeld: boolean;
  weight: number;
  /** True where public decodes show it. */
  isPublic: boolean;
}

export class UnreadableDatasetError extends Error {
  override readonly name = 'UnreadableDatasetError';
}

const GZIP_MAGIC = 0x1f8b;

export function openContainer(file: Uint8Array) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length >= 2 && view.getUint16(0) === GZIP_MAGIC) {
    throw new UnreadableDatasetError(
      'This VIN dataset is still packed: unpack it with gunzipSync or DecompressionStream.',
    );
  }
  if (file.length < 8 || view.getUint32(0) !== CONTAINER_MAGIC) {
    throw new UnreadableDatasetError('This is no VIN dataset of a known format; build it again.');
  }
  const start = 8 + view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start))) as DatasetHeader;
  const ranges = new Map<string, [number, number]>();
  let at = start;
  for (const [name, length] of Object.entries(header.sections)) {
    ranges.set(name, [at, at + length]);
    at += length;
  }
  if (at !== file.length) throw new UnreadableDatasetError('The VIN dataset is cut short; build it again.');
  return {
    header,
    section(name: string): Uint8Array {
      const range = ranges.get(name);
      if (range === undefined) throw new UnreadableDatasetError(`The VIN dataset lacks its part "${name}".`);
      return file.subarray(range[0], range[1]);
    },
  };
}

/** Reads the columns of a dataset: unsigned LEB128 numbers and bytes. */
export interface ByteReader {
  bytes: Uint8Array;
  at: number;
}

export function readVarint(reader: ByteReader): number {
  const { bytes } = reader;
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = bytes[reader.at++] ?? 0;
    if (byte < 0x80) return value + byte * factor;
    value += (byte & 0x7f) * factor;
    factor *= 128;
  }
}

/** Reads a column of numbers. */
export function readNumbers(bytes: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    let byte = bytes[at++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    numbers[index] = value;
  }
  return numbers;
}

/** Sums a column of sizes up: where each thing starts, and the last one ends. */
export function readStarts(bytes: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  const sizes = readNumbers(bytes, count);
  let end = 0;
  for (let index = 0; index < count; index++) {
    end += sizes[index] ?? 0;
    starts[index + 1] = end;
  }
  return starts;
}

/** Opens short ASCII texts, each behind its length. */
export function openTexts(bytes: Uint8Array, count: number): (index: number) => string {
  const starts = new Uint32Array(count);
  const reader = { bytes, at: 0 };
  for (let index = 0; index < count; index++) {
    starts[index] = reader.at;
    const length = readVarint(reader);
    reader.at += length;
  }
  return (index) => {
    const from = { bytes, at: starts[index] ?? 0 };
    const length = readVarint(from);
    return String.fromCharCode(...bytes.subarray(from.at, from.at + length));
  };
}

export type StringArena = ReturnType<typeof openStringArena>;

/** Opens many strings in one run of bytes, made into JavaScript strings only when asked for. */
export function openStringArena(bytes: Uint8Array, starts: Uint32Array) {
  const decoder = new TextDecoder();
  const made = new Array<string | undefined>(starts.length - 1).fill(undefined);
  return {
    at(index: number): string {
      const known = made[index];
      if (known !== undefined) return known;
      const text = decoder.decode(bytes.subarray(starts[index], starts[index + 1]));
      made[index] = text;
      return text;
    },
  };
}

const LENGTH = 17;

/** Finds a VIN in a sorted run of VINs; read in place, so that opening a dataset costs nothing. */
export function isListed(vins: Uint8Array, vin: string): boolean {
  if (vin.length !== LENGTH) return false;
  let low = 0;
  let high = vins.length / LENGTH - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(vins, middle * LENGTH, vin);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function compareAt(vins: Uint8Array, at: number, vin: string): number {
  for (let place = 0; place < LENGTH; place++) {
    const difference = (vins[at + place] ?? 0) - vin.charCodeAt(place);
    if (difference !== 0) return difference;
  }
  return 0;
}
