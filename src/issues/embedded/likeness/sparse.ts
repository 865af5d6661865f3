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

export function unitSparse(weights: ReadonlyMap<number, number>): Sparse {
  const made = sparseOf(weights);
  normalise(made.value);
  return made;
}

export function normalise(values: Float32Array): void {
  let squares = 0;
  for (const value of values) squares += value * value;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / length;
}

export function dotSparse(a: Sparse, b: Sparse): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < a.at.length && j < b.at.length) {
    const [left, right] = [a.at[i] ?? 0, b.at[j] ?? 0];
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
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
