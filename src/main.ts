import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { Forecourt } from './app.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { version } from './lib/version.ts';
import type { PaymentParties } from './payments/start-payments.ts';
import type { Served } from './serve.ts';
import { modelInWords } from './sources/language-model/question.ts';
import type { RecordedWorld } from './sources/recordings.ts';

const CONFIG_ERROR = 2;
const HEAP_GROWTH_PERCENT = 60;

/** Starts the service and runs until a signal; then drains, closes everything and lets the process end. */
export async function serveProcess(): Promise<void> {
  const config = readOrExplain();
  if (config === undefined) return;
  boundHeapGrowth();
  try {
    if (cluster.isWorker) await serveAsWorker(config);
    else if (config.workers > 1) await serveByWorkers(config);
    else await serveHere(config);
    // Whatever is still asked of others, a node or a facilitator, nobody waits for: it would only keep this process.
    process.exit();
  } finally {
    // The line to the supervisor would keep this process.
    if (process.connected) process.disconnect();
  }
}

/**
 * Has V8 look for garbage when the heap has grown by this much since the last time. By itself it waits for four times as
 * much where memory is plenty, and keeps what it once had. Holds for threads started later as well.
 */
function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
}

function readOrExplain(): Config | undefined {
  try {
    return readConfig();
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
    return undefined;
  }
}

async function serveHere(config: Config): Promise<void> {
  const stop = waitForSignal();
  await using forecourt = Forecourt.create(config);
  const served = await forecourt.serve();
  process.stdout.write(`${describeStart(config, served, await forecourt.parties())}\n`);
  sayWhatIsOutOfReach(config, await forecourt.recordedWorld());
  const signal = await stop;
  sayThatItStops(signal);
  await leaveOn(signal, served);
}

/** A person at a terminal waits for nobody else. */
async function leaveOn(signal: NodeJS.Signals | undefined, { leave }: Served): Promise<void> {
  if (signal === 'SIGTERM') await leave();
}

async function serveByWorkers(config: Config): Promise<void> {
  const { superviseWorkers } = await import('./supervise.ts');
  const stop = waitForSignal();
  await using served = await superviseWorkers(config);
  process.stdout.write(`${describeStart(config, served)}\n`);
  sayWhatIsOutOfReach(config);
  sayThatItStops(await stop);
}

/** One of several; what it has to say is said by the supervisor, for all. */
async function serveAsWorker(config: Config): Promise<void> {
  const { outliveSupervisor, reportToSupervisor } = await import('./supervise.ts');
  const stop = Promise.race([
    waitForSignal(),
    new Promise<undefined>((gone) => outliveSupervisor(() => gone(undefined))),
  ]);
  await using forecourt = Forecourt.create({ ...config, metrics: undefined });
  const served = await forecourt.serve();
  reportToSupervisor(served);
  await leaveOn(await stop, served);
}

function sayThatItStops(signal: NodeJS.Signals): void {
  process.stdout.write(`${signal}: finishing what runs, taking nothing new.\n`);
}

/** Not waited for: the service sells meanwhile what needs no source. */
async function sayWhatIsOutOfReach(config: Config, world?: RecordedWorld): Promise<void> {
  const { sources, decoder } = config;
  if (sources.replayDir !== undefined) return;
  const { askedSources, unreachableSources } = await import('./sources/sources.ts');
  const missing = await unreachableSources(askedSources(sources, decoder !== 'embedded'));
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ name, gives, url }) => `  ${name} (${new URL(url).host}) cannot be reached: ${gives}`,
  );
  const cars = (world?.cars ?? []).map(({ vin, name }) => `    ${vin}  ${name}`);
  const meanwhile = world
    ? ['  Recorded answers stand in for a few cars, marked as recorded in every answer:', ...cars]
    : ['  Answers that need it end with 502 and cost nothing, but for copies that are kept.'];
  process.stdout.write(`${[...lines, ...meanwhile].join('\n')}\n`);
}

/**
 * Listening from the beginning: a stop that comes while we still start is not lost. And to the end: a signal that comes
 * again, as from a terminal and from whoever passes it on, does not cut short what the first one lets finish.
 */
function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  });
}

/** Describes what runs where, how it is configured, and how to make the first call. */
function describeStart(
  config: Config,
  { publicUrl }: Pick<Served, 'publicUrl'>,
  { devPayments }: Pick<PaymentParties, 'devPayments'> = {},
): string {
  const storage =
    config.storage.kind === 'sqlite' ? `SQLite in ${config.storage.folder}` : 'PostgreSQL (DATABASE_URL)';
  const { network } = config.payments;
  const payments =
    config.payments.mode === 'live'
      ? `${network.notice === undefined ? 'LIVE' : 'REHEARSAL'}: ${network.money} goes to ${config.payments.payTo}`
      : 'DEV: a chain on this machine, no real money (set PAY_TO and a facilitator to sell)';
  return [
    `Forecourt ${version} serves ${publicUrl}`,
    `  storage   ${storage}`,
    `  payments  ${payments}`,
    ...(devPayments
      ? [
          `  wallet    ${devPayments.wallet.address} holds test USDC; its key, worthless anywhere else:`,
          `            FORECOURT_WALLET_KEY=${devPayments.wallet.privateKey}`,
        ]
      : []),
    ...describeTerms(config.terms),
    `  decoder   ${config.decoder}`,
    ...(config.languageModel ? [`  model     ${modelInWords(config.languageModel)}`] : []),
    ...(config.workers > 1 ? [`  workers   ${config.workers} processes on this port`] : []),
    `  settings  forecourt serve --help   (in a checkout: npm start -- --help)`,
    `  try       curl ${publicUrl}/v1/sample/decode    (free; npm run demo shows a purchase)`,
  ].join('\n');
}

/** Settings of the operator; the usual ones are in the documents of the project. */
function describeTerms({ prices, limits }: Config['terms']): string[] {
  const list = (given: object) =>
    Object.entries(given)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
  return [
    ...(Object.keys(prices).length > 0 ? [`  prices    ${list(prices)} (in dollars; others as usual)`] : []),
    ...(Object.keys(limits).length > 0 ? [`  limits    ${list(limits)} (a minute; others as usual)`] : []),
  ];
}
