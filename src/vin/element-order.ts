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

/** Public elements by group, the way NHTSA lists them. */
export interface Listing {
  /** The element codes of the live service, in order. */
  codes: readonly string[];
  /** By element its place in this order, plus one; 0 for what is not shown. */
  placeOf: Uint8Array;
}

export function listElements(elements: readonly ElementInfo[]): Listing {
  const rank = (element: ElementInfo): number => {
    const place = GROUPS.indexOf(element.group);
    return place < 0 ? GROUPS.length : place;
  };
  const listed = elements
    .filter((element) => element.isPublic)
    .sort((one, other) => rank(one) - rank(other) || one.id - other.id);
  const placeOf = new Uint8Array(256);
  for (const [at, { id }] of listed.entries()) placeOf[id] = at + 1;
  return { codes: listed.map(({ code }) => code), placeOf };
}
