import type { Channel } from '@x402/evm/batch-settlement/server';
import { answeredInTime } from '../../lib/clock.ts';
import { getOrInsert } from '../../lib/on-demand.ts';
import type { ChannelStore } from '../../storage/sql/channels.ts';
import { asHex, type Hex } from '../evm/encoding.ts';
import type { ChannelRequirements, PaymentRequirements } from '../wire/payment.ts';
import type { Offer } from '../wire/requirements.ts';

/** In seconds: within it we see that a payer asks for what is left, and claim. */
const WITHDRAW_DELAY = 86_400;
/** Enough calls of a cent that the deposit is not what costs. */
const LEAST_DEPOSIT = 500_000n;
/** The most that one channel may owe us. */
export const MOST_UNCLAIMED = 25_000_000n;
/** The most that all channels together may owe us. */
export const MOST_IN_ALL = 1_000_000_000n;

export type ChannelTerms = ReturnType<typeof createChannelTerms>;

/** Terms for who pays by a channel, and whether so much more may be owed to us. */
export function createChannelTerms({
  store,
  receiverAuthorizer,
}: {
  store: Pick<ChannelStore, 'unclaimed'>;
  receiverAuthorizer: Hex;
}) {
  const made = new WeakMap<PaymentRequirements, ChannelRequirements>();
  let unclaimed = 0n;

  const of = (exact: PaymentRequirements) =>
    getOrInsert(
      made,
      exact,
      (): ChannelRequirements => ({
        ...exact,
        scheme: 'batch-settlement',
        extra: {
          ...exact.extra,
          assetTransferMethod: 'eip3009',
          receiverAuthorizer,
          withdrawDelay: WITHDRAW_DELAY,
          minDeposit: String(BigInt(exact.amount) > LEAST_DEPOSIT ? exact.amount : LEAST_DEPOSIT),
        },
      }),
    );

  /** Whether another call of this price may be owed to us, so far as is known; the storage has the last word. */
  const hasRoom = (amount: bigint) => unclaimed + amount <= MOST_IN_ALL;

  return {
    of,
    hasRoom,
    async refresh(): Promise<void> {
      unclaimed = await answeredInTime(store.unclaimed());
    },
    /** The entry in a challenge, while more may be owed to us. */
    offerOf(exact: PaymentRequirements): Offer['channel'] {
      const amount = BigInt(exact.amount);
      return amount > MOST_UNCLAIMED ? undefined : () => (hasRoom(amount) ? of(exact) : undefined);
    },
  };
}

/** Who is paid by channels: those that were opened before PAY_TO was changed pay who it was. */
export const receiversOf = (channels: readonly Channel[], payTo: Hex) =>
  new Set([payTo, ...channels.map(({ channelConfig }) => asHex(channelConfig.receiver.toLowerCase()))]);
