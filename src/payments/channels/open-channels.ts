import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import type { Storage } from '../../storage/storage.ts';
import { createChannelSale, type SaleParts } from './channel-sale.ts';
import { createClaims } from './claims.ts';
import { type ChannelParts, createContract, type OwnKey } from './contract.ts';
import { createChannelTerms } from './terms.ts';

interface Options extends Pick<ChannelParts, 'network' | 'payTo' | 'notify'> {
  ownKey: OwnKey;
  storage: Pick<Storage, 'channels' | 'leases' | 'secrets'>;
}

export type JoinChannels = Awaited<ReturnType<typeof openChannels>>;

/** @NOTE Load this file where channels are needed alone: what it needs takes a while to load. */
export async function openChannels({ ownKey, storage, ...given }: Options) {
  const { channels: store, leases, secrets } = storage;
  const { isOffered } = ownKey;
  // Of all instances. Should it be lost, the receiver can still claim.
  const key = await secrets.keep('channel-authorizer', randomBytes(32).toString('hex'));
  const authorizer = privateKeyToAccount(`0x${key}`);
  return (parts: SaleParts) => {
    const { clock } = parts;
    const contract = createContract({ ...ownKey, ...given, store, authorizer, clock });
    const terms = createChannelTerms({ store, receiverAuthorizer: authorizer.address });
    const shared = { ...given, contract, store, terms, clock, isOffered };
    return {
      sale: createChannelSale({ ...shared, ...parts }),
      claims: createClaims({ ...shared, leases }),
      offerOf: isOffered ? terms.offerOf : undefined,
    };
  };
}
