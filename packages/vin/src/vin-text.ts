/** Stands for a character that no VIN can have. */
const PLACEHOLDER = '!';

/** Trims and upper-cases; every character outside printable ASCII becomes one placeholder, so positions hold. */
export function normaliseVin(input: string): string {
  const text = input.trim();
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
