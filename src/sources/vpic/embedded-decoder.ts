import { readFileSync, statSync } from 'node:fs';
import { createVinEngine, didYouMean, openDataset } from '@forecourt/vin';
import { defaultDatasetPath, hashDataset, unpackDataset } from './dataset-file.ts';

/** A flat decode: element code of vPIC -> value. Empty, absent and "Not Applicable" all mean that nothing is known. */
export type RawFields = Readonly<Record<string, string>>;

/** The engine with its data, as this service needs it. */
export type EmbeddedDecoder = ReturnType<typeof open>['decoder'];
export type FileDecoder = ReturnType<typeof createEmbeddedDecoder>;

const MONTH_LENGTH = '2026-10'.length;

/** Opens the engine over the dataset that ships with the project, or over another one. */
export function createEmbeddedDecoder(path: string | URL = defaultDatasetPath()) {
  let { state, decoder } = open(path);
  return {
    decode: (vin: string, nowMs: number) => decoder.decode(vin, nowMs),
    didYouMean: (text: string, nowMs: number) => decoder.didYouMean(text, nowMs),
    get dataset() {
      return decoder.dataset;
    },
    get date() {
      return decoder.date;
    },
    get isWhole() {
      return decoder.isWhole;
    },
    /** Takes another file, or the same one where it has changed; decodes go on meanwhile. Tells whether it did. */
    reload(next: string | URL): boolean {
      if (stateOf(next) === state) return false;
      ({ state, decoder } = open(next));
      return true;
    },
  };
}

function open(path: string | URL) {
  const state = stateOf(path);
  const { file, dataset } = readDataset(path);
  const engine = createVinEngine(dataset);
  const { source, date, isWhole } = dataset.header;
  return {
    state,
    decoder: {
      /** Decodes a whole VIN, or a part of one. */
      decode: (vin: string, nowMs: number): RawFields => engine.decode(vin, { nowMs }).fields,
      /** Lists the VINs that a text may stand for. */
      didYouMean: (text: string, nowMs: number) => didYouMean(engine, text, { nowMs }),
      /** Name and version of the data. */
      dataset: `${source} ${date.slice(0, MONTH_LENGTH)} ${hashDataset(file)}`,
      /** Date of NHTSA's newest row, ISO. */
      date,
      /** False where it knows only a part of what NHTSA has published. */
      isWhole,
    },
  };
}

/** Reads a file that somebody may have put there, and that may be anything. */
function readDataset(path: string | URL) {
  try {
    const file = unpackDataset(readFileSync(path));
    return { file, dataset: openDataset(file) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatasetFileError(
      `The VIN data in ${path} cannot be used (${reason}): delete that file, or set VPIC_DATASET to another place; without a file there what ships is read, and "forecourt vpic update" puts newer data there.`,
      { cause },
    );
  }
}

class DatasetFileError extends Error {
  override readonly name = 'DatasetFileError';
}

/** Tells a file from another, and from itself before. */
function stateOf(path: string | URL): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${path} ${ino} ${size} ${mtimeMs}`;
}
