import { readFileSync } from 'node:fs';
import type { EmbeddedDecoder } from '../../vehicle/vehicle-service.ts';
import { openDataset } from '../../vin/dataset.ts';
import { createVinEngine } from '../../vin/engine.ts';
import { defaultDatasetPath, hashDataset, unpackDataset } from './dataset/dataset-file.ts';

/** The engine over the dataset that ships with the project, or over another one. */
export function createEmbeddedDecoder(path: string | URL = defaultDatasetPath()): EmbeddedDecoder {
  const file = unpackDataset(readFileSync(path));
  const dataset = openDataset(file);
  const engine = createVinEngine(dataset);
  return {
    decode: (vin, nowMs) => engine.decode(vin, { nowMs }).fields,
    dataset: `${dataset.header.source} ${dataset.header.date} ${hashDataset(file)}`,
    date: dataset.header.date,
  };
}
