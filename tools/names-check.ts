import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { coverageOf, nameKey } from '../src/names/coverage.ts';
import { defaultDatasetPath, loadDataset } from '../src/sources/vpic/dataset-file.ts';

/**
 * npm run names:check: every make, model, year and powertrain of the dataset from 2000 on against NHTSA's own names.
 * Red when a campaign is reached by no decodable car, unless its name is in the reviewed list with a reason; when a
 * reviewed name is reached after all; and when a car without a listed name has one that looks alike and was not looked at.
 */
const FIRST_YEAR = 2000;
const LAST_YEAR = new Date().getUTCFullYear() + 1;
const reviewedFile = new URL('./names/reviewed.json', import.meta.url);
const othersFile = new URL('./names/reviewed-other-models.json', import.meta.url);

/** By make and reason: the names reached by no decodable car, with the model years in which they are not. */
const reviewedSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));

/** By make and model of the decoder: listed names that look alike and stand for other models. */
const othersSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const folder = process.env.FORECOURT_RECORDINGS;
const namesFile = folder && join(folder, 'recorded/nhtsa-flat/model-names-by-make.json.gz');
const campaignsFile = folder && join(folder, 'recorded/nhtsa-flat/recall-campaign-vehicles-2020-2026.tsv.gz');
if (!namesFile || !campaignsFile || !existsSync(namesFile)) {
  process.stdout.write("Names are not checked: FORECOURT_RECORDINGS holds no list of NHTSA's names.\n");
  process.exit(0);
}

const unzipped = (file: string) => gunzipSync(readFileSync(file)).toString('utf8');

function readListed(text: string): Map<string, Map<number, string[]>> {
  const makes = z.record(z.string(), z.record(z.string(), z.string())).parse(JSON.parse(text));
  const listed = new Map<string, Map<number, string[]>>();
  for (const [make, names] of Object.entries(makes)) {
    const byYear = new Map<number, string[]>();
    for (const [name, spans] of Object.entries(names)) {
      for (const span of spans.split(',')) {
        const [first = 0, last = first] = span.split('-').map(Number);
        for (let year = Math.max(first, FIRST_YEAR); year <= Math.min(last, LAST_YEAR); year += 1) {
          byYear.set(year, [...(byYear.get(year) ?? []), name]);
        }
      }
    }
    if (byYear.size > 0) listed.set(make, byYear);
  }
  return listed;
}

const listed = readListed(unzipped(namesFile));
const coverage = coverageOf(loadDataset(defaultDatasetPath()), listed, {
  firstYear: FIRST_YEAR,
  lastYear: LAST_YEAR,
});
const reviewed = reviewedSchema.parse(JSON.parse(readFileSync(reviewedFile, 'utf8')));

const excused = new Set(
  Object.entries(reviewed).flatMap(([make, reasons]) =>
    Object.values(reasons).flatMap((names) =>
      Object.entries(names).flatMap(([name, years]) =>
        years.split(',').map((year) => nameKey(make, name, Number(year))),
      ),
    ),
  ),
);

const rows = [...listed].flatMap(([make, years]) =>
  [...years].flatMap(([year, names]) =>
    names.map((name) => ({ make, name, year, key: nameKey(make, name, year) })),
  ),
);
const unreached = rows.filter(({ key }) => !coverage.reached.has(key));
const unreviewed = unreached.filter(({ key }) => !excused.has(key));

const stale = [...excused].filter((key) => coverage.reached.has(key));

const others = othersSchema.parse(JSON.parse(readFileSync(othersFile, 'utf8')));
const unmatched = [...coverage.unmatched.values()];
const lookAlike = unmatched.filter(({ alike }) => alike.size > 0);
const notLookedAt = lookAlike.flatMap(({ make, model, alike }) =>
  [...alike].filter((name) => !others[make]?.[model]?.includes(name)).map((name) => ({ make, model, name })),
);

const campaigns = unzipped(campaignsFile)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .filter(([, , , year]) => Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR);
const lost = campaigns.filter(([, make = '', name = '', year]) => {
  const key = nameKey(make, name, Number(year));
  return !coverage.reached.has(key) && !excused.has(key);
});

if (process.argv.includes('--list')) {
  const list: Record<string, Record<string, string>> = {};
  for (const { make, name, year } of unreviewed) {
    const names = list[make] ?? {};
    list[make] = names;
    names[name] = names[name] === undefined ? String(year) : `${names[name]},${year}`;
  }
  writeFileSync('names-unreached.json', `${JSON.stringify(list, null, 1)}\n`);
  writeFileSync('names-alike.json', `${JSON.stringify(notLookedAt, null, 1)}\n`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);
say(
  `${coverage.vehicles} kinds of decodable cars of these makes, ${rows.length} listed names of model years from ${FIRST_YEAR} on`,
);
say(
  `asked for by a decodable car: ${rows.length - unreached.length}, of these only in doubt: ${coverage.inDoubt.size}`,
);
say(
  `asked for by none: ${unreached.length}, of these reviewed with a reason: ${unreached.length - unreviewed.length}`,
);
say(
  `decodable models and years without a listed name, though their make has some: ${unmatched.length}; ` +
    `nothing listed looks like ${unmatched.length - lookAlike.length} of them, ` +
    `only other models look like ${lookAlike.length}`,
);
say(
  `filings of campaigns: ${campaigns.length}, reached by no decodable car and not reviewed: ${lost.length}`,
);
for (const { make, name, year } of unreviewed.slice(0, 50)) say(`  not reviewed: ${make} ${name} ${year}`);
for (const [campaign, make, name, year] of lost.slice(0, 50))
  say(`  lost: ${campaign} ${make} ${name} ${year}`);
for (const key of stale.slice(0, 50)) say(`  reviewed as reached by none, but reached: ${key}`);
for (const { make, model, name } of notLookedAt.slice(0, 50))
  say(`  not looked at: ${make} ${model} beside the listed ${name}`);
if ([unreviewed, lost, stale, notLookedAt].some((found) => found.length > 0)) process.exitCode = 1;
