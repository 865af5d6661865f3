import type { Secret } from '../lib/secret.ts';
import type { Network } from './evm/networks.ts';

export type PaymentConfig =
  /** `channelContracts`: a file with the compiled contracts of channels, by which they are offered here too. */
  | { mode: 'dev'; network: Network; channelContracts: string | undefined }
  | {
      mode: 'live';
      network: Network;
      payTo: string;
      /** Secret, because providers of nodes put a key into them. The first that is good is asked. */
      rpcUrls: Secret<readonly string[]>;
      /** Whether the nodes were chosen: then every word of a remote facilitator is compared with them. */
      ownNode: boolean;
      settlementDepth: number;
      facilitator: FacilitatorConfig;
    };

export type FacilitatorConfig =
  | { kind: 'remote'; url: string }
  | { kind: 'coinbase'; keyId: string; keySecret: Secret; url: string | undefined }
  | {
      kind: 'local';
      privateKey: Secret<`0x${string}`>;
      batch: boolean;
      channels: boolean;
      maxGasShare: number;
    };
