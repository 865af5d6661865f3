/** A vector of which most entries are nought: positions and values, positions rising. */
export interface Sparse {
  at: Int32Array;
  value: Float32Array;
}

export const NOTHING: Sparse = { at: new Int32Array(0), value: new Float32Array(0) };

export function sparseOf(weights: ReadonlyMap<number, number>): Sparse {
  const at = Int32Array.from(weights.keys()).sort();
  return { at, value: Float32Array.from(at, (position) => weights.get(position) ?? 0) };
}

/** How often each position comes in a rising list of them. */
export function countOf(positions: Int32Array): Sparse {
  const at = new Int32Array(positions.length);
  const value = new Float32Array(positions.length);
  let size = 0;
  for (const position of positions) {
    if (size === 0 || at[size - 1] !== position) {
      at[size] = position;
      size += 1;
    }
    value[size - 1] = (value[size - 1] ?? 0) + 1;
  }
  return { at: at.subarray(0, size), value: value.subarray(0, size) };
}

export function unitSparse(weights: ReadonlyMap<number, number>): Sparse {
  const made = sparseOf(weights);
  normalise(made.value);
  return made;
}

export function normalise(values: Float32Array): void {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / length;
}

export function dotSparse(a: Sparse, b: Sparse): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < a.at.length && j < b.at.length) {
    const left = a.at[i] ?? 0;
    const right = b.at[j] ?? 0;
    if (left === right) {
      sum += (a.value[i] ?? 0) * (b.value[j] ?? 0);
      i += 1;
      j += 1;
    } else if (left < right) i += 1;
    else j += 1;
  }
  return sum;
}

export function dotDense(a: Float32Array, b: Float32Array): number {
  return dotWithin(a, 0, b, 0, a.length);
}

/** Of stretches of `width` numbers; four sums side by side are twice as fast as one. */
export function dotWithin(
  a: Float32Array,
  fromA: number,
  b: Float32Array,
  fromB: number,
  width: number,
): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const even = width - (width % 4);
  for (let k = 0; k < even; k += 4) {
    s0 += (a[fromA + k] ?? 0) * (b[fromB + k] ?? 0);
    s1 += (a[fromA + k + 1] ?? 0) * (b[fromB + k + 1] ?? 0);
    s2 += (a[fromA + k + 2] ?? 0) * (b[fromB + k + 2] ?? 0);
    s3 += (a[fromA + k + 3] ?? 0) * (b[fromB + k + 3] ?? 0);
  }
  for (let k = even; k < width; k += 1) s0 += (a[fromA + k] ?? 0) * (b[fromB + k] ?? 0);
  return s0 + s1 + s2 + s3;
}
