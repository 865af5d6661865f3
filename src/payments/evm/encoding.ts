import { keccak_256 } from '@noble/hashes/sha3.js';
import { z } from 'zod';

/** 0x-prefixed hexadecimal; lower case, so that equal values are equal strings, unless something else is said. */
export type Hex = `0x${string}`;

/** Hexadecimal, as nodes speak: bytes or a number. */
export const hex = z.templateLiteral(['0x', z.string()]);

/** A number as nodes write it. */
export const toQuantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/** Text that we have stored ourselves, as what it is. */
export function asHex(text: string): Hex {
  if (!/^0x[0-9a-f]*$/.test(text)) throw new TypeError('The text is not lower-case hexadecimal');
  return `0x${text.slice(2)}`;
}

/** The few shapes of the Ethereum ABI that payments need, without a library's start-up time. */
export type AbiValue =
  | { word: bigint | number | boolean | Hex }
  | { text: string }
  | { bytes: Hex }
  | { list: readonly AbiValue[] }
  | { tuple: readonly AbiValue[] };

export const word = (value: bigint | number | boolean | Hex): AbiValue => ({ word: value });
export const text = (value: string): AbiValue => ({ text: value });
export const bytes = (value: Hex): AbiValue => ({ bytes: value });
export const list = (...values: AbiValue[]): AbiValue => ({ list: values });
export const tuple = (...values: AbiValue[]): AbiValue => ({ tuple: values });

const WORD_DIGITS = 64;

const encodeWord = (value: bigint | number | boolean | Hex) =>
  BigInt(value).toString(16).padStart(WORD_DIGITS, '0');

function encodeBytes(hex: string): string {
  const padded = Math.ceil(hex.length / WORD_DIGITS) * WORD_DIGITS;
  return encodeWord(hex.length / 2) + hex.padEnd(padded, '0');
}

const isDynamic = (value: AbiValue): boolean =>
  'text' in value ||
  'bytes' in value ||
  'list' in value ||
  ('tuple' in value && value.tuple.some((part) => isDynamic(part)));

function encodeOne(value: AbiValue): string {
  if ('word' in value) return encodeWord(value.word);
  if ('text' in value) return encodeBytes(Buffer.from(value.text).toString('hex'));
  if ('bytes' in value) return encodeBytes(value.bytes.slice(2));
  if ('list' in value) return encodeWord(value.list.length) + encodeSequence(value.list);
  return encodeSequence(value.tuple);
}

function encodeSequence(values: readonly AbiValue[]): string {
  const parts = values.map((value) => ({ dynamic: isDynamic(value), encoded: encodeOne(value) }));
  const headDigits = parts.reduce((sum, part) => sum + (part.dynamic ? WORD_DIGITS : part.encoded.length), 0);
  let head = '';
  let tail = '';
  for (const part of parts) {
    if (part.dynamic) {
      head += encodeWord((headDigits + tail.length) / 2);
      tail += part.encoded;
    } else head += part.encoded;
  }
  return head + tail;
}

export function keccakHex(value: string | Uint8Array): Hex {
  const input = typeof value === 'string' ? Buffer.from(value) : value;
  return `0x${Buffer.from(keccak_256(input)).toString('hex')}`;
}

const selectors = new Map<string, string>();

/** `signature` as Solidity hashes it, such as `balanceOf(address)`. */
export function encodeCall(signature: string, ...values: AbiValue[]): Hex {
  let selector = selectors.get(signature);
  if (!selector) {
    selector = keccakHex(signature).slice(0, 10);
    selectors.set(signature, selector);
  }
  return `0x${selector.slice(2)}${encodeSequence(values)}`;
}

/** The EIP-3009 message that the payer signed, as it travels. */
export interface Authorization {
  from: Hex;
  to: Hex;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}

const LARGEST_UINT256 = 2n ** 256n - 1n;

const isUint256 = (value: string) => /^(0|[1-9]\d{0,77})$/.test(value) && BigInt(value) <= LARGEST_UINT256;

/** Decimal digits as the protocol has them; whole JSON numbers too, since clients send them. */
export const uint256 = z.union([z.string().refine(isUint256), z.int().nonnegative().transform(String)]);

/** Hexadecimal of a fixed or bounded length, lower-cased so that equal values are equal keys. */
export const hexOf = (digits: number | string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .transform((value): Hex => `0x${value.slice(2).toLowerCase()}`);
