import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { onDemand } from '../../lib/on-demand.ts';

/** Everything that was learned offline (research/likeness): numbers only, no text of any complaint. */
export interface LikenessModel {
  /** Changes with any number of it. */
  version: string;
  terms: readonly string[];
  /** For each term: how rare it is, times how much it points to one component rather than another. */
  rarity: Float32Array;
  componentSignal: Float32Array;
  hidden: number;
  /** terms x hidden. */
  first: Float32Array;
  bias: Float32Array;
  /** The failure modes of the lexicon that the second layer knows, then `none` failed and some `other` one did. */
  modes: readonly string[];
  modeWeights: Float32Array;
  modeBias: Float32Array;
  pair: PairWeights;
}

/** The logarithm of the odds that two complaints report one failure: a sum of likenesses, each times its weight. */
export type PairWeights = z.infer<typeof pairWeightsSchema>;

const pairWeightsSchema = z.object({
  constant: z.number(),
  words: z.number(),
  lead: z.number(),
  meaning: z.number(),
  leadMeaning: z.number(),
  modes: z.number(),
  reading: z.number(),
  components: z.number().default(0),
});

const headerSchema = z.object({
  version: z.string(),
  terms: z.array(z.string()),
  hidden: z.number().int(),
  modes: z.array(z.string()),
  pair: pairWeightsSchema,
});

/** A header of JSON with its length before it, then the numbers; the first layer as bytes with a scale for each row. */
function readModel(file: Buffer): LikenessModel {
  const data = gunzipSync(file);
  const { header, headerEnds } = readHeader(data);
  const { terms, hidden, modes } = header;
  let from = headerEnds;
  const take = (count: number): Float32Array => {
    const bytes = data.subarray(from, from + 4 * count);
    from += bytes.length;
    // A copy, because numbers of four bytes must begin at a fourth byte. Every machine that Node runs on is little-endian.
    return new Float32Array(new Uint8Array(bytes).buffer);
  };
  const rarity = take(terms.length);
  const componentSignal = take(terms.length);
  const scales = take(terms.length);
  const bias = take(hidden);
  const modeWeights = take(modes.length * hidden);
  const modeBias = take(modes.length);
  const small = new Int8Array(new Uint8Array(data.subarray(from)).buffer);
  const first = new Float32Array(terms.length * hidden);
  for (let term = 0, index = 0; term < terms.length; term += 1) {
    const scale = scales[term] ?? 0;
    for (const end = index + hidden; index < end; index += 1) first[index] = scale * (small[index] ?? 0);
  }
  return { ...header, rarity, componentSignal, first, bias, modeWeights, modeBias };
}

function readHeader(data: Buffer) {
  const headerEnds = 4 + data.readUInt32LE(0);
  return {
    header: headerSchema.parse(JSON.parse(data.subarray(4, headerEnds).toString('utf8'))),
    headerEnds,
  };
}

/** The same step up from src/issues/group and from dist/issues/group. */
const shippedFile = () => readFileSync(new URL('../../../data/likeness/model.bin.gz', import.meta.url));

export const shippedModel = onDemand(() => readModel(shippedFile()));

/** Without keeping the model in memory. */
export const shippedVersion = onDemand(() => readHeader(gunzipSync(shippedFile())).header.version);
