import { styleText } from 'node:util';
import type { Command } from 'commander';
import { addTimeoutOption, type TimeoutOptions } from '../here.ts';
import type { Step } from '../rehearse/rehearse.ts';
import { readDollars, requireHttpUrl } from '../remote.ts';

interface RehearseOptions extends TimeoutOptions {
  url: string;
  products?: string;
  real?: true;
  maxSpend: string;
  json?: true;
}

const DEFAULT_TIMEOUT_SECONDS = 90;
const HELP = `
The wallet is that of REHEARSAL_PRIVATE_KEY: a key of its own, and little money.
With RPC_URL, nodes of its network, each purchase is looked for on the chain.
Ends with code 1 where a step fails.`;

export function addRehearseCommand(program: Command): void {
  const command = program
    .command('rehearse')
    .description('Buy one of each product at the public address, as a stranger would, and say what was seen')
    .requiredOption('--url <url>', 'the public address of the service')
    .option('--products <list>', 'only these, with commas between, such as decode,recalls')
    .option('--real', 'spend real money where the service takes it; test money is spent without')
    .option('--max-spend <usd>', 'the most that is spent in total', '0.50')
    .option('--json', 'one object with all steps')
    .addHelpText('after', HELP);
  addTimeoutOption(command, 'for each answer').action(run);
}

async function run(options: RehearseOptions, command: Command): Promise<void> {
  const { url, products, real, maxSpend, json, timeout = DEFAULT_TIMEOUT_SECONDS } = options;
  requireHttpUrl(url, command);
  const maxSpendUsd = readDollars('--max-spend', maxSpend, command);
  const [{ readRehearsalConfig }, { rehearse }] = await Promise.all([
    import('../../config/client-config.ts'),
    import('../rehearse/rehearse.ts'),
  ]);
  const { walletKey, rpcUrls } = readRehearsalConfig();
  const steps: Step[] = [];
  await rehearse({
    url: new URL(url).origin,
    products: products?.split(',').map((slug) => slug.trim()),
    privateKey: walletKey.reveal(),
    rpcUrls: rpcUrls?.reveal(),
    maySpendReal: real === true,
    maxSpendUsd,
    timeoutMs: timeout * 1_000,
    tell(step) {
      steps.push(step);
      if (!json) process.stdout.write(`${stepText(step)}\n`);
    },
  });
  const failed = steps.filter(({ ok }) => !ok).length;
  if (failed > 0) process.exitCode = 1;
  if (json) process.stdout.write(`${JSON.stringify({ failed, steps }, null, 2)}\n`);
}

function stepText({ product = '', step, ok, ms, what }: Step): string {
  const mark = ok ? styleText('green', 'ok    ') : styleText('red', 'FAILED');
  return `${mark}  ${product.padEnd(14)}  ${step.padEnd(7)}  ${String(ms).padStart(6)} ms  ${what}`;
}
