import type { RawFields } from '../sources/vpic/embedded-decoder.ts';

/** Elements that speak of the VIN, not of the vehicle. */
export const VERDICT_CODES: readonly string[] = [
  'ErrorCode',
  'ErrorText',
  'AdditionalErrorText',
  'SuggestedVIN',
  'PossibleValues',
  'VehicleDescriptor',
];

/** Fields that the live service adds to its flat answers besides elements. */
const NO_ELEMENTS: readonly string[] = ['VIN', 'MakeID', 'ManufacturerId', 'ModelID'];

export function textOf(fields: RawFields, code: string): string | null {
  const value = fields[code]?.trim() ?? '';
  return value === '' || value.toLowerCase() === 'not applicable' ? null : value;
}

/** Reads values in the form in which they are wanted, and knows afterwards what was not wanted in any. */
export interface FieldReader {
  text(code: string): string | null;
  number(code: string): number | null;
  rounded(code: string, decimals: number): number | null;
  count(code: string): number | null;
  yesOrNo(code: string): boolean | null;
  /** The value that a text, in lower case, stands for. */
  oneOf<T>(code: string, meanings: Readonly<Record<string, T>>): T | null;
  /** Fields that say something of the vehicle and were not read so far, or not in a form that it has. */
  rest(): Record<string, string>;
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, no: false };

export function createFieldReader(fields: RawFields): FieldReader {
  const read = new Set([...VERDICT_CODES, ...NO_ELEMENTS]);
  const take = <T>(code: string, value: T | null): T | null => {
    if (value !== null) read.add(code);
    return value;
  };
  const numberAt = (code: string): number | null => {
    const text = textOf(fields, code);
    return text === null || !/^\d+(\.\d*)?$/.test(text) ? null : Number(text);
  };
  const oneOf = <T>(code: string, meanings: Readonly<Record<string, T>>): T | null =>
    take(code, meanings[textOf(fields, code)?.toLowerCase() ?? ''] ?? null);
  return {
    text: (code) => take(code, textOf(fields, code)),
    number: (code) => take(code, numberAt(code)),
    rounded(code, decimals) {
      const number = numberAt(code);
      return take(code, number === null ? null : Number(number.toFixed(decimals)));
    },
    count(code) {
      const number = numberAt(code);
      return take(code, Number.isInteger(number) ? number : null);
    },
    yesOrNo: (code) => oneOf(code, YES_OR_NO),
    oneOf,
    rest() {
      const codes = Object.keys(fields).filter((code) => !read.has(code));
      return Object.fromEntries(
        codes.flatMap((code) => {
          const text = textOf(fields, code);
          return text === null ? [] : [[code, text]];
        }),
      );
    },
  };
}
