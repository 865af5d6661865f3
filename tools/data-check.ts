import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { jurisdictionSchema } from '../src/costs/jurisdiction-schema.ts';
import { costsFolder, loadJurisdictions } from '../src/costs/load-jurisdictions.ts';
import { type Country, countries } from '../src/costs/places.ts';
import { today } from '../src/costs/sale.ts';
import { explainSchemaError } from '../src/lib/data-file.ts';
import { loadMakers } from '../src/warranty/makers.ts';
import { checkJurisdiction } from './data/check-jurisdiction.ts';
import { checkLocalAreas } from './data/check-local-areas.ts';
import { checkWarrantyData, writeWarrantyEditorSchema } from './data/check-warranty.ts';
import { costsCoverageLines } from './data/costs-coverage.ts';
import { dueLines } from './data/costs-due.ts';
import { coverageLines } from './data/warranty-gaps.ts';

// npm run data:check            checks every data file and the JSON Schema for editors
// npm run data:check -- --write writes the list of the places, and the JSON Schemas after a change of the zod schemas
const editorSchemaFile = new URL('jurisdiction.schema.json', costsFolder);
const placeCodesFile = new URL('../src/costs/place-codes.ts', import.meta.url);
const mayWrite = process.argv.includes('--write');

if (mayWrite) writeWarrantyEditorSchema();
const problems = [...checkCosts(), ...checkPlaceCodes(), ...checkEditorSchema(), ...checkWarrantyData()];
if (problems.length === 0) problems.push(...checkLocalAreas(loadJurisdictions()));
for (const problem of problems) console.error(problem);
if (problems.length === 0) {
  await using forecourt = Forecourt.create(readConfig({}));
  const costs = await forecourt.costs();
  for (const line of dueLines(costs.figures, today())) console.log(line);
  for (const line of costsCoverageLines(costs, new Date().getUTCFullYear())) console.log(line);
  for (const line of coverageLines(loadMakers())) console.log(line);
}
console.log(problems.length === 0 ? 'All data files are in order.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkCosts(): string[] {
  return countries.flatMap((country) => filesOf(country).flatMap((name) => checkFile(country, name)));
}

function filesOf(country: Country): string[] {
  return readdirSync(new URL(`${country.toLowerCase()}/`, costsFolder)).sort();
}

function checkFile(country: Country, fileName: string): string[] {
  const path = `${country.toLowerCase()}/${fileName}`;
  const name = `data/costs/${path}`;
  const file = new URL(path, costsFolder);
  const content = parseJson(readFileSync(file, 'utf8'));
  if (content === undefined) return [`${name}: is not valid JSON`];
  const parsed = jurisdictionSchema.safeParse(content);
  if (!parsed.success) return explainSchemaError(parsed.error).map((problem) => `${name}: ${problem}`);
  const { data } = parsed;
  const misnamed =
    data.country !== country || `${data.code.toLowerCase()}.json` !== fileName
      ? ['country and code must match the file name']
      : [];
  return [...misnamed, ...checkJurisdiction(data, today())].map((problem) => `${name}: ${problem}`);
}

function checkPlaceCodes(): string[] {
  const codes = (country: Country) =>
    filesOf(country).map((name) => `  '${name.replace(/\.json$/, '').toUpperCase()}',\n`);
  const text =
    '// Written by npm run data:check -- --write: the places that data/costs has a file of.\n\n' +
    `export const provinces = [\n${codes('CA').join('')}] as const;\n\n` +
    `export const states = [\n${codes('US').join('')}] as const;\n`;
  return isWritten(placeCodesFile, text)
    ? []
    : ['src/costs/place-codes.ts is out of date; run npm run data:check -- --write'];
}

function checkEditorSchema(): string[] {
  const text = `${JSON.stringify(z.toJSONSchema(jurisdictionSchema, { io: 'input', reused: 'ref' }), null, 2)}\n`;
  return isWritten(editorSchemaFile, text)
    ? []
    : ['data/costs/jurisdiction.schema.json is out of date; run npm run data:check -- --write'];
}

/** Says whether a file has this text; with --write it has. */
function isWritten(file: URL, text: string): boolean {
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (current !== text && mayWrite) writeFileSync(file, text);
  return mayWrite || current === text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
