import type { Channel } from '@x402/evm/batch-settlement/server';
import type { Clock } from '../../lib/clock.ts';
import type { ChannelStore } from '../../storage/sql/channels.ts';
import type { Contract } from './contract.ts';

export type Refunds = ReturnType<typeof createRefunds>;

interface Options {
  contract: Contract;
  store: ChannelStore;
  clock: Clock;
}

/** Time after which a refund that nobody has finished is sent once more. */
const PATIENCE_MS = 60_000;

/**
 * Gives payers back what is left of a channel. From before a refund is sent until the chain shows it, or it is known not
 * to be sent, the channel takes no voucher. It can be sent more than once: the chain takes it once.
 */
export function createRefunds({ contract, store, clock }: Options) {
  /** The transaction once it is mined; undefined where it was not sent, or may yet be mined. */
  async function send(channel: Channel): Promise<string | undefined> {
    const amount = BigInt(channel.pendingRequest?.pendingId ?? 0);
    const { success, transaction, errorReason } = await contract.giveBack(channel, amount);
    if (errorReason !== 'settlement_pending')
      await store.updateChannel(channel.channelId, (now) => now && withoutPending(now));
    return success ? transaction : undefined;
  }

  return {
    /** Closes a channel at this sum and gives this much back; the transaction, once it is mined. */
    async give(channelId: string, charged: bigint, amount: bigint): Promise<string | undefined> {
      const nowMs = clock.now();
      const pendingRequest = {
        pendingId: String(amount),
        signedMaxClaimable: String(charged),
        expiresAt: nowMs + PATIENCE_MS,
      };
      const { channel, status } = await store.updateChannel(channelId, (now) => {
        const isFree = (now?.pendingRequest?.expiresAt ?? 0) < nowMs;
        return now && isFree && BigInt(now.chargedCumulativeAmount) === charged
          ? { ...now, pendingRequest }
          : now;
      });
      return channel && status === 'updated' ? send(channel) : undefined;
    },

    /** Sends once more what nobody has finished. */
    async finish(channels: readonly Channel[]): Promise<void> {
      for (const channel of channels) {
        const { expiresAt = Number.POSITIVE_INFINITY } = channel.pendingRequest ?? {};
        if (expiresAt < clock.now()) await send(channel);
      }
    },
  };
}

const withoutPending = ({ pendingRequest: _, ...channel }: Channel): Channel => channel;
