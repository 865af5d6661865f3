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

export interface PatternCollector {
  add(row: PatternRow): void;
  /** What was added, in that order. */
  columns(): PatternColumns;
}

const FIRST_ROOM = 1 << 12;

export function createPatternCollector(): PatternCollector {
  const numberOf = new Map<string, number>();
  let rows = makeColumns(FIRST_ROOM);
  let count = 0;
  const intern = (text: string): number => {
    const known = numberOf.get(text);
    if (known !== undefined) return known;
    numberOf.set(text, numberOf.size);
    return numberOf.size - 1;
  };
  return {
    add({ id, schema, key, element, attribute, changedOn }) {
      if (count === rows.id.length) rows = withMoreRoom(rows);
      rows.id[count] = id;
      rows.schema[count] = schema;
      rows.key[count] = intern(key);
      rows.element[count] = element;
      rows.attribute[count] = intern(attribute);
      rows.changedOn[count] = changedOn ?? Number.NaN;
      count++;
    },
    columns: () => ({
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
