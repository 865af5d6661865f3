import { randomUUID } from 'node:crypto';
import type { BatchSettlementEvmScheme, Channel } from '@x402/evm/batch-settlement/server';
import type { Clock } from '../../lib/clock.ts';
import { createRounds } from '../../lib/rounds.ts';
import type { ChannelMove, ChannelStore, KeptChannel } from '../../storage/sql/channels.ts';
import type { LeaseStore } from '../../storage/storage.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import type { Notify } from '../facilitators/facilitator.ts';
import { withChain } from './channel-sale.ts';
import { type Contract, facilitatorOf } from './contract.ts';
import type { Refunds } from './refunds.ts';
import type { ChannelTerms } from './terms.ts';

interface Options {
  contract: Contract;
  /** Of x402, over our storage: it knows what there is to claim, and signs for it. */
  scheme: BatchSettlementEvmScheme;
  store: ChannelStore;
  leases: LeaseStore;
  terms: Pick<ChannelTerms, 'refresh'>;
  refunds: Pick<Refunds, 'finish'>;
  network: Network;
  payTo: Hex;
  notify: Notify;
  clock: Clock;
  everyMs?: number;
}

const LEASE = 'channel-claims';
const SETTLEMENT = 'channel-settlement';
const EVERY_MS = 20_000;
const DAY_MS = 86_400_000;
/** Claimed from then on; and whatever there is, a day after it was charged. */
const ENOUGH = 5_000_000n;
const READ_AT_ONCE = 100;

const owed = ({ chargedCumulativeAmount, totalClaimed }: Channel) =>
  BigInt(chargedCumulativeAmount) - BigInt(totalClaimed);
const sumOf = (channels: readonly Channel[]) => channels.reduce((sum, one) => sum + owed(one), 0n);

/**
 * Looks after what channels owe us: compares each with the chain, claims, and has what was claimed transferred once a
 * day. One instance at a time does it.
 */
export function createClaims({
  contract,
  scheme,
  store,
  leases,
  terms,
  refunds,
  network,
  payTo,
  notify,
  clock,
  everyMs = EVERY_MS,
}: Options) {
  const owner = randomUUID();
  /** What the transaction under way brings in. */
  let worth = 0n;
  let kind: ChannelMove['kind'] = 'claim';

  const manager = scheme.createChannelManager(
    facilitatorOf((payload, requirements) => contract.settle(payload, requirements, { kind, amount: worth })),
    network.id,
    network.usdc.address,
  );

  /** Those that owe us something, with what the chain says of them now. */
  async function look(): Promise<KeptChannel[]> {
    const kept = await store.list();
    for (let at = 0; at < kept.length; at += READ_AT_ONCE) {
      const some = kept.slice(at, at + READ_AT_ONCE);
      const onChain = await contract.read(some.map(({ channelId }) => channelId));
      for (const [index, { channelId }] of some.entries()) {
        const now = onChain[index];
        await store.updateChannel(
          channelId,
          (current) => current && now && withChain(current, now, clock.now()),
        );
      }
    }
    return store.list();
  }

  async function claim(channels: KeptChannel[]): Promise<boolean> {
    kind = 'claim';
    const ids = new Set(channels.map(({ channelId }) => channelId));
    try {
      // The newest vouchers: some may have come since.
      await manager.claim({
        maxClaimsPerBatch: READ_AT_ONCE,
        selectClaimChannels(all) {
          const chosen = all.filter(({ channelId }) => ids.has(channelId));
          worth = sumOf(chosen);
          return chosen;
        },
      });
      return true;
    } catch {
      return false;
    }
  }

  async function claimSafely(channels: readonly KeptChannel[]): Promise<void> {
    for (let at = 0; at < channels.length; at += READ_AT_ONCE) {
      const batch = channels.slice(at, at + READ_AT_ONCE);
      if (await claim(batch)) continue;
      // One that the contract refuses must not keep the others waiting.
      for (const channel of batch)
        if (batch.length === 1 || !(await claim([channel])))
          notify({ event: 'channel_trouble', trouble: 'claim', amountAtomic: String(owed(channel)) });
    }
  }

  async function settle(): Promise<void> {
    const nowMs = clock.now();
    worth = await contract.unsettled(payTo);
    kind = 'settlement';
    const turn = randomUUID();
    // It runs for a day: nobody else settles within it.
    if (worth === 0n || !(await leases.acquire(SETTLEMENT, turn, nowMs, nowMs + DAY_MS))) return;
    try {
      await manager.settle();
    } catch {
      await leases.release(SETTLEMENT, turn);
      notify({ event: 'channel_trouble', trouble: 'settlement', amountAtomic: String(worth) });
    }
  }

  async function round(): Promise<void> {
    const nowMs = clock.now();
    if (!(await leases.acquire(LEASE, owner, nowMs, nowMs + everyMs * 3))) return;
    const open = await look();
    const inDanger = open.filter(({ withdrawRequestedAt }) => withdrawRequestedAt > 0);
    if (inDanger.length > 0) notify({ event: 'channel_withdrawal', amountAtomic: String(sumOf(inDanger)) });
    const isOld = open.some((one) => owed(one) > 0n && nowMs - one.unclaimedSinceMs >= DAY_MS);
    await claimSafely(isOld || sumOf(open) >= ENOUGH ? open : inDanger);
    await refunds.finish(open);
    await terms.refresh();
    await settle();
  }

  const { runOnce, start, stop } = createRounds(
    () => round().catch(() => notify({ event: 'channel_trouble', trouble: 'unwatched' })),
    everyMs,
  );

  return {
    /** Looks at everything once. */
    runOnce,
    start,
    async [Symbol.asyncDispose](): Promise<void> {
      await stop();
      await leases.release(LEASE, owner).catch(() => {});
    },
  };
}
