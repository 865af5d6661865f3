import type { ForecourtClient } from '@forecourt/client';
import type { Command } from 'commander';
import { addTimeoutOption, type TimeoutOptions } from './here.ts';
import { tell, UsageError } from './tell.ts';

export interface RemoteOptions extends TimeoutOptions {
  url?: string;
  maxSpend?: string;
}

const DEFAULT_MAX_SPEND_USD = '0.25';

/** Adds the options of commands that compute here and can also ask, and pay, a server. */
export function addRemoteOptions(command: Command): Command {
  return addTimeoutOption(command)
    .option('--url <url>', 'buy from the service at this address instead, with FORECOURT_WALLET_KEY')
    .option(
      '--max-spend <usd>',
      `with --url: the most that is paid in total (default: ${DEFAULT_MAX_SPEND_USD})`,
    );
}

export function requireHttpUrl(url: string, command: Command): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    command.error('--url must be an http or https address, such as https://forecourt.example');
  }
}

/** Opens the service to buy from; undefined where the command is to compute here. What was paid is printed on stderr. */
export async function openRemote(
  { url, maxSpend, timeout }: RemoteOptions,
  command: Command,
  waitsHere = true,
): Promise<ForecourtClient | undefined> {
  if (url === undefined) {
    if (maxSpend !== undefined) command.error('--max-spend needs --url.');
    if (timeout !== undefined && !waitsHere)
      command.error('--timeout needs --url: on this machine nothing is waited for.');
    return undefined;
  }
  requireHttpUrl(url, command);
  const maxSpendUsd = readDollars('--max-spend', maxSpend ?? DEFAULT_MAX_SPEND_USD, command);
  const { readClientConfig } = await import('../config/client-config.ts');
  const { walletKey } = readClientConfig();
  if (walletKey === undefined) {
    throw new UsageError(
      'Set FORECOURT_WALLET_KEY to the private key of the wallet that pays; best one that holds little else.',
    );
  }
  const [{ createClient }, { privateKeyToAccount }] = await Promise.all([
    import('@forecourt/client'),
    import('viem/accounts'),
  ]);
  return createClient({
    url,
    account: privateKeyToAccount(walletKey.reveal()),
    maxPerCallUsd: maxSpendUsd,
    maxTotalUsd: maxSpendUsd,
    ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
    onPaid: ({ priceUsd, transaction }) =>
      tell(`Paid $${priceUsd}${transaction === undefined ? '' : `, transaction ${transaction}`}`),
  });
}

export function readDollars(option: string, text: string, command: Command): number {
  return /^\d+(\.\d{1,6})?$/.test(text)
    ? Number(text)
    : command.error(`${option} must be an amount of dollars, such as 0.25`);
}
