import { ELEMENT, isNote, isSetElsewhere } from '../../../vin/items.ts';
import { compileKey, type KeyMask } from '../../../vin/key-mask.ts';
import { byNumber } from './cell-text.ts';
import { engineTies } from './engine-ties.ts';
import { computeLevels } from './pattern-levels.ts';
import type { VpicTables } from './tables.ts';

const DISPLACEMENTS = [ELEMENT.displacementCc, ELEMENT.displacementCi, ELEMENT.displacementL];

/** Keys, schemas and patterns in the order of the dataset. */
export interface ArrangedPatterns {
  /** In the order in which ties between patterns fall. */
  keys: string[];
  schemaIds: number[];
  /** Number of the row in the tables, by schema, key, element and id. */
  rows: Int32Array;
  /** Place of schema and key, and level, of each of these rows. */
  schemas: Uint32Array;
  keyPlaces: Uint32Array;
  levels: Uint8Array;
  /** Places of patterns that name the engine, with their order of filing, where the places do not tell it. */
  engineOrder: [number, number][];
}

export function arrangePatterns(tables: VpicTables): ArrangedPatterns {
  const { patterns } = tables;
  const keys = orderKeys(patterns.key);
  const schemaIds = [...new Set(tables.links.map((link) => link.schema))].sort(byNumber);
  const placeOfKey = new Map(keys.map((key, place) => [key, place]));
  const placeOfSchema = new Map(schemaIds.map((id, place) => [id, place]));
  const schemaOfRow = Int32Array.from(patterns.schema, (id) => placeOfSchema.get(id) ?? -1);
  const keyOfRow = Uint32Array.from(patterns.key, (text) => placeOfKey.get(text) ?? 0);

  const rows = Int32Array.from(patterns.id.keys()).filter((row) => (schemaOfRow[row] ?? -1) >= 0);
  rows.sort(
    (a, b) =>
      (schemaOfRow[a] ?? 0) - (schemaOfRow[b] ?? 0) ||
      (keyOfRow[a] ?? 0) - (keyOfRow[b] ?? 0) ||
      (patterns.element[a] ?? 0) - (patterns.element[b] ?? 0) ||
      (patterns.id[a] ?? 0) - (patterns.id[b] ?? 0),
  );
  const schemas = Uint32Array.from(rows, (row) => schemaOfRow[row] ?? 0);
  const keyPlaces = Uint32Array.from(rows, (row) => keyOfRow[row] ?? 0);

  const masks: (KeyMask | undefined)[] = [];
  const mask = (pattern: number): KeyMask => {
    const key = keyPlaces[pattern] ?? 0;
    masks[key] ??= compileKey((keys[key] ?? '').replaceAll('#', '[0-9]'));
    return masks[key];
  };
  const element = Uint16Array.from(rows, (row) => patterns.element[row] ?? 0);
  const changedOn = Float64Array.from(rows, (row) => patterns.changedOn[row] ?? Number.NaN);
  const id = Float64Array.from(rows, (row) => patterns.id[row] ?? 0);
  const groups = competingGroups(tables, rows);
  const levels = computeLevels({
    count: rows.length,
    element,
    key: keyPlaces,
    mask,
    changedOn,
    id,
    groups,
    datedElements: [[ELEMENT.engineModel], DISPLACEMENTS],
  });
  const namesEngine = (pattern: number): boolean => element[pattern] === ELEMENT.engineModel;
  const engineOrder = engineTies({ groups, namesEngine, mask, changedOn, id });
  return { keys, schemaIds, rows, schemas, keyPlaces, levels, engineOrder };
}

/** Shortest without wildcards first, then by bytes without brackets: the order in which ties between patterns fall. */
function orderKeys(all: readonly string[]): string[] {
  const weighed = [...new Set(all)].map((key) => ({
    key,
    length: key.replaceAll('*', '').length,
    bare: key.replace(/[[\]]/g, ''),
  }));
  weighed.sort(
    (a, b) =>
      a.length - b.length ||
      (a.bare < b.bare ? -1 : a.bare > b.bare ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
  return weighed.map(({ key }) => key);
}

/** Patterns that one WMI reaches at one priority, each set of schemas once. That of formulas is the same in all years. */
function competingGroups({ patterns, links }: VpicTables, rows: Int32Array): Int32Array[] {
  const ranges = new Map<number, [number, number]>();
  for (const [place, row] of rows.entries()) {
    const schema = patterns.schema[row] ?? 0;
    const range = ranges.get(schema);
    if (range === undefined) ranges.set(schema, [place, place + 1]);
    else range[1] = place + 1;
  }
  const competes = (place: number): boolean => {
    const element = patterns.element[rows[place] ?? 0] ?? 0;
    return !isSetElsewhere(element) && !isNote(element);
  };
  const isFormula = (place: number): boolean => (patterns.key[rows[place] ?? 0] ?? '').includes('#');
  return [
    ...groupsBy(
      (link) => `${link.wmi}/${link.from}`,
      (place) => !isFormula(place),
    ),
    ...groupsBy((link) => String(link.wmi), isFormula),
  ];

  function groupsBy(
    nameOf: (link: VpicTables['links'][number]) => string,
    isMeant: (place: number) => boolean,
  ): Int32Array[] {
    const seen = new Set<string>();
    const groups: Int32Array[] = [];
    for (const linked of Map.groupBy(links, nameOf).values()) {
      const schemas = [...new Set(linked.map((link) => link.schema))]
        .filter((schema) => ranges.has(schema))
        .sort(byNumber);
      const name = schemas.join(',');
      if (seen.has(name)) continue;
      seen.add(name);
      const places: number[] = [];
      for (const schema of schemas) {
        const [from, to] = ranges.get(schema) ?? [0, 0];
        for (let place = from; place < to; place++) {
          if (competes(place) && isMeant(place)) places.push(place);
        }
      }
      if (places.length > 1) groups.push(Int32Array.from(places));
    }
    return groups;
  }
}
