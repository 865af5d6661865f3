import type { DatasetHeader, ElementInfo } from './container.ts';
import { ELEMENT, type FoundItem, type FoundItems, isNote, isSetElsewhere } from './items.ts';

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
  const rank = ({ group }: ElementInfo) => PLACES.get(spelledAlike(group)) ?? GROUPS.length;
  const listed = elements
    .filter((element) => element.isPublic)
    .sort((one, other) => rank(one) - rank(other) || one.id - other.id);
  const placeOf = new Uint8Array(256);
  for (const [at, { id }] of listed.entries()) placeOf[id] = at + 1;
  return { codes: listed.map(({ code }) => code), placeOf };
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
