/** "FVD3": Forecourt VIN data, format 3. */
export const CONTAINER_MAGIC = 0x46564433;

/** The small tables, kept as they are. */
export interface DatasetHeader {
  /** Name and version of what the data was read from. */
  source: string;
  /** Date of NHTSA's newest row. */
  date: string;
  /** Whether it was made from all of NHTSA's tables. Otherwise `isHeld` says which elements it knows. */
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
  /** Whether the value is a number with decimals. */
  isDecimal: boolean;
  isLookupType: boolean;
  /** Whether some row of the manufacturers' filings states it. */
  isHeld: boolean;
  weight: number;
  /** Whether public decodes show it. */
  isPublic: boolean;
}

export interface Container {
  header: DatasetHeader;
  section(name: string): Uint8Array;
}

export class UnreadableDatasetError extends Error {
  override readonly name = 'UnreadableDatasetError';
}

export function openContainer(file: Uint8Array): Container {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
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
    section(name) {
      const range = ranges.get(name);
      if (range === undefined) throw new UnreadableDatasetError(`The VIN dataset lacks its part "${name}".`);
      return file.subarray(range[0], range[1]);
    },
  };
}
