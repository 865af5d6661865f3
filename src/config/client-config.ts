import { z } from 'zod';
import { Secret } from '../lib/secret.ts';
import { ConfigError } from './config.ts';
import { variables } from './variables.ts';

/** The configuration of a command that buys from a service, apart from what the service itself reads. */
export interface ClientConfig {
  walletKey: Secret<`0x${string}`> | undefined;
}

type Environment = Record<string, string | undefined>;

const privateKey = z
  .templateLiteral(['0x', z.string()])
  .refine((value) => /^0x[0-9a-fA-F]{64}$/.test(value))
  .optional();

export function readClientConfig(environment: Environment = process.env): ClientConfig {
  return { walletKey: readKey(environment, 'FORECOURT_WALLET_KEY') };
}

/** The wallet of a rehearsal, which is nobody else's, and nodes to ask, where they are given as the service takes them. */
export function readRehearsalConfig(environment: Environment = process.env) {
  const walletKey = readKey(environment, 'REHEARSAL_PRIVATE_KEY');
  if (!walletKey)
    throw new ConfigError(['Set REHEARSAL_PRIVATE_KEY to the private key of a wallet for rehearsals alone']);
  const nodes = variables.RPC_URL.schema.safeParse(environment.RPC_URL || undefined);
  if (!nodes.success) throw new ConfigError(['RPC_URL must be http or https addresses, with commas between']);
  return { walletKey, rpcUrls: nodes.data && new Secret(nodes.data) };
}

function readKey(environment: Environment, name: string): ClientConfig['walletKey'] {
  const parsed = privateKey.safeParse(environment[name] || undefined);
  if (!parsed.success) throw new ConfigError([`${name} must be a private key: 0x and 64 hexadecimal digits`]);
  return parsed.data && new Secret(parsed.data);
}
