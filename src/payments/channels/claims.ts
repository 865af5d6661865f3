import { randomUUID } from 'node:crypto';
import type { Channel } from '@x402/evm/batch-settlement/server';
import { createRounds } from '../../lib/turns.ts';
import type { LeaseStore } from '../../storage/storage.ts';
import type { Hex } from '../evm/encoding.ts';
import { type ChannelParts, type Contract, owed, owedByAll, READ_AT_ONCE, withChain } from './contract.ts';
import { type ChannelTerms, receiversOf } from './terms.ts';

interface Options extends Omit<ChannelParts, 'network'> {
  contract: Contract;
  leases: LeaseStore;
  terms: Pick<ChannelTerms, 'refresh'>;
  isOffered: boolean;
}

const LEASE = 'channel-claims';
const SETTLEMENT = 'channel-settlement';
/** Another instance takes over after two rounds: within a minute it sees what one that was killed did not. */
const EVERY_MS = 15_000;
const DAY_MS = 86_400_000;
/** Claimed from then on; and whatever there is, a day after it was charged. */
const ENOUGH = 5_000_000n;

/**
 * Looks after what channels owe us: compares each with the chain, claims, and has what was claimed transferred once a
 * day. One instance at a time does it.
 */
export function createClaims(options: Options) {
  const { contract, store, leases, payTo, notify, clock, isOffered } = options;
  const owner = randomUUID();
  const receivers = new Set<Hex>();
  let told = '';

  /** Those that owe us something, with what the chain says of them now. */
  async function look(): Promise<Channel[]> {
    const kept = await (isOffered ? store.list() : store.all());
    for await (const [{ channelId }, onChain] of contract.read(kept))
      await store.updateChannel(channelId, (now) => now && withChain(now, onChain, clock.now()));
    return store.list();
  }

  async function claim(channels: readonly Channel[]): Promise<boolean> {
    const { success } = await contract.claim(channels, owedByAll(channels));
    for (const { channelId, chargedCumulativeAmount: totalClaimed } of success ? channels : [])
      await store.updateChannel(channelId, (now) => now && { ...now, totalClaimed });
    return success;
  }

  async function claimSafely(channels: readonly Channel[]): Promise<void> {
    const owing = channels.filter((channel) => owed(channel) > 0n);
    for (let at = 0; at < owing.length; at += READ_AT_ONCE) {
      const batch = owing.slice(at, at + READ_AT_ONCE);
      if (await claim(batch)) continue;
      // One that the contract refuses must not keep the others waiting.
      for (const channel of batch)
        if (batch.length === 1 || !(await claim([channel])))
          notify({ event: 'channel_trouble', trouble: 'claim', amountAtomic: String(owed(channel)) });
    }
  }

  async function transfer(open: readonly Channel[]): Promise<void> {
    const nowMs = clock.now();
    const known = receivers.size > 0 ? open : await store.all();
    for (const receiver of receiversOf(known, payTo)) receivers.add(receiver);
    const due: [Hex, bigint][] = [];
    for (const receiver of receivers) {
      const amount = await contract.untransferred(receiver);
      if (amount > 0n) due.push([receiver, amount]);
    }
    const turn = randomUUID();
    // It runs for a day: nobody else transfers within it.
    if (due.length === 0 || !(await leases.acquire(SETTLEMENT, turn, nowMs, nowMs + DAY_MS))) return;
    for (const [receiver, amount] of due) {
      const { success } = await contract.transfer(receiver, amount);
      if (success) continue;
      await leases.release(SETTLEMENT, turn);
      notify({ event: 'channel_trouble', trouble: 'settlement', amountAtomic: String(amount) });
    }
  }

  /** Says what is left in channels that are not offered any more, until nothing is. */
  async function tellWhatIsLeft(): Promise<void> {
    const { inWords, isEmpty } = await contract.left(await store.all());
    if (inWords !== told && (told !== '' || !isEmpty)) notify({ event: 'channels_left', left: inWords });
    told = inWords;
  }

  async function round(): Promise<void> {
    const nowMs = clock.now();
    await options.terms.refresh();
    if (!(await leases.acquire(LEASE, owner, nowMs, nowMs + 2 * EVERY_MS))) return;
    await contract.review();
    const open = await look();
    const inDanger = open.filter(({ withdrawRequestedAt }) => withdrawRequestedAt > 0);
    if (inDanger.length > 0)
      notify({ event: 'channel_withdrawal', amountAtomic: String(owedByAll(inDanger)) });
    const isOld = open.some((one) => owed(one) > 0n && nowMs - one.lastRequestTimestamp >= DAY_MS);
    await claimSafely(isOld || owedByAll(open) >= ENOUGH ? open : inDanger);
    for (const channel of open)
      if (channel.pendingRequest) await contract.refund(channel, BigInt(channel.pendingRequest.pendingId));
    await options.terms.refresh();
    await transfer(open);
    if (!isOffered) await tellWhatIsLeft();
  }

  const { runOnce, start, stop } = createRounds(
    () => round().catch(() => notify({ event: 'channel_trouble', trouble: 'unwatched' })),
    EVERY_MS,
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
