/** The VIN engine for other programs: pure, synchronous, without network and without Node. */
export {
  CONTAINER_MAGIC,
  type DatasetHeader,
  type ElementInfo,
  UnreadableDatasetError,
} from './container.ts';
export { type Dataset, openDataset } from './dataset.ts';
export { didYouMean, type MeantVin } from './did-you-mean.ts';
export type { FieldTrace } from './engine.ts';
export { createVinEngine, type Decode, type DecodeOptions, type VinEngine } from './engine.ts';
export {
  charactersOf,
  type FiledKey,
  type Filing,
  filedKeysOf,
  type Manufacturer,
  manufacturersOf,
} from './filings.ts';
export { type DecodedVin, type Decoder, openDecoder } from './open-decoder.ts';
export type { VinVehicle } from './vin-vehicle.ts';
