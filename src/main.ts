import { Forecourt } from './app.ts';
import type { Config } from './config/config.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { version } from './lib/version.ts';
import type { PaymentParties } from './payments/start-payments.ts';
import type { Served } from './serve-parts.ts';

const CONFIG_ERROR = 2;

/** Starts the service and runs until a signal; then drains, closes everything and lets the process end. */
export async function serve(): Promise<void> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(
      `The configuration has ${error.problems.length === 1 ? 'a problem' : 'problems'}:\n`,
    );
    for (const problem of error.problems) process.stderr.write(`  ${problem}\n`);
    process.stderr.write(
      'Run "forecourt serve --help" (in a checkout: npm start -- --help) for the meaning of every variable.\n',
    );
    process.exitCode = CONFIG_ERROR;
    return;
  }

  const stop = waitForSignal();
  await using forecourt = Forecourt.create(config);
  const served = await forecourt.serve();
  process.stdout.write(`${describeStart(config, served, await forecourt.get('parties'))}\n`);
  const signal = await stop;
  process.stdout.write(`${signal}: finishing what runs, taking nothing new.\n`);
}

/** Listening from the beginning: a stop that comes while we still start is not lost. */
function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

/** What runs where, how it is configured, and how to make the first call. */
function describeStart(
  config: Config,
  { publicUrl }: Served,
  { devPayments }: Pick<PaymentParties, 'devPayments'>,
): string {
  const storage =
    config.storage.kind === 'sqlite' ? `SQLite in ${config.storage.folder}` : 'PostgreSQL (DATABASE_URL)';
  const payments =
    config.payments.mode === 'live'
      ? `LIVE: USDC on Base goes to ${config.payments.payTo}`
      : 'DEV: a chain on this machine, no real money (set PAY_TO and a facilitator to sell)';
  return [
    `Forecourt ${version} serves ${publicUrl}`,
    `  storage   ${storage}`,
    `  payments  ${payments}`,
    ...(devPayments
      ? [`  wallet    ${devPayments.wallet.privateKey} holds test USDC; worthless anywhere else`]
      : []),
    `  decoder   ${config.decoder}`,
    `  settings  forecourt serve --help   (in a checkout: npm start -- --help)`,
    `  try       curl ${publicUrl}/v1/sample/decode    (free; npm run demo shows a purchase)`,
  ].join('\n');
}
