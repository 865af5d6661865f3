import { readDataFiles } from './data-folder.ts';
import { type Maker, makerSchema } from './maker-schema.ts';

/** All makes of data/warranty. Reads the files anew each time: call it once. */
export function loadMakers(): Maker[] {
  return readDataFiles().map(({ text }) => makerSchema.parse(JSON.parse(text)));
}
