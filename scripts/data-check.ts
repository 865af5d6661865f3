import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { checkJurisdiction } from '../src/costs/check-jurisdiction.ts';
import { explainSchemaError } from '../src/costs/explain-schema-error.ts';
import { jurisdictionSchema } from '../src/costs/jurisdiction-schema.ts';
import { costsFolder, jurisdictionFile } from '../src/costs/load-jurisdictions.ts';
import { provinces, states } from '../src/costs/places.ts';
import { checkWarrantyData, writeWarrantyEditorSchema } from '../src/warranty/check-data.ts';

// npm run data:check            checks every data file and the JSON Schema for editors
// npm run data:check -- --write writes the JSON Schemas anew after a change of the zod schemas
const editorSchemaFile = new URL('jurisdiction.schema.json', costsFolder);

if (process.argv.includes('--write')) writeWarrantyEditorSchema();
const problems = [...checkCosts(), ...checkEditorSchema(), ...checkWarrantyData()];
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'All data files are in order.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkCosts(): string[] {
  return (['CA', 'US'] as const).flatMap((country) => {
    const codes: readonly string[] = country === 'CA' ? provinces : states;
    const folder = new URL(`${country.toLowerCase()}/`, costsFolder);
    const expected = new Set(codes.map((code) => `${code.toLowerCase()}.json`));
    const strays = readdirSync(folder).filter((name) => !expected.has(name));
    return [
      ...strays.map((name) => `data/costs/${country.toLowerCase()}/${name}: no jurisdiction has this name`),
      ...codes.flatMap((code) => checkFile(country, code)),
    ];
  });
}

function checkFile(country: 'CA' | 'US', code: string): string[] {
  const file = jurisdictionFile(country, code);
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
