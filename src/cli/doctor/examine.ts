import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { readVinDataFile } from '../../config/vin-data-file.ts';
import type { PaymentConfig } from '../../payments/payment-config.ts';
import { checkChain } from './check-chain.ts';
import { checkClock } from './check-clock.ts';
import { checkData, shippedDataFolder } from './check-data.ts';
import { checkFacilitator } from './check-facilitator.ts';
import { checkPort } from './check-port.ts';
import { checkSources } from './check-sources.ts';
import { checkStorage } from './check-storage.ts';
import { type Finding, ok, problem } from './finding.ts';
import { createProbe, type Probe, type ProbeOptions } from './probe.ts';

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

async function checkPayments(config: PaymentConfig, probe: Probe): Promise<Finding[]> {
  if (config.mode === 'dev') return [await checkDevPackages()];
  const { facilitator, rpcUrl } = config;
  if (facilitator.kind !== 'local') {
    const [remote, chain] = await Promise.all([
      checkFacilitator(facilitator, probe),
      checkChain({ rpcUrl: rpcUrl.reveal() }, probe),
    ]);
    return [remote, ...chain];
  }
  const { privateKeyToAccount } = await import('viem/accounts');
  return checkChain(
    { rpcUrl: rpcUrl.reveal(), gasWallet: privateKeyToAccount(facilitator.privateKey.reveal()).address },
    probe,
  );
}

async function checkDevPackages(): Promise<Finding> {
  const { requireDevPackages } = await import('../../payments/dev/dev-payments.ts');
  try {
    requireDevPackages();
    return ok('payments', 'are for trying out: a chain on this machine, no real money');
  } catch (error) {
    const what = error instanceof Error ? error.message : 'cannot be started';
    return problem('payments', what, 'Do one of both.');
  }
}
