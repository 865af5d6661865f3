import { type BackwardBits, readBackward } from './zstd-bits.ts';

/** A finite state entropy table: what each state stands for, and where it leads. */
export interface StateTable {
  accuracy: number;
  symbol: Uint8Array;
  bits: Uint8Array;
  base: Uint16Array;
}

/** Symbols by the next bits of a stream. */
export interface HuffmanTable {
  maxBits: number;
  symbol: Uint8Array;
  bits: Uint8Array;
}

const log2 = (number: number) => 31 - Math.clz32(number);

/** The shares are those of the states that each symbol has; -1 is less than one. */
export function makeStates(shares: readonly number[], accuracy: number): StateTable {
  const size = 1 << accuracy;
  const symbol = new Uint8Array(size);
  let high = size;
  for (const [at, share] of shares.entries()) if (share === -1) symbol[--high] = at;
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  for (const [at, share] of shares.entries()) {
    for (let count = 0; count < share; count++) {
      symbol[place] = at;
      do place = (place + step) & (size - 1);
      while (place >= high);
    }
  }
  const next = shares.map((share) => Math.abs(share));
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  for (const [state, of] of symbol.entries()) {
    const count = next[of] ?? 0;
    next[of] = count + 1;
    bits[state] = accuracy - log2(count);
    base[state] = (count << (accuracy - log2(count))) - size;
  }
  return { accuracy, symbol, bits, base };
}

/** One symbol for all states. */
export function makeSingleState(symbol: number): StateTable {
  const table = { symbol: Uint8Array.of(symbol), bits: new Uint8Array(1), base: new Uint16Array(1) };
  return { accuracy: 0, ...table };
}

/** A table as it is described in the file, and where the description ends. */
export function readStates(file: Uint8Array, start: number): { table: StateTable; end: number } {
  let at = 8 * start;
  const peek = (count: number): number => {
    const byte = at >> 3;
    const bits = (file[byte] ?? 0) | ((file[byte + 1] ?? 0) << 8) | ((file[byte + 2] ?? 0) << 16);
    return (bits >>> (at & 7)) & ((1 << count) - 1);
  };
  const read = (count: number): number => {
    const bits = peek(count);
    at += count;
    return bits;
  };
  const accuracy = read(4) + 5;
  const shares: number[] = [];
  let left = 1 << accuracy;
  while (left > 0 && shares.length < 256) {
    const count = log2(left + 1) + 1;
    const low = (1 << (count - 1)) - 1;
    const short = (1 << count) - 2 - left;
    let value = peek(count);
    const isShort = (value & low) < short;
    at += isShort ? count - 1 : count;
    if (isShort) value &= low;
    else if (value > low) value -= short;
    const share = value - 1;
    left -= Math.abs(share);
    shares.push(share);
    if (share !== 0) continue;
    for (let more = 3; more === 3; ) {
      more = read(2);
      for (let count = 0; count < more; count++) shares.push(0);
    }
  }
  if (left !== 0) throw new RangeError('The compressed data are damaged.');
  return { table: makeStates(shares, accuracy), end: (at + 7) >> 3 };
}

/** The table of the literals, and where its description ends. */
export function readHuffman(file: Uint8Array, start: number): { table: HuffmanTable; end: number } {
  const head = file[start] ?? 0;
  if (head >= 128) {
    const count = head - 127;
    const weights = Array.from({ length: count }, (_, at) => {
      const pair = file[start + 1 + (at >> 1)] ?? 0;
      return at % 2 === 0 ? pair >> 4 : pair & 15;
    });
    return { table: makeHuffman(weights), end: start + 1 + ((count + 1) >> 1) };
  }
  const end = start + 1 + head;
  const { table, end: first } = readStates(file, start + 1);
  return { table: makeHuffman(readWeights(table, readBackward(file, first, end))), end };
}

/** Two states that take turns, until the bits are used up. */
function readWeights({ accuracy, symbol, bits, base }: StateTable, stream: BackwardBits): number[] {
  const weights: number[] = [];
  const states: [number, number] = [stream.read(accuracy), stream.read(accuracy)];
  for (let turn: 0 | 1 = 0; weights.length < 256; turn = turn === 0 ? 1 : 0) {
    const state = states[turn];
    weights.push(symbol[state] ?? 0);
    states[turn] = (base[state] ?? 0) + stream.read(bits[state] ?? 0);
    if (stream.left() < 0) {
      weights.push(symbol[states[turn === 0 ? 1 : 0]] ?? 0);
      break;
    }
  }
  return weights;
}

/** The weight of the last symbol is what is left. */
function makeHuffman(weights: readonly number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + (weight > 0 ? 1 << (weight - 1) : 0), 0);
  const maxBits = log2(sum) + 1;
  const all = [...weights, log2((1 << maxBits) - sum) + 1];
  const symbol = new Uint8Array(1 << maxBits);
  const bits = new Uint8Array(1 << maxBits);
  let place = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    for (const [at, own] of all.entries()) {
      if (own !== weight) continue;
      const end = place + (1 << (weight - 1));
      symbol.fill(at, place, end);
      bits.fill(maxBits + 1 - weight, place, end);
      place = end;
    }
  }
  return { maxBits, symbol, bits };
}
