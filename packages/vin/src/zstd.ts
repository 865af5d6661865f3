import { readBackward } from './zstd-bits.ts';
import { readLiterals } from './zstd-literals.ts';
import {
  type HuffmanTable,
  makeSingleState,
  makeStates,
  readStates,
  type StateTable,
} from './zstd-tables.ts';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

export const isPacked = (file: Uint8Array): boolean => MAGIC.every((byte, at) => file[at] === byte);

const BLOCK = { raw: 0, run: 1 };

/** What a length or an offset is written as: a code, and bits that are added to its base. */
interface Codes {
  base: readonly number[];
  bits: readonly number[];
  usual: StateTable;
}

const direct = (count: number, from: number) => Array.from({ length: count }, (_, at) => at + from);
const none = (count: number) => new Array<number>(count).fill(0);

const LITERALS: Codes = {
  base: [
    ...direct(16, 0),
    ...[16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
  ],
  bits: [...none(16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  usual: makeStates(
    [4, 3, ...none(11).fill(2), 1, 1, 1, ...none(9).fill(2), 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
    6,
  ),
};
const MATCHES: Codes = {
  base: [
    ...direct(32, 3),
    ...[
      35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539,
    ],
  ],
  bits: [...none(32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  usual: makeStates([1, 4, 3, ...none(6).fill(2), ...none(37).fill(1), ...none(7).fill(-1)], 6),
};
const OFFSETS: Codes = {
  base: direct(32, 0).map((code) => 2 ** code),
  bits: direct(32, 0),
  usual: makeStates([1, 1, 1, 1, 1, 1, 2, 2, 2, ...none(15).fill(1), -1, -1, -1, -1, -1], 5),
};

/** What one block leaves for the next. */
interface Memory {
  huffman: HuffmanTable | undefined;
  literals: StateTable;
  offsets: StateTable;
  matches: StateTable;
  /** The offsets used last. */
  recent: [number, number, number];
}

/**
 * Unpacks one frame of Zstandard, for runtimes that cannot: browsers, and Node before 22.15. Checks no checksum, and
 * knows no dictionaries.
 */
export function unpackZstd(file: Uint8Array): Uint8Array {
  const { contentSize, end } = readFrameHeader(file);
  let out = new Uint8Array(contentSize ?? 8 * file.length);
  let length = 0;
  const grow = (more: number): void => {
    if (length + more <= out.length) return;
    const larger = new Uint8Array(Math.max(2 * out.length, length + more));
    larger.set(out);
    out = larger;
  };
  const memory: Memory = {
    huffman: undefined,
    literals: LITERALS.usual,
    offsets: OFFSETS.usual,
    matches: MATCHES.usual,
    recent: [1, 4, 8],
  };
  for (let at = end, isLast = false; !isLast; ) {
    if (at + 3 > file.length) throw new RangeError('The compressed data are cut short.');
    const head = (file[at] ?? 0) | ((file[at + 1] ?? 0) << 8) | ((file[at + 2] ?? 0) << 16);
    isLast = (head & 1) === 1;
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    at += 3;
    if (kind === BLOCK.raw || kind === BLOCK.run) {
      grow(size);
      if (kind === BLOCK.raw) out.set(file.subarray(at, at + size), length);
      else out.fill(file[at] ?? 0, length, length + size);
      length += size;
      at += kind === BLOCK.raw ? size : 1;
    } else {
      // No block is larger when it is unpacked.
      grow(LARGEST_BLOCK);
      length = unpackBlock(file, at, at + size, memory, out, length);
      at += size;
    }
  }
  return out.subarray(0, length);
}

const LARGEST_BLOCK = 128 * 1024;

function readFrameHeader(file: Uint8Array): { contentSize: number | undefined; end: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const head = view.getUint8(4);
  const isSingle = (head & 0x20) !== 0;
  const sizeFlag = head >> 6;
  const at = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][head & 3] ?? 0);
  if (sizeFlag === 0)
    return isSingle ? { contentSize: view.getUint8(at), end: at + 1 } : { contentSize: undefined, end: at };
  if (sizeFlag === 1) return { contentSize: view.getUint16(at, true) + 256, end: at + 2 };
  if (sizeFlag === 2) return { contentSize: view.getUint32(at, true), end: at + 4 };
  return { contentSize: Number(view.getBigUint64(at, true)), end: at + 8 };
}

function unpackBlock(
  file: Uint8Array,
  start: number,
  end: number,
  memory: Memory,
  out: Uint8Array,
  from: number,
): number {
  const { bytes: literals, end: first, table: huffman } = readLiterals(file, start, memory.huffman);
  memory.huffman = huffman;
  let at = first;
  const next = () => file[at++] ?? 0;
  let count = next();
  if (count === 255) count = next() + (next() << 8) + 0x7f00;
  else if (count > 127) count = ((count - 128) << 8) + next();
  let length = from;
  let used = 0;
  if (count > 0) {
    const modes = next();
    const tableOf = (mode: number, { usual }: Codes, earlier: StateTable): StateTable => {
      if (mode === 0) return usual;
      if (mode === 1) return makeSingleState(next());
      if (mode === 3) return earlier;
      const { table, end: after } = readStates(file, at);
      at = after;
      return table;
    };
    memory.literals = tableOf(modes >> 6, LITERALS, memory.literals);
    memory.offsets = tableOf((modes >> 4) & 3, OFFSETS, memory.offsets);
    memory.matches = tableOf((modes >> 2) & 3, MATCHES, memory.matches);
    const stream = readBackward(file, at, end);
    let [literal, offset, match] = [memory.literals, memory.offsets, memory.matches].map(({ accuracy }) =>
      stream.read(accuracy),
    ) as [number, number, number];
    const numberOf = ({ symbol }: StateTable, state: number, { base, bits }: Codes): number => {
      const code = symbol[state] ?? 0;
      return (base[code] ?? 0) + stream.read(bits[code] ?? 0);
    };
    const follow = ({ base, bits }: StateTable, state: number) =>
      (base[state] ?? 0) + stream.read(bits[state] ?? 0);
    for (let left = count; left > 0; left--) {
      const offsetValue = numberOf(memory.offsets, offset, OFFSETS);
      const matchLength = numberOf(memory.matches, match, MATCHES);
      const literalLength = numberOf(memory.literals, literal, LITERALS);
      if (left > 1) {
        literal = follow(memory.literals, literal);
        match = follow(memory.matches, match);
        offset = follow(memory.offsets, offset);
      }
      // Byte by byte: most runs are too short for anything else to be worth its call.
      for (const to = length + literalLength; length < to; ) out[length++] = literals[used++] ?? 0;
      const distance = takeOffset(memory.recent, offsetValue, literalLength === 0);
      if (distance > length || distance < 1) throw new RangeError('The compressed data are damaged.');
      // What is repeated may reach into what it makes.
      for (const to = length + matchLength; length < to; length++) out[length] = out[length - distance] ?? 0;
    }
  }
  out.set(literals.subarray(used), length);
  return length + literals.length - used;
}

/** The first three values stand for offsets used before; without literals they are counted from the second. */
function takeOffset(recent: [number, number, number], value: number, isBare: boolean): number {
  const which = value > 3 ? 3 : value - 1 + (isBare ? 1 : 0);
  if (which === 0) return recent[0];
  const offset = value > 3 ? value - 3 : (recent[which] ?? recent[0] - 1);
  if (which > 1) recent[2] = recent[1];
  recent[1] = recent[0];
  recent[0] = offset;
  return offset;
}
