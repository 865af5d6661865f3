import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { explainSchemaError } from '../../src/lib/data-file.ts';
import {
  loadMakers,
  type Maker,
  makerSchema,
  readDataFiles,
  warrantyFolder,
} from '../../src/warranty/makers.ts';
import { makeKey } from '../../src/warranty/sold-vehicle.ts';
import { checkMaker } from './check-maker.ts';
import { gapsText } from './warranty-gaps.ts';

const gapsFile = new URL('GAPS.md', warrantyFolder);
const editorSchemaFile = new URL('warranty.schema.json', warrantyFolder);

/** Every problem of the warranty data, each beginning with its file; none where all is well. */
export function checkWarrantyData(): string[] {
  const makers: Maker[] = [];
  const problems = readDataFiles().flatMap(({ name, text }) => {
    const parsed = parseMaker(text);
    if (Array.isArray(parsed)) return parsed.map((problem) => `data/warranty/${name}: ${problem}`);
    makers.push(parsed);
    return checkMaker(parsed).map((problem) => `data/warranty/${name}: ${problem}`);
  });
  return [...problems, ...checkNames(makers), ...checkEditorSchema(), ...checkGapsFile(makers)];
}

export function writeWarrantyEditorSchema(): void {
  writeFileSync(editorSchemaFile, editorSchema());
  writeFileSync(gapsFile, gapsText(loadMakers()));
}

function checkGapsFile(makers: readonly Maker[]): string[] {
  const current = existsSync(gapsFile) ? readFileSync(gapsFile, 'utf8') : '';
  return current === gapsText(makers)
    ? []
    : ['data/warranty/GAPS.md is out of date; run npm run data:check -- --write'];
}

function parseMaker(text: string): Maker | string[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return [`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`];
  }
  const parsed = makerSchema.safeParse(content);
  return parsed.success ? parsed.data : explainSchemaError(parsed.error);
}

function checkNames(makers: readonly Maker[]): string[] {
  const keys = makers.flatMap((maker) => [maker.make, ...(maker.alsoWritten ?? [])].map(makeKey));
  return keys
    .filter((key, index) => keys.indexOf(key) !== index)
    .map((key) => `data/warranty: "${key}" is the name of two makes`);
}

function checkEditorSchema(): string[] {
  const current = existsSync(editorSchemaFile) ? readFileSync(editorSchemaFile, 'utf8') : '';
  return current === editorSchema()
    ? []
    : ['data/warranty/warranty.schema.json is out of date; run npm run data:check -- --write'];
}

function editorSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(makerSchema, { io: 'input' }), null, 2)}\n`;
}
