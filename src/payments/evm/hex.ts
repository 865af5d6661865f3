/** 0x-prefixed hexadecimal; lower case, so that equal values are equal strings, unless something else is said. */
export type Hex = `0x${string}`;

/** A number as nodes write it. */
export const toQuantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/** Text that we have stored ourselves, as what it is. */
export function asHex(text: string): Hex {
  if (!/^0x[0-9a-f]*$/.test(text)) throw new TypeError('The text is not lower-case hexadecimal');
  return `0x${text.slice(2)}`;
}
