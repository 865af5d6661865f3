import { UnreadableDatasetError } from './container.ts';
import { dataPlace } from './data-place.ts';
import { openDataset } from './dataset.ts';
import { didYouMean, type MeantVin } from './did-you-mean.ts';
import { createVinEngine, type VinEngine } from './engine.ts';
import { textOf } from './vin-text.ts';
import { type VinVehicle, vehicleOf } from './vin-vehicle.ts';

export interface DecodedVin {
  /** Trimmed and upper-cased. */
  vin: string;
  /** True where year, make and model are known, and nothing speaks against the VIN. */
  isCertain: boolean;
  vehicle: VinVehicle;
  /** Everything that NHTSA states, by the element codes of vPIC and in NHTSA's words. */
  elements: Readonly<Partial<Record<string, string>>>;
  /** NHTSA's error codes; [0] is a clean decode. */
  errorCodes: readonly number[];
}

interface DecodingOptions {
  /** The model year, if the caller knows it. */
  modelYear?: number;
  /** Decides which model years are believable; today where left out. */
  today?: Date;
}

export interface Decoder {
  /** Decodes any text: a VIN, a part of one, `*` for what is unknown. Never throws: what is no text is an empty one. */
  decode(vin: string, options?: DecodingOptions): DecodedVin;
  /** Lists VINs that a text may stand for, at most three, likeliest first. Never throws. */
  didYouMean(text: string): MeantVin[];
  engine: VinEngine;
}

const CLEAN = 0;

/**
 * Opens the decoder with the data that ship with the package, or with those at another address or in memory, packed or not.
 * Rejects with UnreadableDatasetError where they cannot be had or read.
 */
export async function openDecoder(data: URL | string | Uint8Array = dataPlace): Promise<Decoder> {
  const bytes = data instanceof Uint8Array ? data : await read(new URL(data, dataPlace));
  const engine = createVinEngine(openDataset(await unpacked(bytes)));
  return {
    engine,
    decode(vin, { modelYear, today = new Date() } = {}) {
      const options = { nowMs: today.getTime(), ...(modelYear === undefined ? {} : { modelYear }) };
      const { fields, ...decoded } = engine.decode(vin, options);
      const vehicle = vehicleOf(fields);
      const isIdentified = vehicle.year !== null && vehicle.make !== null && vehicle.model !== null;
      const isCertain = isIdentified && decoded.errorCodes[0] === CLEAN;
      return { ...decoded, isCertain, vehicle, elements: fields };
    },
    didYouMean: (text) => didYouMean(engine, textOf(text), { nowMs: Date.now() }),
  };
}

/** Reads a file of this machine in Node, and any other address as a browser does. */
async function read(address: URL): Promise<Uint8Array> {
  try {
    if (address.protocol === 'file:') return await readFile(address);
    const response = await fetch(address);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new UnreadableDatasetError(`The VIN dataset at ${address.href} cannot be read.`, { cause });
  }
}

interface NodeModules {
  fs: { promises: { readFile(file: URL): Promise<Uint8Array> } };
  zlib: { gunzipSync(packed: Uint8Array): Uint8Array };
}

interface NodeProcess {
  getBuiltinModule?<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined;
}

/** @NOTE No import of Node's modules: bundlers for browsers stumble over them. */
function ofNode<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const node: NodeProcess | undefined = Reflect.get(globalThis, 'process');
  return node?.getBuiltinModule?.(name);
}

function readFile(address: URL): Promise<Uint8Array> {
  const files = ofNode('fs');
  if (files === undefined) throw new Error('This runtime reads no files: give an address or the bytes.');
  return files.promises.readFile(address);
}

const GZIP = [0x1f, 0x8b];

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes;
  try {
    // Twice as fast as the stream, which all others have.
    const zlib = ofNode('zlib');
    if (zlib !== undefined) return zlib.gunzipSync(bytes);
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (cause) {
    throw new UnreadableDatasetError('The VIN dataset is damaged.', { cause });
  }
}
