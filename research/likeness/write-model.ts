import { gzipSync } from 'node:zlib';
import type { LikenessModel } from '../../src/issues/group/likeness-model.ts';

/** As the service reads it. */
export function writeModel(model: LikenessModel): Buffer {
  const { version, terms, hidden, modes, pair } = model;
  const header = Buffer.from(JSON.stringify({ version, terms, hidden, modes, pair }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const scales = new Float32Array(terms.length);
  const bytes = new Int8Array(terms.length * hidden);
  for (let term = 0; term < terms.length; term += 1) {
    const row = model.first.subarray(term * hidden, (term + 1) * hidden);
    const scale = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
    scales[term] = scale;
    row.forEach((value, index) => {
      bytes[term * hidden + index] = scale === 0 ? 0 : Math.round(value / scale);
    });
  }
  const parts = [model.rarity, model.componentSignal, scales, model.bias, model.modeWeights, model.modeBias];
  return gzipSync(Buffer.concat([length, header, ...parts.map(bufferOf), Buffer.from(bytes.buffer)]), {
    level: 9,
  });
}

function bufferOf(floats: Float32Array): Buffer {
  const buffer = Buffer.alloc(4 * floats.length);
  floats.forEach((value, index) => {
    buffer.writeFloatLE(value, 4 * index);
  });
  return buffer;
}
