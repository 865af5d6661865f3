/** Most bits that one read can give. */
const MOST_BITS = 25;

/** Bits of a part of a file, read from its end, as Zstandard writes them. Before the start there are only zeros. */
export interface BackwardBits {
  read(count: number): number;
  /** The same bits are read again. */
  peek(count: number): number;
  skip(count: number): void;
  /** Bits that are left; negative where more were read. */
  left(): number;
}

export function readBackward(file: Uint8Array, start: number, end: number): BackwardBits {
  // The highest bit that is set marks where the bits begin.
  const last = file[end - 1] ?? 0;
  if (end <= start || last === 0) throw new RangeError('The compressed data are damaged.');
  let at = 8 * (end - start - 1) + 31 - Math.clz32(last);
  const bitsAt = (bit: number, count: number): number => {
    const byte = start + (bit >> 3);
    const low = (file[byte] ?? 0) | ((file[byte + 1] ?? 0) << 8) | ((file[byte + 2] ?? 0) << 16);
    return ((low | ((file[byte + 3] ?? 0) << 24)) >>> (bit & 7)) & ((1 << count) - 1);
  };
  const peek = (count: number): number => {
    if (count > MOST_BITS) throw new RangeError('The compressed data are damaged.');
    const from = at - count;
    if (from >= 0) return bitsAt(from, count);
    return at > 0 ? bitsAt(0, at) << -from : 0;
  };
  return {
    peek,
    read(count) {
      const bits = peek(count);
      at -= count;
      return bits;
    },
    skip(count) {
      at -= count;
    },
    left: () => at,
  };
}
