/** Reads the columns of a dataset: unsigned LEB128 numbers and bytes. */
export interface ByteReader {
  bytes: Uint8Array;
  at: number;
}

export function readNumber(reader: ByteReader): number {
  const { bytes } = reader;
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = bytes[reader.at++] ?? 0;
    if (byte < 0x80) return value + byte * factor;
    value += (byte & 0x7f) * factor;
    factor *= 128;
  }
}

/** A column of numbers whose count is known, each at most `limit`: in the narrowest array that holds them. */
export function readNumbers(bytes: Uint8Array, count: number, limit = 0xffffffff): Column {
  const numbers =
    limit <= 0xff ? new Uint8Array(count) : limit <= 0xffff ? new Uint16Array(count) : new Uint32Array(count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    let byte = bytes[at++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    numbers[index] = value;
  }
  return numbers;
}

/** Where each of a run of things starts, and the last one ends, from a column of their sizes. */
export function readStarts(bytes: Uint8Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  const reader = { bytes, at: 0 };
  for (let index = 0; index < count; index++) {
    starts[index + 1] = (starts[index] ?? 0) + readNumber(reader);
  }
  return starts;
}

/** Short ASCII texts, each behind its length. */
export function openTexts(bytes: Uint8Array, count: number): (index: number) => string {
  const starts = new Uint32Array(count);
  const reader = { bytes, at: 0 };
  for (let index = 0; index < count; index++) {
    starts[index] = reader.at;
    const length = readNumber(reader);
    reader.at += length;
  }
  return (index) => {
    const from = { bytes, at: starts[index] ?? 0 };
    const length = readNumber(from);
    return String.fromCharCode(...bytes.subarray(from.at, from.at + length));
  };
}

export type Column = Uint8Array | Uint16Array | Uint32Array;
