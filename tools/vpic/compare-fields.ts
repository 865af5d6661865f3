/** Compares the values of two decodes of one VIN. Spellings drift between releases, numbers are written in several ways. */
export type Fields = Readonly<Record<string, string>>;

const LOOSE = new Set(['BodyClass', 'EngineConfiguration', 'VehicleType']);
const LISTS = new Set([
  'OtherEngineInfo',
  'OtherRestraintSystemInfo',
  'Note',
  'OtherBusInfo',
  'OtherMotorcycleInfo',
  'OtherTrailerInfo',
  'ActiveSafetySysNote',
]);
const NUMBERS = new Set([
  'DisplacementCI',
  'DisplacementCC',
  'DisplacementL',
  'EngineHP',
  'EngineHP_to',
  'EngineKW',
]);
const RELATIVE_TOLERANCE = 1e-6;
const LITRE_TOLERANCE = 0.05;

export function sameValue(code: string, one: string | undefined, other: string | undefined): boolean {
  const a = present(one);
  const b = present(other);
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (NUMBERS.has(code)) return sameNumber(code, Number(a), Number(b));
  if (LOOSE.has(code)) return letters(a) === letters(b);
  if (LISTS.has(code)) return asSet(a) === asSet(b);
  if (code === 'PossibleValues') return sortGroups(a) === sortGroups(b);
  if (code === 'ErrorCode') return asSet(a) === asSet(b);
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether a note is one of several that we join: collectors of answers keep one row of each element. */
export function isPartOf(code: string, one: string, joined: string | undefined): boolean {
  return LISTS.has(code) && joined !== undefined && `, ${joined}, `.includes(`, ${one.trim()}, `);
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === undefined || text === '' || text === 'Not Applicable' ? undefined : text;
}

function sameNumber(code: string, a: number, b: number): boolean {
  if (code === 'DisplacementL') return Math.abs(a - b) <= LITRE_TOLERANCE;
  return Math.abs(a - b) <= RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function asSet(text: string): string {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts)].sort().join('\n');
}

function sortGroups(text: string): string {
  return text.replace(/:([^)]*)\)/g, (_, characters: string) => `:${[...characters].sort().join('')})`);
}
