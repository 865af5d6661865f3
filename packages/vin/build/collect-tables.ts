import {
  byNumber,
  createPatternCollector,
  parseMicroseconds,
  type SpecSchemaRow,
  type VpicTables,
} from './tables.ts';

/** One row of a source: column name (lower case) -> text, or null. */
export type SourceRow = (column: string) => string | null;

/** All but the two that are gathered apart. */
type GatheredTables = Omit<VpicTables, 'patterns' | 'specSchemas'>;

const DAY_MICROSECONDS = 86_400_000_000;

const text = (row: SourceRow, column: string): string => row(column) ?? '';
const number = (row: SourceRow, column: string): number => Number(row(column) ?? 0);
const numberOrNull = (row: SourceRow, column: string): number | null => {
  const value = row(column);
  return value === null ? null : Number(value);
};
const isTrue = (row: SourceRow, column: string): boolean => ['t', 'true', '1'].includes(text(row, column));
const changedOn = (row: SourceRow): number | null => parseMicroseconds(row('updatedon') ?? row('createdon'));

/** Gathers the tables row by row, in whatever order a source gives them. */
export function createTableCollector(source: string, isWhole: boolean) {
  const patterns = createPatternCollector();
  const tables: GatheredTables = {
    source,
    isWhole,
    elements: [],
    lookups: new Map(),
    wmis: [],
    links: [],
    schemas: new Map(),
    makes: new Map(),
    makesOfWmi: new Map(),
    models: new Map(),
    makesOfModel: new Map(),
    manufacturers: new Map(),
    engineModels: new Map(),
    engineModelPatterns: [],
    conversions: [],
    defaults: [],
    errorCodes: [],
    descriptorYears: [],
    checkDigitExceptions: [],
  };
  const specs = createSpecCollector();
  const names = (map: Map<number, string>) => (row: SourceRow) => {
    map.set(number(row, 'id'), text(row, 'name'));
  };
  const groups = (map: Map<number, number[]>, key: string, value: string) => (row: SourceRow) => {
    const list = map.get(number(row, key));
    if (list === undefined) map.set(number(row, key), [number(row, value)]);
    else list.push(number(row, value));
  };

  const visitors: Record<string, ((row: SourceRow) => void) | undefined> = {
    ...specs.visitors,
    element: (row) =>
      tables.elements.push({
        id: number(row, 'id'),
        name: text(row, 'name'),
        code: text(row, 'code'),
        lookup: row('lookuptable')?.toLowerCase() ?? null,
        group: text(row, 'groupname'),
        dataType: text(row, 'datatype'),
        isPrivate: isTrue(row, 'isprivate'),
        isDecoded: text(row, 'decode') !== '',
        weight: number(row, 'weight'),
      }),
    wmi: (row) => {
      const since = parseMicroseconds(row('publicavailabilitydate'));
      tables.wmis.push({
        id: number(row, 'id'),
        code: text(row, 'wmi'),
        manufacturer: numberOrNull(row, 'manufacturerid'),
        vehicleType: numberOrNull(row, 'vehicletypeid'),
        truckType: numberOrNull(row, 'trucktypeid'),
        publicSinceDay: since === null ? null : Math.floor(since / DAY_MICROSECONDS),
      });
    },
    wmi_vinschema: (row) =>
      tables.links.push({
        wmi: number(row, 'wmiid'),
        schema: number(row, 'vinschemaid'),
        from: number(row, 'yearfrom'),
        to: numberOrNull(row, 'yearto'),
      }),
    vinschema: (row) =>
      tables.schemas.set(number(row, 'id'), {
        name: text(row, 'name').trim(),
        toBeChecked: isTrue(row, 'tobeqced'),
      }),
    pattern: (row) =>
      patterns.add({
        id: number(row, 'id'),
        schema: number(row, 'vinschemaid'),
        key: text(row, 'keys').toUpperCase(),
        element: number(row, 'elementid'),
        attribute: text(row, 'attributeid'),
        changedOn: changedOn(row),
      }),
    make: names(tables.makes),
    model: names(tables.models),
    manufacturer: names(tables.manufacturers),
    enginemodel: names(tables.engineModels),
    wmi_make: groups(tables.makesOfWmi, 'wmiid', 'makeid'),
    make_model: groups(tables.makesOfModel, 'modelid', 'makeid'),
    enginemodelpattern: (row) =>
      tables.engineModelPatterns.push({
        id: number(row, 'id'),
        engineModel: number(row, 'enginemodelid'),
        element: number(row, 'elementid'),
        attribute: text(row, 'attributeid'),
        changedOn: changedOn(row),
      }),
    conversion: (row) =>
      tables.conversions.push({
        id: number(row, 'id'),
        from: number(row, 'fromelementid'),
        to: number(row, 'toelementid'),
        formula: text(row, 'formula'),
      }),
    defaultvalue: (row) => {
      const value = row('defaultvalue');
      if (value === null) return;
      const vehicleType = number(row, 'vehicletypeid');
      tables.defaults.push({ vehicleType, element: number(row, 'elementid'), value });
    },
    errorcode: (row) =>
      tables.errorCodes.push({
        code: number(row, 'id'),
        text: text(row, 'name').trim(),
        detail: text(row, 'additionalerrortext').trim(),
        weight: number(row, 'weight'),
      }),
    vindescriptor: (row) =>
      tables.descriptorYears.push({
        descriptor: text(row, 'descriptor').toUpperCase(),
        year: number(row, 'modelyear'),
      }),
    vinexception: (row) => {
      if (isTrue(row, 'checkdigit')) tables.checkDigitExceptions.push(text(row, 'vin'));
    },
    wmiyearvalidchars: undefined,
  };

  return {
    /** Gives the function that takes the rows of a table (lower-case name); undefined for tables that are of no use. */
    visitorFor(table: string): ((row: SourceRow) => void) | undefined {
      if (table in visitors) return visitors[table];
      const lookup = new Map<string, string>();
      return (row) => {
        const id = row('id');
        const name = row('name');
        if (id === null || name === null) return;
        tables.lookups.set(table, lookup);
        lookup.set(id, name);
      };
    },
    finish: (): VpicTables => ({
      ...sorted(tables),
      patterns: patterns.columns(),
      specSchemas: specs.finish(),
    }),
  };
}

/** Sorts the rows, so that the dataset does not depend on their order in the source. Patterns are sorted where they are arranged. */
function sorted(tables: GatheredTables): GatheredTables {
  const byId = <T extends { id: number }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => a.id - b.id);
  return {
    ...tables,
    elements: byId(tables.elements),
    conversions: byId(tables.conversions),
    makesOfModel: new Map(
      [...tables.makesOfModel].map(([model, makes]) => [model, makes.toSorted(byNumber)]),
    ),
    engineModelPatterns: byId(tables.engineModelPatterns),
    lookups: new Map(
      [...tables.lookups].map(([name, rows]) => [
        name,
        new Map([...rows].sort(([a], [b]) => Number(a) - Number(b))),
      ]),
    ),
    defaults: tables.defaults.toSorted((a, b) => a.vehicleType - b.vehicleType || a.element - b.element),
    errorCodes: tables.errorCodes.toSorted((a, b) => a.code - b.code),
    descriptorYears: tables.descriptorYears.toSorted((a, b) => (a.descriptor < b.descriptor ? -1 : 1)),
    checkDigitExceptions: tables.checkDigitExceptions.toSorted(),
  };
}

/** Makes one tree of five tables: schema -> models, years, patterns -> rows. */
function createSpecCollector() {
  const schemas = new Map<number, SpecSchemaRow>();
  const schemaOf = (id: number): SpecSchemaRow => {
    const known = schemas.get(id);
    if (known !== undefined) return known;
    const made = { id, make: 0, vehicleType: 0, models: [], years: [], patterns: [] };
    schemas.set(id, made);
    return made;
  };
  const unchecked = new Set<number>();
  const schemaOfPattern = new Map<number, number>();
  const rowsOfPattern = new Map<number, SpecSchemaRow['patterns'][number]['rows']>();
  const visitors: Record<string, (row: SourceRow) => void> = {
    vehiclespecschema: (row) => {
      const schema = schemaOf(number(row, 'id'));
      schema.make = number(row, 'makeid');
      schema.vehicleType = number(row, 'vehicletypeid');
      if (isTrue(row, 'tobeqced')) unchecked.add(schema.id);
    },
    vehiclespecschema_model: (row) =>
      schemaOf(number(row, 'vehiclespecschemaid')).models.push(number(row, 'modelid')),
    vehiclespecschema_year: (row) =>
      schemaOf(number(row, 'vehiclespecschemaid')).years.push(number(row, 'year')),
    vspecschemapattern: (row) => {
      schemaOfPattern.set(number(row, 'id'), number(row, 'schemaid'));
    },
    vehiclespecpattern: (row) => {
      const pattern = number(row, 'vspecschemapatternid');
      const rows = rowsOfPattern.get(pattern) ?? [];
      rows.push({
        isKey: isTrue(row, 'iskey'),
        element: number(row, 'elementid'),
        attribute: text(row, 'attributeid'),
        changedOn: changedOn(row),
      });
      rowsOfPattern.set(pattern, rows);
    },
  };
  return {
    visitors,
    finish(): SpecSchemaRow[] {
      for (const [id, schema] of [...schemaOfPattern].sort(([a], [b]) => a - b)) {
        schemaOf(schema).patterns.push({ id, rows: rowsOfPattern.get(id) ?? [] });
      }
      // A type that is no type, such as NHTSA's -1, is that of no vehicle.
      return [...schemas.values()]
        .filter(({ id, vehicleType }) => !unchecked.has(id) && vehicleType > 0)
        .sort((a, b) => a.id - b.id);
    },
  };
}
