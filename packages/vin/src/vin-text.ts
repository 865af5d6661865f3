/** Stands for a character that no VIN can have. */
const PLACEHOLDER = '!';

/** Values that programs without types pass where they have no text. */
export const textOf = (given: unknown): string => (typeof given === 'string' ? given : '');

/** Trims and upper-cases; every character outside printable ASCII becomes one placeholder, so positions hold. */
export function normaliseVin(input: string): string {
  const text = textOf(input).trim();
  return (/^[ -~]*$/.test(text) ? text : text.replace(/[^ -~]/gu, PLACEHOLDER)).toUpperCase();
}

/** Cuts out the world manufacturer identifier: three characters, six for a low-volume maker (third character 9). */
export function wmiOf(vin: string): string {
  const code = vin.slice(0, 3);
  return vin[2] === '9' && vin.length >= 14 ? code + vin.slice(11, 14) : code;
}

/** Cuts out the part of a VIN that describes the vehicle, without check digit and serial number. */
export function descriptorOf(vin: string): string {
  const padded = vin.padEnd(17, '*');
  const length = padded[2] === '9' ? 14 : 11;
  return `${padded.slice(0, 8)}*${padded.slice(9, length)}`;
}

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const YEAR_AT = 9;
const CYCLE = 30;
const FIRST_YEAR = 1980;

/** Lists the two model years that position 10 can mean; of a passenger car a letter at position 7 says that it is the later one. */
export function modelYearsOf(vin: string): number[] {
  const at = YEAR_CODES.indexOf(vin.charAt(YEAR_AT) || ' ');
  return at < 0 ? [] : [0, 1].map((cycle) => FIRST_YEAR + at + cycle * CYCLE);
}
