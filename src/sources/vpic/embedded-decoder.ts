import { readFileSync, statSync } from 'node:fs';
import { createVinEngine, openDataset } from '@forecourt/vin';
import { defaultDatasetPath, hashDataset, unpackDataset } from './dataset/dataset-file.ts';
import type { EmbeddedDecoder } from './decoders.ts';

const MONTH_LENGTH = '2026-10'.length;

export interface FileDecoder extends EmbeddedDecoder {
  /** Takes another file, or the same one where it has changed; decodes go on meanwhile. Says whether it did. */
  reload(path: string | URL): boolean;
}

/** The engine over the dataset that ships with the project, or over another one. */
export function createEmbeddedDecoder(path: string | URL = defaultDatasetPath()): FileDecoder {
  let { state, decoder } = open(path);
  return {
    decode: (vin, nowMs) => decoder.decode(vin, nowMs),
    get dataset() {
      return decoder.dataset;
    },
    get date() {
      return decoder.date;
    },
    get isWhole() {
      return decoder.isWhole;
    },
    reload(next) {
      if (stateOf(next) === state) return false;
      ({ state, decoder } = open(next));
      return true;
    },
  };
}

function open(path: string | URL): { state: string; decoder: EmbeddedDecoder } {
  const state = stateOf(path);
  const file = unpackDataset(readFileSync(path));
  const dataset = openDataset(file);
  const engine = createVinEngine(dataset);
  const { source, date, isWhole } = dataset.header;
  return {
    state,
    decoder: {
      decode: (vin, nowMs) => engine.decode(vin, { nowMs }).fields,
      dataset: `${source} ${date.slice(0, MONTH_LENGTH)} ${hashDataset(file)}`,
      date,
      isWhole,
    },
  };
}

/** What distinguishes a file from another, and from itself before. */
function stateOf(path: string | URL): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${path} ${ino} ${size} ${mtimeMs}`;
}
