import { readdirSync, readFileSync } from 'node:fs';
import { type Maker, makerSchema } from './maker-schema.ts';

/** The same two steps up from src/warranty and from dist/warranty. */
const folder = new URL('../../data/warranty/', import.meta.url);
export const gapsFile = new URL('GAPS.md', folder);
export const editorSchemaFile = new URL('warranty.schema.json', folder);

export interface DataFile {
  name: string;
  text: string;
}

export function readDataFiles(): DataFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/** All makes of data/warranty. Reads the files anew each time: call it once. */
export function loadMakers(): Maker[] {
  return readDataFiles().map(({ text }) => makerSchema.parse(JSON.parse(text)));
}
