import { randomBytes } from 'node:crypto';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/server';
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
import { createRefunds } from './refunds.ts';
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

/** @NOTE Load this file where channels are offered alone: what it needs takes a while to load. */
export async function openChannels({ ownKey, storage, network, payTo, notify }: Options) {
  const { channels: store, leases, secrets } = storage;
  // Of all instances. Should it be lost, the receiver can still claim.
  const key = await secrets.keep('channel-authorizer', randomBytes(32).toString('hex'));
  const authorizer = privateKeyToAccount(`0x${key}`);
  const scheme = new BatchSettlementEvmScheme(payTo, {
    storage: store,
    receiverAuthorizerSigner: authorizer,
  });
  return (parts: SaleParts) => {
    const { clock } = parts;
    const contract = createContract(ownKey, network, ({ worth: _, ...move }) =>
      store.enterMove({ ...move, movedAtMs: clock.now(), network: network.id }),
    );
    const terms = createChannelTerms({ store, receiverAuthorizer: authorizer.address, clock });
    const refunds = createRefunds({ contract, store, network, payTo, authorizer, clock });
    const shared = { contract, store, network, terms, refunds, clock };
    return {
      sale: createChannelSale({ ...shared, ...parts, isOffered: ownKey.isOffered }),
      claims: createClaims({ ...shared, scheme, leases, payTo, notify }),
      offerOf: (...asked: Parameters<typeof terms.offerOf>) =>
        ownKey.isOffered ? terms.offerOf(...asked) : undefined,
    };
  };
}
