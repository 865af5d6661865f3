import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import type { Clock } from '../../lib/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import type { Notify } from '../facilitators/facilitator.ts';
import type { PaymentEvents } from '../sale/call.ts';
import type { Ledger } from '../sale/ledger.ts';
import type { Strikes } from '../sale/settle.ts';
import { createChannelSale } from './channel-sale.ts';
import { createClaims } from './claims.ts';
import { createContract, type OwnKey } from './contract.ts';
import { createChannelTerms } from './terms.ts';

interface Options {
  ownKey: OwnKey;
  network: Network;
  payTo: Hex;
  storage: Pick<Storage, 'channels' | 'leases' | 'secrets'>;
  notify: Notify;
}

/** Parts of the sale that channels share. */
interface SaleParts {
  ledger: Ledger;
  strikes: Strikes;
  events: PaymentEvents;
  clock: Clock;
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
