import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createEmbeddedSynthesizer } from '../src/issues/embedded-synthesizer.ts';
import { findIssues, newestFiling } from '../src/issues/find-issues.ts';
import { lexicon, modeOfTitle } from '../src/issues/lexicon/lexicon.ts';
import { modesRead } from '../src/issues/lexicon/recognise.ts';
import { traitsOf } from '../src/issues/lexicon/traits.ts';
import { type Complaint, parseSavedComplaints } from '../src/issues/read/complaint.ts';
import { parseFlatComplaints } from './recorded/flat-complaints.ts';

// npm run recorded:build makes the complaints of data/recorded anew from the folder FORECOURT_RECORDINGS: every recorded
// complaint of a car with its number, days and components, and in place of its text, in our words, which failures the
// embedded engine reads in it. Recalls are written by hand.

const WORLD = new URL('../data/recorded/', import.meta.url);

/** Where the complaints of each file stand, and the day on which they were read. */
const recorded = [
  {
    file: '2013-hyundai-elantra.json',
    readOn: '2017-12-28',
    read: (folder: string) =>
      parseSavedComplaints(unzipped(join(folder, 'complaints', '2013-hyundai-elantra.json.gz'))),
  },
  { file: '2013-kia-optima.json', readOn: '2026-07-01', read: flatRows('OPTIMA', 2013) },
  { file: '2014-kia-sorento.json', readOn: '2026-07-01', read: flatRows('SORENTO', 2014) },
];

function unzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}

/** Takes one model year out of NHTSA's flat file. */
function flatRows(model: string, year: number) {
  return (folder: string): Complaint[] => {
    const file = join(folder, 'recorded/nhtsa-flat', 'complaints-hyundai-kia-2022-2026.jsonl.gz');
    return parseFlatComplaints(unzipped(file), { make: 'KIA', model, firstYear: year, lastYear: year });
  };
}

/** Says in our words what was read in a complaint: the failures themselves where a name stands for several. */
function inOurWords({ odiNumber, summary }: Complaint, titles: readonly string[]): string {
  const modes = new Map(lexicon().modes.map((mode, index) => [mode.id, { index, title: mode.title }]));
  const read = modesRead(summary);
  const sentences = titles.flatMap((title) => {
    const family = lexicon().families.find((one) => one.title === title);
    const own = (family?.modes ?? [])
      .flatMap((id) => modes.get(id) ?? [])
      .filter(({ index }) => read.has(index));
    const named = own.length > 0 ? own : [modeOfTitle(title) ?? { title }];
    return named.map((mode) => `${mode.title}.`);
  });
  return sentences.length > 0
    ? [...new Set(sentences)].join(' ')
    : `The text of complaint ${odiNumber} is not recorded.`;
}

const carFile = z.looseObject({
  vin: z.string(),
  complaints: z.object({ readOn: z.string() }).loose().optional(),
});

async function build({ file, readOn, read }: (typeof recorded)[number], folder: string): Promise<void> {
  const path = new URL(file, WORLD);
  const car = carFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  await using forecourt = Forecourt.create(readConfig({}));
  const { vehicle } = await (await forecourt.embeddedVehicles()).decode(car.vin);
  const complaints = read(folder);
  const found = await findIssues(
    complaints,
    createEmbeddedSynthesizer(),
    newestFiling(complaints) ?? readOn,
    {
      signal: new AbortController().signal,
      traits: traitsOf(vehicle),
    },
  );
  const titlesOf = (odiNumber: number) =>
    found.knownIssues.filter(({ odiNumbers }) => odiNumbers.includes(odiNumber)).map(({ title }) => title);
  const lines = complaints.map(({ vinPrefix: _, ...complaint }) =>
    JSON.stringify({ ...complaint, summary: inOurWords(complaint, titlesOf(complaint.odiNumber)) }),
  );
  const { complaints: __, ...rest } = car;
  const matchedModels = JSON.stringify([`${vehicle.make} ${vehicle.model}`.toUpperCase()]);
  const head = JSON.stringify(rest, null, 2).replace(/\n}$/, '');
  writeFileSync(
    path,
    `${head},\n  "complaints": {\n    "readOn": "${readOn}",\n    "complaints": [\n      ${lines.join(',\n      ')}\n    ],\n    "missing": [],\n    "matchedModels": ${matchedModels},\n    "modelListed": true\n  }\n}\n`,
  );
  console.log(`${file}: ${complaints.length} complaints, ${found.knownIssues.length} failures`);
}

const folder = process.env.FORECOURT_RECORDINGS;
if (folder === undefined)
  throw new Error('Set FORECOURT_RECORDINGS to the folder with the recorded answers.');
for (const one of recorded) await build(one, folder);
