/** Groups of parts, read from NHTSA's components and from Transport Canada's systems alike. */
const groups = [
  ['air bags', /air ?bags?|occupant detection|inflator/i],
  ['seat belts', /seat ?belts?|seats? and restraints?/i],
  ['seats', /\bseats?\b(?! ?belt)|seats? and restraints?/i],
  ['brakes', /brakes?|anti-?lock|\babs\b/i],
  ['steering', /steering/i],
  ['suspension', /suspension/i],
  ['fuel', /fuel/i],
  ['engine', /\bengine\b/i],
  ['engine', /cooling|exhaust|speed control|throttle|accelerator/i],
  ['power train', /power ?train|transmission|driveline|axle/i],
  ['electrical', /electrical|battery|propulsion|wiring/i],
  ['lights', /lighting|lights?|lamps?|instruments?/i],
  ['visibility', /visibility|wiper|defrost|window|windshield|mirror|glass|heating/i],
  ['camera', /back over|rear ?view|camera/i],
  ['assistance', /forward collision|lane departure|driver assist/i],
  ['stability', /stability/i],
  ['speed control', /speed control|throttle|accelerator|cruise/i],
  ['wheels', /wheels?|hubs?/i],
  ['tires', /tires?|tyres?/i],
  ['structure', /structure|body|hood|roof|bumper|latches|locks|linkages|doors?|tailgate|liftgate/i],
  ['doors', /latches|locks|linkages|doors?|tailgate|liftgate/i],
  ['labels', /labels?|documents?/i],
  ['towing', /trailer|hitch|tow/i],
  ['equipment', /^equipment|accessor|back over|camera/i],
] as const;

export type PartGroup = (typeof groups)[number][0];

export function partGroups(...texts: Array<string | null>): Set<PartGroup> {
  const found = texts.flatMap((text) =>
    text === null ? [] : groups.filter(([, pattern]) => pattern.test(text)).map(([group]) => group),
  );
  return new Set(found);
}
