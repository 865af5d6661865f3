import { z } from 'zod';
import { Secret } from '../lib/secret.ts';
import { ConfigError } from './config.ts';

/** The configuration of a command that buys from a service, apart from what the service itself reads. */
export interface ClientConfig {
  walletKey: Secret<`0x${string}`> | undefined;
}

const walletKey = z
  .templateLiteral(['0x', z.string()])
  .refine((value) => /^0x[0-9a-fA-F]{64}$/.test(value))
  .optional();

export function readClientConfig(
  environment: Record<string, string | undefined> = process.env,
): ClientConfig {
  const parsed = walletKey.safeParse(environment.FORECOURT_WALLET_KEY || undefined);
  if (!parsed.success) {
    throw new ConfigError(['FORECOURT_WALLET_KEY must be a private key: 0x and 64 hexadecimal digits']);
  }
  return { walletKey: parsed.data && new Secret(parsed.data) };
}
