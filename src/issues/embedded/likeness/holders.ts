import type { Vectors } from './vectors.ts';

/** For each position of sparse vectors those that have anything there, and what: only with them there is a product. */
export interface Holders {
  add(position: number, holder: number, value: number): void;
  /** Adds to each holder's place the product with the sparse vector of one complaint. */
  addProducts(vectors: Vectors, one: number, into: Float32Array): void;
}

export function createHolders(): Holders {
  const lists = new Map<number, { holders: number[]; values: number[] }>();
  return {
    add(position, holder, value) {
      const list = lists.get(position);
      if (list === undefined) lists.set(position, { holders: [holder], values: [value] });
      else {
        list.holders.push(holder);
        list.values.push(value);
      }
    },
    addProducts({ starts, at, value }, one, into) {
      const end = starts[one + 1] ?? 0;
      for (let k = starts[one] ?? 0; k < end; k += 1) {
        const list = lists.get(at[k] ?? 0);
        if (list === undefined) continue;
        const { holders, values } = list;
        const own = value[k] ?? 0;
        for (let h = 0; h < holders.length; h += 1) {
          const holder = holders[h] ?? 0;
          into[holder] = (into[holder] ?? 0) + own * (values[h] ?? 0);
        }
      }
    },
  };
}
