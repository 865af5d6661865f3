import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { readVinDataFile } from '../../config/vin-data-file.ts';
import { checkData, shippedDataFolder } from './check-data.ts';
import { checkPayments } from './check-payments.ts';
import { checkSources } from './check-sources.ts';
import { checkStorage } from './check-storage.ts';
import { checkClock, createProbe, type Finding, ok, type ProbeOptions, problem, warning } from './probe.ts';

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
  const [storage, port, sources, payments] = await Promise.all([
    checkStorage(config),
    checkPort(config),
    checkSources(config, probe),
    checkPayments(config.payments, probe),
  ]);
  const configuration = ok('configuration', `can be used; payments are ${config.payments.mode}`);
  return [configuration, ...data, ...storage, port, ...sources, ...payments, checkClock(probe)];
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
