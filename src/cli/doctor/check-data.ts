import { readdir, readFile } from 'node:fs/promises';
import { provinces, states } from '../../costs/places.ts';
import { SAMPLE_VIN } from '../../products/vin-parameter.ts';
import { datasetPlace } from '../../sources/vpic/dataset-file.ts';
import { createEmbeddedDecoder } from '../../sources/vpic/embedded-decoder.ts';
import { type Finding, ok, problem, warning } from './probe.ts';

export const shippedDataFolder = new URL('../../../data/', import.meta.url);

const REINSTALL = 'Install forecourt again: files of it are damaged.';
/** From then on the live service is asked beside it. */
const OLD_DAYS = 45;
const DAY_MS = 86_400_000;

/** Every JSON file below them is read. */
const FOLDERS = ['warranty', 'lexicon', 'names', 'dev'];

export async function checkData(folder: URL, nowMs = Date.now(), vinData?: string): Promise<Finding[]> {
  return Promise.all([checkDecoder(datasetPlace(vinData).current(), nowMs), checkTexts(folder)]);
}

async function checkDecoder(dataset: string, nowMs: number): Promise<Finding> {
  const check = 'decoder data';
  const repair = 'Run "forecourt vpic update", or install forecourt again.';
  try {
    const decoder = createEmbeddedDecoder(dataset);
    if (decoder.decode(SAMPLE_VIN, nowMs).Model !== 'Elantra')
      return problem(check, 'decodes wrongly', repair);
    if (!decoder.isWhole) {
      return warning(
        check,
        "is a part of NHTSA's data: most elements are missing",
        'Run "forecourt vpic update".',
      );
    }
    const days = Math.floor((nowMs - Date.parse(decoder.date)) / DAY_MS);
    if (days > OLD_DAYS)
      return warning(
        check,
        `its newest row is ${days} days old`,
        'Run "forecourt vpic update", or set VPIC_REFRESH=monthly.',
      );
    return ok(check, `is of ${decoder.date}`);
  } catch {
    return problem(check, 'cannot be read', repair);
  }
}

async function checkTexts(folder: URL): Promise<Finding> {
  const wanted = [
    'costs/cities.json',
    'costs/postal-codes.json',
    ...provinces.map((code) => `costs/ca/${code.toLowerCase()}.json`),
    ...states.map((code) => `costs/us/${code.toLowerCase()}.json`),
    'samples/recalls.json',
    'samples/known-issues.json',
  ];
  const listed = await Promise.all(
    FOLDERS.map(async (name) => ({ name, files: await jsonFilesOf(name, folder) })),
  );
  const empty = listed.filter(({ files }) => files.length === 0).map(({ name }) => name);
  if (empty.length > 0) return problem('data files', `those of ${empty.join(', ')} are missing`, REINSTALL);
  const files = [...wanted, ...listed.flatMap((one) => one.files)];
  const outcomes = await Promise.all(
    files.map(async (file) => ((await isReadable(new URL(file, folder))) ? [] : [file])),
  );
  const damaged = outcomes.flat();
  return damaged.length === 0
    ? ok('data files', `${files.length} can be read`)
    : problem('data files', `cannot be read: ${damaged.slice(0, 5).join(', ')}`, REINSTALL);
}

async function jsonFilesOf(name: string, folder: URL): Promise<string[]> {
  const found = await readdir(new URL(`${name}/`, folder), { recursive: true }).catch(() => []);
  return found.filter((file) => file.endsWith('.json')).map((file) => `${name}/${file}`);
}

async function isReadable(file: URL): Promise<boolean> {
  try {
    JSON.parse(await readFile(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
