/** A flat decode: element code of vPIC -> value. Empty, absent and "Not Applicable" all mean that nothing is known. */
export type RawFields = Readonly<Record<string, string>>;

export function textOf(fields: RawFields, code: string): string | null {
  const value = fields[code]?.trim() ?? '';
  return value === '' || value.toLowerCase() === 'not applicable' ? null : value;
}

export function numberOf(fields: RawFields, code: string): number | null {
  const text = textOf(fields, code);
  if (text === null || !/^\d+(\.\d*)?$/.test(text)) return null;
  return Number(text);
}

export function roundedNumberOf(fields: RawFields, code: string, decimals: number): number | null {
  const number = numberOf(fields, code);
  return number === null ? null : Number(number.toFixed(decimals));
}

export function countOf(fields: RawFields, code: string): number | null {
  const number = numberOf(fields, code);
  return number !== null && Number.isInteger(number) ? number : null;
}

export function yesOrNoOf(fields: RawFields, code: string): boolean | null {
  const text = textOf(fields, code)?.toLowerCase();
  return text === 'yes' ? true : text === 'no' ? false : null;
}
