import type { Hex } from './encoding.ts';
import { hashDomain } from './signature.ts';

/** A chain on which we are paid, with Circle's USDC there. Chosen once, by NETWORK, and handed down from there. */
export interface Network {
  /** Its name in version 2 of x402. */
  id: 'eip155:8453' | 'eip155:84532';
  /** Its name in version 1, and in NETWORK. */
  name: 'base' | 'base-sepolia';
  /** Its name for people. */
  title: string;
  /** The words for what is paid with. */
  money: string;
  chainId: number;
  usdc: { address: Hex; name: string; version: string };
  /** The hash of the EIP-712 domain that payers sign under, which the contract calls its DOMAIN_SEPARATOR. */
  domain: Uint8Array;
  /** A node that anybody may ask a little. */
  rpcUrl: string;
  explorerUrl: string;
  /** Said by everything that offers or describes; present where the money is worth nothing. */
  notice?: string;
}

/** Circle's, for test money. */
export const FAUCET_URL = 'https://faucet.circle.com';

const declare = (network: Omit<Network, 'domain'>): Network => ({
  ...network,
  domain: hashDomain({ ...network.usdc, chainId: network.chainId }),
});

export const BASE = declare({
  id: 'eip155:8453',
  name: 'base',
  title: 'Base',
  money: 'USDC on Base',
  chainId: 8453,
  usdc: { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', name: 'USD Coin', version: '2' },
  rpcUrl: 'https://mainnet.base.org',
  explorerUrl: 'https://basescan.org',
});

const BASE_SEPOLIA = declare({
  id: 'eip155:84532',
  name: 'base-sepolia',
  title: 'Base Sepolia',
  money: 'test USDC on Base Sepolia',
  chainId: 84_532,
  usdc: { address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e', name: 'USDC', version: '2' },
  rpcUrl: 'https://sepolia.base.org',
  explorerUrl: 'https://sepolia.basescan.org',
  notice:
    'REHEARSAL: this service takes test money only, USDC on the test network Base Sepolia (eip155:84532), which is ' +
    `worth nothing and free at ${FAUCET_URL}. Do not pay with real money.`,
});

/** By their names in NETWORK. */
export const networks = { base: BASE, 'base-sepolia': BASE_SEPOLIA } as const;

/** By their names in either version of x402. */
export const networkByName: ReadonlyMap<string, Network> = new Map(
  Object.values(networks).flatMap((network) => [
    [network.id, network],
    [network.name, network],
  ]),
);
