import type { DatasetHeader, ElementInfo } from './container.ts';

/** The origin of a value, in the words of the trace. */
export type ItemSource =
  | 'pattern'
  | 'engine model'
  | 'formula pattern'
  | 'manufacturer code'
  | 'model year'
  | 'make of model'
  | 'conversion'
  | 'vehicle specification'
  | 'default'
  | 'verdict';

/** One value of one element, before it is put into words. */
export interface FoundItem {
  element: number;
  /** A code of the dataset, or the text itself. */
  attribute: number | string;
  /** The finished value; undefined before it is looked up. */
  value: string | undefined;
  source: ItemSource;
  priority: number;
  /** Number of the key, or -1. */
  key: number;
  /** Number of the schema, or -1. */
  schema: number;
  /** Level of the pattern, or order of the engine model's row, in place of dates. */
  level: number;
}

/** Elements of which every row counts, not only the best. */
const NOTE_ELEMENTS = [114, 121, 129, 150, 154, 155, 169, 186];

export const ELEMENT = {
  batteryInfo: 1,
  bodyClass: 5,
  displacementCc: 11,
  displacementCi: 12,
  displacementL: 13,
  engineModel: 18,
  make: 26,
  manufacturer: 27,
  model: 28,
  modelYear: 29,
  vehicleType: 39,
  suggestedVin: 142,
  errorCode: 143,
  possibleValues: 144,
  additionalErrorText: 156,
  errorText: 191,
  vehicleDescriptor: 196,
} as const;

const notes = new Uint8Array(256);
for (const element of NOTE_ELEMENTS) notes[element] = 1;

export function isNote(element: number): boolean {
  return notes[element] === 1;
}

const SET_ELSEWHERE: readonly number[] = [
  ELEMENT.make,
  ELEMENT.manufacturer,
  ELEMENT.modelYear,
  ELEMENT.vehicleType,
];

/** Tells elements that are never taken from patterns. */
export function isSetElsewhere(element: number): boolean {
  return SET_ELSEWHERE.includes(element);
}

const ELEMENT_LIMIT = 256;

export type FoundItems = ReturnType<typeof createFoundItems>;

/** Makes a collection of the items of one pass, which is emptied and filled again, pass by pass. */
export function createFoundItems() {
  /** The best item of each element, in no order that matters. */
  const best: FoundItem[] = [];
  /** Notes, and further items of the elements that may have several. */
  const others: FoundItem[] = [];
  /** Place of each element's item among the best, plus one. */
  const places = new Uint16Array(ELEMENT_LIMIT);
  return {
    best,
    others,
    /** Gives the best item of an element. */
    of(element: number): FoundItem | undefined {
      const place = places[element] ?? 0;
      return place === 0 ? undefined : best[place - 1];
    },
    clear(): void {
      for (const { element } of best) places[element] = 0;
      best.length = 0;
      others.length = 0;
    },
    /** Takes the item of an element that has none yet. */
    add(item: FoundItem): void {
      places[item.element] = best.push(item);
    },
    /** Takes the item if it is a note, the first of its element or better than the present one. */
    offer(item: FoundItem): void {
      if (isNote(item.element)) {
        others.push(item);
        return;
      }
      const place = places[item.element] ?? 0;
      const known = place === 0 ? undefined : best[place - 1];
      if (known === undefined) places[item.element] = best.push(item);
      else if (isBetter(item, known)) best[place - 1] = item;
    },
  };
}

/** Prefers the highest priority, then the newest, then the key that is simplest (keys are numbered in that order). */
function isBetter(item: FoundItem, other: FoundItem): boolean {
  if (item.priority !== other.priority) return item.priority > other.priority;
  if (item.level !== other.level) return item.level > other.level;
  return item.key < other.key;
}

const GROUPS = [
  '',
  'General',
  'Exterior / Body',
  'Exterior / Dimension',
  'Exterior / Truck',
  'Exterior / Trailer',
  'Exterior / Wheel tire',
  'Exterior / Motorcycle',
  'Exterior / Bus',
  'Interior',
  'Interior / Seat',
  'Mechanical / Transmission',
  'Mechanical / Drivetrain',
  'Mechanical / Brake',
  'Mechanical / Battery',
  'Mechanical / Battery / Charger',
  'Engine',
  'Passive Safety System',
  'Passive Safety System / Air Bag Location',
  'Active Safety System',
  'Active Safety System / Maintaining Safe Distance',
  'Active Safety System / Forward Collision Prevention',
  'Active Safety System / Lane and Side Assist',
  'Active Safety System / Backing Up and Parking',
  'Active Safety System / 911 Notification',
  'Active Safety System / Lighting Technologies',
  'Internal',
];

/** Spells a group as it compares: NHTSA has changed blanks and capitals in these names. */
function spelledAlike(group: string): string {
  return group.toLowerCase().replace(/\s*\/\s*/g, '/');
}

const PLACES = new Map(GROUPS.map((group, place) => [spelledAlike(group), place]));

export type ElementListing = ReturnType<typeof listElements>;

/** Lists the codes of public elements by group, as NHTSA does; `placeOf` is the place of an element plus one, or 0. */
export function listElements(elements: readonly ElementInfo[]) {
  const listed = elements
    .filter((element) => element.isPublic)
    .map(({ id, code, group }) => ({ id, code, rank: PLACES.get(spelledAlike(group)) ?? GROUPS.length }))
    .sort((one, other) => one.rank - other.rank || one.id - other.id);
  const placeOf = new Uint8Array(256);
  for (const [at, { id }] of listed.entries()) placeOf[id] = at + 1;
  return {
    codes: listed.map(({ code }) => code),
    /** As the beginnings of members of a JSON object. */
    members: listed.map(({ code }) => `,"${code}":`),
    placeOf,
  };
}

/** The effect of an element's patterns. */
export const PATTERN_ROLE = { hidden: 0, best: 1, note: 2, engine: 3 } as const;

/** Gives the role of each element, by its id. */
export function patternRolesOf(elements: readonly ElementInfo[]): Uint8Array {
  const roles = new Uint8Array(256);
  for (const { id, isPublic } of elements) {
    if (!isPublic || isSetElsewhere(id)) continue;
    if (isNote(id)) roles[id] = PATTERN_ROLE.note;
    else roles[id] = id === ELEMENT.engineModel ? PATTERN_ROLE.engine : PATTERN_ROLE.best;
  }
  return roles;
}

const DEFAULT_PRIORITY = 10;
const NOT_APPLICABLE = 'Not Applicable';

/** Adds NHTSA's assumptions for a vehicle type where nothing was decoded, mostly "Not Applicable". */
export function addDefaults(defaults: readonly FoundItem[], found: FoundItems): void {
  for (const item of defaults) {
    if (found.of(item.element) === undefined) found.add(item);
  }
}

/** Makes the items of each vehicle type once. */
export function makeDefaults(
  header: DatasetHeader,
  elements: readonly (ElementInfo | undefined)[],
): Map<number, FoundItem[]> {
  const items = new Map<number, FoundItem[]>();
  for (const { vehicleType, element, value } of header.defaults) {
    const isNotApplicable = value === '0' && elements[element]?.isLookupType === true;
    const list = items.get(vehicleType) ?? [];
    list.push({
      element,
      attribute: value,
      value: isNotApplicable ? NOT_APPLICABLE : undefined,
      source: 'default',
      priority: DEFAULT_PRIORITY,
      key: -1,
      schema: -1,
      level: 0,
    });
    items.set(vehicleType, list);
  }
  return items;
}
