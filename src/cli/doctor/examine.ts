import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { readVinDataFile } from '../../config/vin-data-file.ts';
import { productsAt } from '../../products/table.ts';
import { readRecordings } from '../../sources/recordings.ts';
import { type AskedSource, askedSources } from '../../sources/sources.ts';
import { checkData, shippedDataFolder } from './check-data.ts';
import { checkModel } from './check-model.ts';
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
    checkStorage(config),
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
