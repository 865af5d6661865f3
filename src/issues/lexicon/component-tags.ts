/** The names of parts of a car that answers use, and the NHTSA component names that mean each. */
const TAGS = {
  'air bags': ['AIR BAG'],
  'seat belts': ['SEAT BELT'],
  seats: ['SEATS'],
  'child seat': ['CHILD SEAT'],
  engine: ['ENGINE', 'ENGINE AND ENGINE COOLING:ENGINE'],
  'engine cooling': ['ENGINE AND ENGINE COOLING:COOLING'],
  'exhaust system': ['ENGINE AND ENGINE COOLING:EXHAUST', 'EXHAUST'],
  'fuel system': ['FUEL'],
  'hybrid propulsion': ['HYBRID PROPULSION', 'ELECTRICAL SYSTEM:PROPULSION', 'PROPULSION'],
  'power train': ['POWER TRAIN', 'POWERTRAIN'],
  'vehicle speed control': ['VEHICLE SPEED CONTROL'],
  'service brakes': ['SERVICE BRAKES'],
  'parking brake': ['PARKING BRAKE'],
  'electronic stability control': ['ELECTRONIC STABILITY', 'TRACTION CONTROL'],
  steering: ['STEERING'],
  suspension: ['SUSPENSION'],
  wheels: ['WHEELS'],
  tires: ['TIRE'],
  'electrical system': ['ELECTRICAL SYSTEM'],
  'exterior lighting': ['EXTERIOR LIGHTING'],
  'interior lighting': ['INTERIOR LIGHTING'],
  visibility: ['VISIBILITY'],
  structure: ['STRUCTURE'],
  'latches and locks': ['LATCHES'],
  'back over prevention': ['BACK OVER'],
  'forward collision avoidance': ['FORWARD COLLISION'],
  'lane departure': ['LANE DEPARTURE'],
  'trailer hitch': ['TRAILER HITCH'],
  'climate control': [],
  infotainment: ['COMMUNICATION'],
  equipment: ['EQUIPMENT'],
} as const satisfies Record<string, readonly string[]>;

export type ComponentTag = keyof typeof TAGS;

const PREFIXES = Object.entries(TAGS).flatMap(([tag, prefixes]) =>
  prefixes.map((prefix) => ({ tag: tag as ComponentTag, prefix })),
);
const LONGEST_FIRST = PREFIXES.sort(
  (a, b) => b.prefix.length - a.prefix.length || (a.prefix < b.prefix ? -1 : 1),
);

/** Undefined for `UNKNOWN OR OTHER` and anything else that names no part. */
export function tagOfComponent(component: string): ComponentTag | undefined {
  const name = component.toUpperCase();
  return LONGEST_FIRST.find(({ prefix }) => name.startsWith(prefix))?.tag;
}

export function tagsOfComponents(components: readonly string[]): ComponentTag[] {
  const tags = components.map(tagOfComponent).filter((tag) => tag !== undefined);
  return [...new Set(tags)].sort();
}

export const COMPONENT_TAGS = Object.keys(TAGS) as [ComponentTag, ...ComponentTag[]];
