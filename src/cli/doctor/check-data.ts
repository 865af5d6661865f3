import { readdir, readFile } from 'node:fs/promises';
import { provinces, states } from '../../costs/places.ts';
import { createEmbeddedDecoder } from '../../sources/vpic/embedded-decoder.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export const shippedDataFolder = new URL('../../../data/', import.meta.url);

const REINSTALL = 'Install forecourt again: files of it are damaged.';
const OLD_DAYS = 400;
const DAY_MS = 86_400_000;
const SAMPLE_VIN = '5NPDH4AE8DH100013';

/** Whether what ships with the program can be read. */
export async function checkData(folder: URL, nowMs = Date.now()): Promise<Finding[]> {
  return Promise.all([checkDecoder(folder, nowMs), checkTexts(folder)]);
}

async function checkDecoder(folder: URL, nowMs: number): Promise<Finding> {
  const check = 'decoder data';
  const repair = 'Run "forecourt vpic update", or install forecourt again.';
  try {
    const decoder = createEmbeddedDecoder(new URL('vpic/vpic.dataset', folder));
    if (decoder.decode(SAMPLE_VIN, nowMs).Model !== 'Elantra')
      return problem(check, 'decodes wrongly', repair);
    const days = Math.floor((nowMs - Date.parse(decoder.date)) / DAY_MS);
    if (days > OLD_DAYS)
      return warning(check, `its newest row is ${days} days old`, 'Run "forecourt vpic update".');
    return ok(check, `is of ${decoder.date}`);
  } catch {
    return problem(check, 'cannot be read', repair);
  }
}

async function checkTexts(folder: URL): Promise<Finding> {
  const wanted = [
    ...provinces.map((code) => `costs/ca/${code.toLowerCase()}.json`),
    ...states.map((code) => `costs/us/${code.toLowerCase()}.json`),
    'samples/recalls.json',
    'samples/known-issues.json',
  ];
  const makers = await readdir(new URL('warranty/', folder)).catch(() => []);
  const files = [
    ...wanted,
    ...makers.filter((name) => name.endsWith('.json')).map((name) => `warranty/${name}`),
  ];
  if (makers.length === 0) return problem('data files', 'those of warranties are missing', REINSTALL);
  const outcomes = await Promise.all(
    files.map(async (file) => ((await isReadable(new URL(file, folder))) ? [] : [file])),
  );
  const damaged = outcomes.flat();
  return damaged.length === 0
    ? ok('data files', `${files.length} can be read`)
    : problem('data files', `cannot be read: ${damaged.slice(0, 5).join(', ')}`, REINSTALL);
}

async function isReadable(file: URL): Promise<boolean> {
  try {
    JSON.parse(await readFile(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}
