/** Writes what packages/vin/src/container.ts reads. */
export interface ByteWriter {
  /** Bytes written so far. */
  length(): number;
  number(value: number): void;
  bytes(bytes: Uint8Array): void;
  finish(): Uint8Array;
}

export function createByteWriter(): ByteWriter {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  const reserve = (extra: number): void => {
    if (length + extra <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + extra));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  return {
    length: () => length,
    number(value) {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new RangeError(`The dataset format has no number ${value}.`);
      }
      reserve(8);
      let rest = value;
      while (rest >= 0x80) {
        buffer[length++] = (rest % 128) | 0x80;
        rest = Math.floor(rest / 128);
      }
      buffer[length++] = rest;
    },
    bytes(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    finish: () => buffer.slice(0, length),
  };
}
