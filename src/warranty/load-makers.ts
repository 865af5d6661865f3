import { readdirSync, readFileSync } from 'node:fs';
import { type Maker, makerSchema } from './maker-schema.ts';

/** The same two steps up from src/warranty and from dist/warranty. */
export const warrantyFolder = new URL('../../data/warranty/', import.meta.url);

interface DataFile {
  name: string;
  text: string;
}

export function readDataFiles(): DataFile[] {
  return readdirSync(warrantyFolder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, warrantyFolder), 'utf8') }));
}

/** All makes of data/warranty. Reads the files anew each time: call it once. */
export function loadMakers(): Maker[] {
  return readDataFiles().map(({ text }) => makerSchema.parse(JSON.parse(text)));
}
