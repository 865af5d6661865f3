import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import {
  contains,
  coverageOf,
  isExplained,
  isModelOfItsOwn,
  modelsKey,
  nameKey,
} from '../src/names/coverage.ts';
import { defaultDatasetPath, loadDataset } from '../src/sources/vpic/dataset-file.ts';

/**
 * npm run names:check: every make, model, year and powertrain of the dataset from 2000 on against NHTSA's own names.
 * Red when a campaign is reached by no decodable car, unless its name is in the reviewed list with a reason; when a
 * reviewed name is reached after all; and when a car without a listed name has one that looks alike. The look-alike is
 * another model where the decoder has that model too in that year, or where the reviewed list gives a reason; no reason
 * is taken where one of the two names contains the other.
 */
const FIRST_YEAR = 2000;
const LAST_YEAR = new Date().getUTCFullYear() + 1;
const reviewedFile = new URL('./names/reviewed.json', import.meta.url);
const othersFile = new URL('./names/reviewed-other-models.json', import.meta.url);

/** By make and reason: the names reached by no decodable car, with the model years in which they are not. */
const reviewedSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));

/** By make, reason and model of the decoder: listed names that look alike and stand for other models. */
const othersSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(z.string()))));

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

const others = new Set(
  Object.entries(othersSchema.parse(JSON.parse(readFileSync(othersFile, 'utf8')))).flatMap(
    ([make, reasons]) =>
      Object.values(reasons).flatMap((models) =>
        Object.entries(models).flatMap(([model, names]) =>
          names.map((name) => [make, model, name].join('|')),
        ),
      ),
  ),
);
const unmatched = [...coverage.unmatched.values()];
const pairs = unmatched.flatMap(({ make, model, year, alike }) =>
  [...alike].map((name) => ({ make, model, year, name, key: [make, model, name].join('|') })),
);
/** Names that no car reaches, beside a decodable model whose name contains them or is contained in them. */
const beside = unreached.flatMap(({ make, name, year }) =>
  [...(coverage.models.get(modelsKey(make, year)) ?? [])]
    .filter((model) => contains(model, name) && !isExplained({ make, model, year }, name))
    .map((model) => ({ make, model, year, name, key: [make, model, name].join('|') })),
);
const contained = [...pairs.filter(({ model, name }) => contains(model, name)), ...beside];
const ownModels = pairs.filter(({ make, name, year }) => isModelOfItsOwn(coverage, make, name, year));
const toReview = pairs.filter((pair) => !contained.includes(pair) && !ownModels.includes(pair));
const notLookedAt = toReview.filter(({ key }) => !others.has(key));
const used = new Set(toReview.map(({ key }) => key));
const idle = [...others].filter((key) => !used.has(key));

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
    `look-alikes: ${pairs.length}, of these models of their own that year ${ownModels.length}, reviewed ${toReview.length - notLookedAt.length}`,
);
say(
  `filings of campaigns: ${campaigns.length}, reached by no decodable car and not reviewed: ${lost.length}`,
);
for (const { make, name, year } of unreviewed.slice(0, 50)) say(`  not reviewed: ${make} ${name} ${year}`);
for (const [campaign, make, name, year] of lost.slice(0, 50))
  say(`  lost: ${campaign} ${make} ${name} ${year}`);
for (const key of stale.slice(0, 50)) say(`  reviewed as reached by none, but reached: ${key}`);
for (const key of new Set(notLookedAt.map((pair) => pair.key))) say(`  not looked at: ${key}`);
for (const { key, year } of contained) say(`  one name contains the other: ${key} ${year}`);
for (const key of idle) say(`  reviewed, but no such pair: ${key}`);
if ([unreviewed, lost, stale, notLookedAt, contained, idle].some((found) => found.length > 0))
  process.exitCode = 1;
