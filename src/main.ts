import { ConfigError, readConfig } from './config/config.ts';
import { createContext } from './context.ts';
import { describeStart } from './describe-start.ts';

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
  await using context = await createContext(config);
  process.stdout.write(`${describeStart(context)}\n`);
  const signal = await stop;
  process.stdout.write(`${signal}: finishing what runs, taking nothing new.\n`);
}

/** Listening from the beginning: a stop that comes while we still start is not lost. */
function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}
