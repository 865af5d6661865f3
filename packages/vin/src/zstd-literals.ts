import { readBackward } from './zstd-bits.ts';
import { type HuffmanTable, readHuffman } from './zstd-tables.ts';

export interface Literals {
  bytes: Uint8Array;
  /** Where they end in the file. */
  end: number;
  /** The table that the next block may use again. */
  table: HuffmanTable | undefined;
}

const KIND = { raw: 0, run: 1, compressed: 2 };

/** What of a block is not a repetition. */
export function readLiterals(file: Uint8Array, start: number, earlier: HuffmanTable | undefined): Literals {
  const head = file[start] ?? 0;
  const number = (count: number): number => {
    let value = 0;
    for (let at = count - 1; at >= 0; at--) value = value * 256 + (file[start + at] ?? 0);
    return value;
  };
  const kind = head & 3;
  const form = (head >> 2) & 3;
  if (kind < KIND.compressed) {
    const headLength = form === 1 ? 2 : form === 3 ? 3 : 1;
    const size = number(headLength) >> (headLength === 1 ? 3 : 4);
    const at = start + headLength;
    if (kind === KIND.raw) return { bytes: file.subarray(at, at + size), end: at + size, table: earlier };
    return { bytes: new Uint8Array(size).fill(file[at] ?? 0), end: at + 1, table: earlier };
  }
  const headLength = form < 2 ? 3 : form + 2;
  const width = form < 2 ? 10 : form === 2 ? 14 : 18;
  const sizes = Math.floor(number(headLength) / 16);
  const size = sizes % 2 ** width;
  const first = start + headLength;
  const end = first + Math.floor(sizes / 2 ** width);
  const described = kind === KIND.compressed ? readHuffman(file, first) : { table: earlier, end: first };
  const { table } = described;
  if (!table) throw new RangeError('The compressed data are damaged.');
  const bytes = new Uint8Array(size);
  if (form === 0) decodeStream(file, described.end, end, table, bytes);
  else decodeFour(file, described.end, end, table, bytes);
  return { bytes, end, table };
}

function decodeFour(
  file: Uint8Array,
  start: number,
  end: number,
  table: HuffmanTable,
  bytes: Uint8Array,
): void {
  const each = (bytes.length + 3) >> 2;
  let at = start + 6;
  for (let stream = 0; stream < 4; stream++) {
    const length = (file[start + 2 * stream] ?? 0) | ((file[start + 2 * stream + 1] ?? 0) << 8);
    const to = stream < 3 ? at + length : end;
    decodeStream(
      file,
      at,
      to,
      table,
      bytes.subarray(each * stream, stream < 3 ? each * (stream + 1) : undefined),
    );
    at = to;
  }
}

function decodeStream(
  file: Uint8Array,
  start: number,
  end: number,
  { maxBits, symbol, bits }: HuffmanTable,
  into: Uint8Array,
): void {
  const stream = readBackward(file, start, end);
  for (let at = 0; at < into.length; at++) {
    const next = stream.peek(maxBits);
    into[at] = symbol[next] ?? 0;
    stream.skip(bits[next] ?? 0);
  }
}
