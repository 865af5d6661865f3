import { DatabaseSync } from 'node:sqlite';
import { parseMicroseconds, type VpicTables } from './tables.ts';

type Row = Record<string, string | number | null>;

const num = (value: unknown): number => Number(value);
const numOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
const str = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const day = (value: unknown): number | null => {
  const micros = parseMicroseconds(str(value));
  return micros === null ? null : Math.floor(micros / 86_400_000_000);
};

/** Tables with an Id and a Name that are more than a list of attribute names. */
const NOT_LOOKUPS = new Set(['make', 'model', 'manufacturer', 'element', 'enginemodel', 'vinschema', 'wmi']);

/** Reads a vPIC SQLite file. What it lacks stays empty, to be filled from the project's own small tables. */
export function readSqlite(path: string, source: string): VpicTables {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = (sql: string): Row[] => db.prepare(sql).all() as Row[];
    const names = (table: string): Map<number, string> =>
      new Map(rows(`select Id, Name from "${table}"`).map((row) => [num(row.Id), str(row.Name)]));
    const grouped = (sql: string): Map<number, number[]> => {
      const groups = new Map<number, number[]>();
      for (const row of rows(sql)) {
        const list = groups.get(num(row.k)) ?? [];
        list.push(num(row.v));
        groups.set(num(row.k), list);
      }
      return groups;
    };

    const lookups = new Map<string, Map<string, string>>();
    const tables = rows(
      "select m.name as name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'Name' where m.type = 'table' order by 1",
    );
    for (const { name } of tables) {
      const table = str(name);
      if (NOT_LOOKUPS.has(table.toLowerCase())) continue;
      lookups.set(table.toLowerCase(), new Map([...names(table)].map(([id, text]) => [String(id), text])));
    }

    const patterns: VpicTables['patterns'] = {
      id: [],
      schema: [],
      key: [],
      element: [],
      attribute: [],
      changedOn: [],
    };
    const interned = new Map<string, string>();
    const intern = (value: unknown): string => {
      const text = str(value);
      const known = interned.get(text);
      if (known !== undefined) return known;
      interned.set(text, text);
      return text;
    };
    const all = db.prepare(
      'select Id, VinSchemaId, upper(Keys) as Keys, ElementId, AttributeId, coalesce(UpdatedOn, CreatedOn) as At from Pattern order by Id',
    );
    for (const row of all.iterate()) {
      patterns.id.push(num(row.Id));
      patterns.schema.push(num(row.VinSchemaId));
      patterns.key.push(intern(row.Keys));
      patterns.element.push(num(row.ElementId));
      patterns.attribute.push(intern(row.AttributeId));
      patterns.changedOn.push(parseMicroseconds(str(row.At)) ?? Number.NaN);
    }

    return {
      source,
      elements: rows('select * from Element order by Id').map((row) => ({
        id: num(row.Id),
        name: str(row.Name),
        code: str(row.Code),
        lookup: row.LookupTable === null ? null : str(row.LookupTable).toLowerCase(),
        group: str(row.GroupName),
        dataType: str(row.DataType),
        isPrivate: num(row.IsPrivate ?? 0) === 1,
        isDecoded: str(row.Decode) !== '',
        weight: num(row.weight ?? 0),
      })),
      lookups,
      wmis: rows('select * from Wmi order by Wmi').map((row) => ({
        id: num(row.Id),
        code: str(row.Wmi),
        manufacturer: numOrNull(row.ManufacturerId),
        vehicleType: numOrNull(row.VehicleTypeId),
        truckType: numOrNull(row.TruckTypeId),
        publicSinceDay: day(row.PublicAvailabilityDate),
      })),
      links: rows('select * from Wmi_VinSchema order by Id').map((row) => ({
        wmi: num(row.WmiId),
        schema: num(row.VinSchemaId),
        from: num(row.YearFrom),
        to: numOrNull(row.YearTo),
      })),
      schemas: new Map(
        rows('select Id, Name, TobeQCed from VinSchema').map((row) => [
          num(row.Id),
          { name: str(row.Name).trim(), toBeChecked: num(row.TobeQCed ?? 0) === 1 },
        ]),
      ),
      patterns,
      makes: names('Make'),
      makesOfWmi: grouped('select WmiId as k, MakeId as v from Wmi_Make order by 1, 2'),
      models: names('Model'),
      makesOfModel: grouped('select ModelId as k, MakeId as v from Make_Model order by Id'),
      manufacturers: names('Manufacturer'),
      engineModels: names('EngineModel'),
      engineModelPatterns: rows('select * from EngineModelPattern order by Id').map((row) => ({
        engineModel: num(row.EngineModelId),
        element: num(row.ElementId),
        attribute: str(row.AttributeId),
        changedOn: parseMicroseconds(str(row.UpdatedOn ?? row.CreatedOn)),
      })),
      conversions: rows('select * from Conversion order by Id').map((row) => ({
        id: num(row.Id),
        from: num(row.FromElementId),
        to: num(row.ToElementId),
        formula: str(row.Formula),
      })),
      defaults: [],
      errorCodes: [],
      descriptorYears: [],
      checkDigitExceptions: [],
      specSchemas: [],
    };
  } finally {
    db.close();
  }
}
