const KEPT = new Set([
  'ABS',
  'ESC',
  'ECU',
  'EGR',
  'HID',
  'LED',
  'TPMS',
  'SRS',
  'CVT',
  'EV',
  'AC',
  'DC',
  'LCD',
  'GPS',
  'USB',
  'HVAC',
]);

/** NHTSA's component in usual letters: "SERVICE BRAKES, HYDRAULIC:ANTILOCK" as "Service brakes, hydraulic: antilock". */
export function componentWords(component: string): string {
  const words = component
    .replaceAll('/', ' or ')
    .replace(/\s*:\s*/g, ': ')
    .replace(/[A-Za-z]+/g, (word) =>
      KEPT.has(word.toUpperCase()) ? word.toUpperCase() : word.toLowerCase(),
    );
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
