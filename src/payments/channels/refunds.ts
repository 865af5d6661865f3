import {
  type AuthorizerSigner,
  BatchSettlementEvmScheme,
  type Channel,
} from '@x402/evm/batch-settlement/server';
import type { Clock } from '../../lib/clock.ts';
import type { ChannelStore } from '../../storage/sql/channels.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { type Contract, facilitatorOf } from './contract.ts';

export type Refunds = ReturnType<typeof createRefunds>;

interface Options {
  contract: Contract;
  store: ChannelStore;
  network: Network;
  payTo: Hex;
  authorizer: AuthorizerSigner;
  clock: Clock;
}

/** Time after which a refund that nobody has finished is sent once more. */
const PATIENCE_MS = 60_000;

/**
 * Gives payers back what is left of a channel. From before a refund is sent until the chain shows it, or it is known not
 * to be sent, the channel takes no voucher. It can be sent more than once: the chain takes it once.
 */
export function createRefunds({ contract, store, network, payTo, authorizer, clock }: Options) {
  /** The transaction once it is mined; undefined where it was not sent, or may yet be mined. */
  async function send(channel: Channel): Promise<string | undefined> {
    const { channelId, pendingRequest, ...rest } = channel;
    const charged = BigInt(channel.chargedCumulativeAmount);
    const amount = BigInt(pendingRequest?.pendingId ?? 0);
    // x402's manager gives back all that it believes to be left, of all channels that it is shown.
    const target = { ...rest, channelId, balance: String(charged + amount) };
    const storage = {
      get: async () => target,
      list: async () => [target],
      updateChannel: async () => ({ channel: target, status: 'unchanged' as const }),
    };
    const scheme = new BatchSettlementEvmScheme(payTo, { storage, receiverAuthorizerSigner: authorizer });
    let mined: string | undefined;
    let isOpen = false;
    const facilitator = facilitatorOf(async (payload, requirements) => {
      const worth = amount + charged - BigInt(channel.totalClaimed);
      const settled = await contract.settle(payload, requirements, { kind: 'refund', amount, worth });
      isOpen = settled.errorReason === 'settlement_pending';
      if (settled.success) mined = settled.transaction;
      return settled;
    });
    await scheme
      .createChannelManager(facilitator, network.id, network.usdc.address)
      .refund()
      .catch(() => {});
    if (!isOpen) await store.updateChannel(channelId, (now) => now && withoutPending(now));
    return mined;
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

const withoutPending = <Kept extends Channel>({ pendingRequest: _, ...channel }: Kept) => channel;
