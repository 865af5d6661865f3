import type { PatternColumns } from './pattern-columns.ts';

/** The tables of NHTSA's vPIC that the decoder needs, as read from any of their published forms. */
export interface VpicTables {
  source: string;
  /** Whether these are all of NHTSA's tables, and not what somebody chose of them. */
  isWhole: boolean;
  elements: ElementRow[];
  /** Lower-case table name -> attribute id -> name. */
  lookups: Map<string, Map<string, string>>;
  wmis: WmiRow[];
  /** Which schemas apply to a WMI in which model years; `to` is null for open ends. */
  links: { wmi: number; schema: number; from: number; to: number | null }[];
  schemas: Map<number, { name: string; toBeChecked: boolean }>;
  patterns: PatternColumns;
  makes: Map<number, string>;
  /** Ids of the makes of a WMI. */
  makesOfWmi: Map<number, number[]>;
  models: Map<number, string>;
  makesOfModel: Map<number, number[]>;
  manufacturers: Map<number, string>;
  engineModels: Map<number, string>;
  engineModelPatterns: {
    id: number;
    engineModel: number;
    element: number;
    attribute: string;
    changedOn: number | null;
  }[];
  conversions: { id: number; from: number; to: number; formula: string }[];
  defaults: { vehicleType: number; element: number; value: string }[];
  errorCodes: { code: number; text: string; detail: string; weight: number }[];
  descriptorYears: { descriptor: string; year: number }[];
  checkDigitExceptions: string[];
  specSchemas: SpecSchemaRow[];
}

export interface ElementRow {
  id: number;
  name: string;
  code: string;
  lookup: string | null;
  group: string;
  dataType: string;
  isPrivate: boolean;
  isDecoded: boolean;
  weight: number;
}

export interface WmiRow {
  id: number;
  code: string;
  manufacturer: number | null;
  vehicleType: number | null;
  truckType: number | null;
  /** Days since 1970, or null for a code that was never made public. */
  publicSinceDay: number | null;
}

/** Attributes by make, vehicle type, model and year, each row guarded by values that must have been decoded. */
export interface SpecSchemaRow {
  id: number;
  make: number;
  vehicleType: number;
  models: number[];
  years: number[];
  patterns: {
    id: number;
    rows: { isKey: boolean; element: number; attribute: string; changedOn: number | null }[];
  }[];
}

/** A date of the tables ("2015-03-04 10:33:34.057000", with or without fraction, T or Z) as microseconds, or null. */
export function parseMicroseconds(text: string | null | undefined): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?/.exec(text ?? '');
  if (match === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const micros = Number((match[7] ?? '').padEnd(6, '0'));
  return Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + micros;
}
