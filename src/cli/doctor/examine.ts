import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { readVinDataFile } from '../../config/vin-data-file.ts';
import { provinces, states } from '../../costs/places.ts';
import { SAMPLE_VIN } from '../../products/parameters.ts';
import { productsAt } from '../../products/table.ts';
import { type LanguageModelConfig, modelInWords } from '../../sources/language-model/question.ts';
import { readRecordings } from '../../sources/recordings.ts';
import { type AskedSource, askedSources } from '../../sources/sources.ts';
import { datasetPlace } from '../../sources/vpic/dataset-file.ts';
import { createEmbeddedDecoder } from '../../sources/vpic/embedded-decoder.ts';
import { checkPayments } from './check-payments.ts';
import { checkStorage } from './check-storage.ts';
import {
  checkClock,
  createProbe,
  type Finding,
  ok,
  type Probe,
  type ProbeOptions,
  problem,
  warning,
} from './probe.ts';

interface ExamineOptions extends ProbeOptions {
  environment?: Record<string, string | undefined>;
  dataFolder?: URL;
  /** By which the age of the VIN data is judged. */
  dataNowMs?: number;
}

/** Looks at all that the service needs, as it is configured. Moves no money and changes nothing but empty storage. */
export async function examine({
  environment,
  dataFolder = shippedDataFolder,
  dataNowMs,
  ...probing
}: ExamineOptions = {}): Promise<Finding[]> {
  const data = await checkData(dataFolder, dataNowMs, readVinDataFile(environment));
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'Correct it; "forecourt serve --help" says what every variable means.';
    return [...error.problems.map((what) => problem('configuration', what, fix)), ...data];
  }
  const probe = createProbe(probing);
  const [storage, port, sources, payments, model] = await Promise.all([
    checkStorage(config, probe),
    checkPort(config),
    checkSources(config, probe),
    checkPayments(config.payments, productsAt(config.terms), probe),
    checkModel(config.languageModel, probe),
  ]);
  const { mode, network } = config.payments;
  const kind = network.notice === undefined ? mode : `a rehearsal with ${network.money}`;
  const configuration = ok('configuration', `can be used; payments are ${kind}`);
  return [configuration, ...data, ...storage, port, ...sources, ...payments, model, checkClock(probe)];
}

async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
    server.close();
    return ok('port', `${port} on ${host} is free`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EADDRINUSE'
      ? warning(
          'port',
          `${port} is taken`,
          'Set PORT to another one, unless it is this service that runs already.',
        )
      : problem('port', `${port} on ${host} cannot be listened on (${code})`, 'Correct HOST and PORT.');
  }
}

async function checkSources({ sources, decoder }: Config, probe: Probe): Promise<Finding[]> {
  if (sources.replayDir !== undefined) return [await checkReplay(sources.replayDir)];
  const asked = askedSources(sources, decoder !== 'embedded');
  return Promise.all(asked.map((source) => checkSource(source, probe)));
}

async function checkSource({ name, variable, url, path }: AskedSource, probe: Probe): Promise<Finding> {
  const answer = await probe.ask(`${url.replace(/\/+$/, '')}/${path}`);
  if (!answer.reached) {
    return problem(
      name,
      `cannot be reached: ${answer.why}`,
      `See that this machine may connect to ${new URL(url).host}, or correct ${variable}.`,
    );
  }
  if (answer.status === 429 || answer.status >= 500) {
    return problem(
      name,
      `answers with status ${answer.status}`,
      'Nothing to do here; copies that are kept are served meanwhile. Look again later.',
    );
  }
  if (answer.status !== 200 || typeof answer.json !== 'object') {
    return problem(
      name,
      answer.status === 200 ? 'answers something that is not JSON' : `answers with status ${answer.status}`,
      `Set ${variable} to the address of the service itself; a proxy or a login page may stand in between.`,
    );
  }
  return ok(name, 'answers');
}

async function checkReplay(folder: string): Promise<Finding> {
  try {
    const { length } = await readRecordings(folder);
    return ok('sources', `${length} recorded answers in ${folder} take their place`);
  } catch (error) {
    const what = error instanceof Error ? error.message : 'the recordings cannot be read';
    return problem('sources', what, 'Correct REPLAY_DIR, or unset it.');
  }
}

const ANTHROPIC_VERSION = '2023-06-01';

/** Asks for the list of models, which costs nothing: whether the provider takes the key. */
async function checkModel(config: LanguageModelConfig | undefined, probe: Probe): Promise<Finding> {
  const check = 'language model';
  if (!config) return ok(check, 'there is none: the embedded engine names the issues');
  const { baseUrl, headers } = howToAsk(config);
  const answer = await probe.ask(`${baseUrl.replace(/\/+$/, '')}/models`, { headers });
  if (!answer.reached)
    return problem(
      check,
      `${config.provider} cannot be reached: ${answer.why}`,
      'Correct LLM_BASE_URL, or see to the network.',
    );
  const isRefused = answer.status === 401 || answer.status === 403 || saysInvalidKey(answer.json);
  if (isRefused)
    return problem(
      check,
      `${config.provider} refuses the key (status ${answer.status}): the embedded engine stands in`,
      'Correct LLM_API_KEY.',
    );
  return ok(check, modelInWords(config));
}

const saysInvalidKey = (json: unknown) => JSON.stringify(json ?? null).includes('API_KEY_INVALID');

/** As each provider documents it. */
function howToAsk({ provider, baseUrl, apiKey }: LanguageModelConfig): {
  baseUrl: string;
  headers: Record<string, string>;
} {
  const key = apiKey?.reveal() ?? '';
  switch (provider) {
    case 'anthropic':
      return {
        baseUrl: baseUrl ?? 'https://api.anthropic.com/v1',
        headers: { 'x-api-key': key, 'anthropic-version': ANTHROPIC_VERSION },
      };
    case 'google':
      return {
        baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta',
        headers: { 'x-goog-api-key': key },
      };
    case 'openai':
    case 'openai-compatible':
      return {
        baseUrl: baseUrl ?? 'https://api.openai.com/v1',
        headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      };
  }
}

const shippedDataFolder = new URL('../../../data/', import.meta.url);

const REINSTALL = 'Install forecourt again: files of it are damaged.';
/** From then on the live service is asked beside it. */
const OLD_DAYS = 45;
const DAY_MS = 86_400_000;

/** Every JSON file below them is read. */
const FOLDERS = ['warranty', 'lexicon', 'names', 'dev'];

async function checkData(folder: URL, nowMs = Date.now(), vinData?: string): Promise<Finding[]> {
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
