import type { ElementInfo } from './container.ts';

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

/** NHTSA has changed blanks and capitals in these names. */
function spelledAlike(group: string): string {
  return group.toLowerCase().replace(/\s*\/\s*/g, '/');
}

const PLACES = new Map(GROUPS.map((group, place) => [spelledAlike(group), place]));

/** Public elements by group, the way NHTSA lists them. */
export interface ElementListing {
  /** The element codes of the live service, in order. */
  codes: readonly string[];
  /** By element its place in this order, plus one; 0 for what is not shown. */
  placeOf: Uint8Array;
}

export function listElements(elements: readonly ElementInfo[]): ElementListing {
  const rank = (element: ElementInfo): number => {
    const place = PLACES.get(spelledAlike(element.group));
    return place ?? GROUPS.length;
  };
  const listed = elements
    .filter((element) => element.isPublic)
    .sort((one, other) => rank(one) - rank(other) || one.id - other.id);
  const placeOf = new Uint8Array(256);
  for (const [at, { id }] of listed.entries()) placeOf[id] = at + 1;
  return { codes: listed.map(({ code }) => code), placeOf };
}
