/** The tables of NHTSA's vPIC that the decoder needs, as read from any of their published forms. */
export interface VpicTables {
  source: string;
  /** True for all of NHTSA's tables, and not a choice of them. */
  isWhole: boolean;
  elements: ElementRow[];
  /** Lower-case table name -> attribute id -> name. */
  lookups: Map<string, Map<string, string>>;
  wmis: WmiRow[];
  /** Schemas by WMI and model years; `to` is null for open ends. */
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

interface ElementRow {
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

interface WmiRow {
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

/** Reads a date of the tables ("2015-03-04 10:33:34.057000", with or without fraction, T or Z) as microseconds, or null. */
export function parseMicroseconds(text: string | null | undefined): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?/.exec(text ?? '');
  if (match === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const micros = Number((match[7] ?? '').padEnd(6, '0'));
  return Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + micros;
}

/** A million and more rows: columns instead of objects. Texts are numbers in `texts`, each text there once. */
export interface PatternColumns {
  count: number;
  id: Uint32Array;
  schema: Uint32Array;
  key: Uint32Array;
  element: Uint16Array;
  attribute: Uint32Array;
  /** Microseconds since 1970; NaN where no date is given. */
  changedOn: Float64Array;
  texts: readonly string[];
}

interface PatternRow {
  id: number;
  schema: number;
  key: string;
  element: number;
  attribute: string;
  changedOn: number | null;
}

const FIRST_ROOM = 1 << 12;

export function createPatternCollector() {
  const numberOf = new Map<string, number>();
  let rows = makeColumns(FIRST_ROOM);
  let count = 0;
  return {
    add({ id, schema, key, element, attribute, changedOn }: PatternRow): void {
      if (count === rows.id.length) rows = withMoreRoom(rows);
      rows.id[count] = id;
      rows.schema[count] = schema;
      rows.key[count] = numberIn(numberOf, key);
      rows.element[count] = element;
      rows.attribute[count] = numberIn(numberOf, attribute);
      rows.changedOn[count] = changedOn ?? Number.NaN;
      count++;
    },
    /** Gives the rows in the order in which they were added. */
    columns: (): PatternColumns => ({
      count,
      id: rows.id.subarray(0, count),
      schema: rows.schema.subarray(0, count),
      key: rows.key.subarray(0, count),
      element: rows.element.subarray(0, count),
      attribute: rows.attribute.subarray(0, count),
      changedOn: rows.changedOn.subarray(0, count),
      texts: [...numberOf.keys()],
    }),
  };
}

type Room = Omit<PatternColumns, 'count' | 'texts'>;

function makeColumns(room: number): Room {
  return {
    id: new Uint32Array(room),
    schema: new Uint32Array(room),
    key: new Uint32Array(room),
    element: new Uint16Array(room),
    attribute: new Uint32Array(room),
    changedOn: new Float64Array(room),
  };
}

function withMoreRoom(full: Room): Room {
  const larger = makeColumns(2 * full.id.length);
  larger.id.set(full.id);
  larger.schema.set(full.schema);
  larger.key.set(full.key);
  larger.element.set(full.element);
  larger.attribute.set(full.attribute);
  larger.changedOn.set(full.changedOn);
  return larger;
}

/** Puts a cell on one line. */
export function clean(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ').trim();
}

/** Writes makes and manufacturers, which are only ever shown in capitals. */
export function capitals(text: string): string {
  return clean(text).toUpperCase();
}

/** Numbers texts in the order of their first use. */
export function numberIn(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

export function byNumber(a: number, b: number): number {
  return a - b;
}
