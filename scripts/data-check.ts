import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { checkJurisdiction } from '../src/costs/check-jurisdiction.ts';
import { costsCoverageLines } from '../src/costs/coverage.ts';
import { jurisdictionSchema } from '../src/costs/jurisdiction-schema.ts';
import { costsFolder, jurisdictionFile } from '../src/costs/load-jurisdictions.ts';
import { countries, type PlaceKey, placeKeys } from '../src/costs/places.ts';
import { explainSchemaError } from '../src/lib/explain-schema-error.ts';
import { checkWarrantyData, writeWarrantyEditorSchema } from '../src/warranty/check-data.ts';
import { coverageLines } from '../src/warranty/gaps.ts';
import { loadMakers } from '../src/warranty/load-makers.ts';

// npm run data:check            checks every data file and the JSON Schema for editors
// npm run data:check -- --write writes the JSON Schemas anew after a change of the zod schemas
const editorSchemaFile = new URL('jurisdiction.schema.json', costsFolder);

if (process.argv.includes('--write')) writeWarrantyEditorSchema();
const problems = [...checkCosts(), ...checkEditorSchema(), ...checkWarrantyData()];
for (const problem of problems) console.error(problem);
if (problems.length === 0) {
  await using forecourt = Forecourt.create(readConfig({}));
  const costs = await forecourt.get('costs');
  for (const line of costsCoverageLines(costs, new Date().getUTCFullYear())) console.log(line);
  for (const line of coverageLines(loadMakers())) console.log(line);
}
console.log(problems.length === 0 ? 'All data files are in order.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkCosts(): string[] {
  return countries.flatMap((country) => {
    const places = placeKeys.filter((place) => place.country === country);
    const folder = new URL(`${country.toLowerCase()}/`, costsFolder);
    const expected = new Set(places.map(({ code }) => `${code.toLowerCase()}.json`));
    const strays = readdirSync(folder).filter((name) => !expected.has(name));
    return [
      ...strays.map((name) => `data/costs/${country.toLowerCase()}/${name}: no jurisdiction has this name`),
      ...places.flatMap(checkFile),
    ];
  });
}

function checkFile(place: PlaceKey): string[] {
  const { country, code } = place;
  const file = jurisdictionFile(place);
  const name = `data/costs/${country.toLowerCase()}/${code.toLowerCase()}.json`;
  if (!existsSync(file)) return [`${name}: is missing`];
  const content = parseJson(readFileSync(file, 'utf8'));
  if (content === undefined) return [`${name}: is not valid JSON`];
  const parsed = jurisdictionSchema.safeParse(content);
  if (!parsed.success) return explainSchemaError(parsed.error).map((problem) => `${name}: ${problem}`);
  const { data } = parsed;
  const misnamed =
    data.country !== country || data.code !== code ? ['country and code must match the file name'] : [];
  return [...misnamed, ...checkJurisdiction(data)].map((problem) => `${name}: ${problem}`);
}

function checkEditorSchema(): string[] {
  const text = `${JSON.stringify(z.toJSONSchema(jurisdictionSchema, { io: 'input' }), null, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(editorSchemaFile, text);
  const current = existsSync(editorSchemaFile) ? readFileSync(editorSchemaFile, 'utf8') : '';
  return current === text
    ? []
    : ['data/costs/jurisdiction.schema.json is out of date; run npm run data:check -- --write'];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
