import type { Description, Sparse } from './describe.ts';
import type { LikenessModel } from './likeness-model.ts';

/**
 * All likenesses of a complaint in one sparse and one dense vector, the weights of pairs folded in: a product gives the
 * odds. Those of all complaints stand in a few long rows, because thousands of small arrays are slow to make and to keep.
 */
export interface Vectors {
  /** Length of a dense vector; a complaint's begins at `width` times its place. */
  width: number;
  dense: Float32Array;
  /** Where the sparse vector of each complaint begins; it ends where the next one begins. */
  starts: Uint32Array;
  at: Int32Array;
  value: Float32Array;
}

/** Where the positions of modes, readings and components begin behind those of terms. */
const ROOM_OF_MODES = 4096;

/** Makes room for the vectors of `count` complaints, to which each is added in its turn. */
export function createVectors(
  count: number,
  model: LikenessModel,
): Vectors & { add(one: Description): void } {
  const { pair, hidden, terms } = model;
  const roots = {
    words: Math.sqrt(pair.words),
    lead: Math.sqrt(pair.lead),
    modes: Math.sqrt(pair.modes),
    reading: Math.sqrt(pair.reading),
    components: Math.sqrt(pair.components),
    meaning: Math.sqrt(pair.meaning),
    leadMeaning: Math.sqrt(pair.leadMeaning),
  };
  let added = 0;
  let size = 0;
  const append = ({ at, value }: Sparse, root: number, from: number) => {
    for (let index = 0; index < at.length; index += 1) {
      vectors.at[size] = from + (at[index] ?? 0);
      vectors.value[size] = root * (value[index] ?? 0);
      size += 1;
    }
  };
  const vectors = {
    width: 2 * hidden,
    dense: new Float32Array(2 * hidden * count),
    starts: new Uint32Array(count + 1),
    at: new Int32Array(FIRST_ROOM),
    value: new Float32Array(FIRST_ROOM),
    add(one: Description): void {
      const { words, lead, modes, reading, components } = one;
      makeRoom(
        vectors,
        size + [words, lead, modes, reading, components].reduce((sum, { at }) => sum + at.length, 0),
      );
      const modesFrom = 2 * terms.length;
      append(words, roots.words, 0);
      append(lead, roots.lead, terms.length);
      append(modes, roots.modes, modesFrom);
      append(reading, roots.reading, modesFrom + ROOM_OF_MODES);
      append(components, roots.components, modesFrom + 2 * ROOM_OF_MODES);
      const row = vectors.width * added;
      for (let index = 0; index < hidden; index += 1) {
        vectors.dense[row + index] = roots.meaning * (one.meaning[index] ?? 0);
        vectors.dense[row + hidden + index] = roots.leadMeaning * (one.leadMeaning[index] ?? 0);
      }
      added += 1;
      vectors.starts[added] = size;
    },
  };
  return vectors;
}

const FIRST_ROOM = 1 << 16;

function makeRoom(vectors: Vectors, least: number): void {
  if (least <= vectors.at.length) return;
  const [at, value] = [new Int32Array(2 * least), new Float32Array(2 * least)];
  at.set(vectors.at);
  value.set(vectors.value);
  vectors.at = at;
  vectors.value = value;
}
