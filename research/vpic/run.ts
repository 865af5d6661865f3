import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { inventQueries } from './invent-queries.ts';

/**
 * npm run vpic:oracle -- --database URL --out FILE [--count 1000] [--skip 0] [--seed 1] [--dataset FILE]
 * Asks NHTSA's own SQL, in a PostgreSQL with its dump loaded, about invented VINs of all schemas and records its answers,
 * for `npm run vpic:verify -- FILE`. A file that is there is continued, and --skip leaves
 * out the first N: the work may be done in pieces.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    out: { type: 'string' },
    count: { type: 'string', default: '1000' },
    skip: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    dataset: { type: 'string' },
  },
});
const { database, out } = values;
if (database === undefined || out === undefined) {
  console.error('Name the database with --database and the file to write with --out.');
  process.exitCode = 2;
} else {
  await record(database, out, Number(values.count));
}

async function record(connectionString: string, path: string, count: number): Promise<void> {
  const dataset = loadDataset(values.dataset ?? defaultDatasetPath());
  const done = existsSync(path) ? await linesOf(path) : 0;
  const client = new pg.Client({ connectionString });
  await client.connect();
  // The procedures make temporary tables and say so each time.
  await client.query('set client_min_messages to error');
  const file = createWriteStream(path, { flags: 'a' });
  const queries = inventQueries(dataset, Number(values.seed))
    .drop(Number(values.skip) + done)
    .take(count - done);
  for (const { vin, kind, modelYear } of queries) {
    const { rows } = await client.query<{ code: string; value: string }>(
      "select code, value from vpic.spvindecode($1, false, $2) where coalesce(value, '') <> ''",
      [vin, modelYear ?? null],
    );
    const fields: Record<string, string | string[]> = {};
    for (const { code, value } of rows) {
      const known = fields[code];
      fields[code] = known === undefined ? value : [known, value].flat();
    }
    const year = modelYear === undefined ? {} : { modelYearArg: modelYear };
    file.write(`${JSON.stringify({ vin, kind, ...year, fields })}\n`);
  }
  file.end();
  await client.end();
}

async function linesOf(path: string): Promise<number> {
  let lines = 0;
  for await (const _ of createInterface({ input: createReadStream(path) })) lines++;
  return lines;
}
