import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN } from '@x402/evm';
import { computeChannelId } from '@x402/evm/batch-settlement/client';
import type { Channel } from '@x402/evm/batch-settlement/server';
import { isServiceError } from '../../errors/service-error.ts';
import { answeredInTime, type Clock } from '../../lib/clock.ts';
import { rememberNewest } from '../../lib/on-demand.ts';
import { createTurns } from '../../lib/turns.ts';
import type { Hex } from '../evm/encoding.ts';
import { hashDomain, recoverSigner, voucherDigest } from '../evm/signature.ts';
import {
  type Flight,
  type Outcome,
  type PaidRequest,
  type PaymentEvents,
  pending,
  refuse,
  slowDown,
  unavailable,
} from '../sale/call.ts';
import { type Ledger, LedgerUnavailableError } from '../sale/ledger.ts';
import { produce } from '../sale/perform.ts';
import type { Strikes } from '../sale/settle.ts';
import { compareTerms, type DecodedVoucher } from '../wire/header.ts';
import type { PaymentRefusal, VoucherPayment } from '../wire/payment.ts';
import { describeSettlement, voucherName } from '../wire/receipt.ts';
import type { Offer } from '../wire/requirements.ts';
import { type ChannelParts, type Contract, withChain } from './contract.ts';
import { type ChannelTerms, MOST_IN_ALL, MOST_UNCLAIMED } from './terms.ts';

export type ChannelSale = ReturnType<typeof createChannelSale>;

/** Parts of the sale that channels share. */
export interface SaleParts {
  ledger: Ledger;
  strikes: Strikes;
  events: PaymentEvents;
  clock: Clock;
}

interface Options extends SaleParts, Pick<ChannelParts, 'store' | 'network'> {
  contract: Contract;
  terms: ChannelTerms;
  isOffered: boolean;
}

const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
const NOBODY: Hex = `0x${'0'.repeat(40)}`;
/**
 * The age up to which what we know of a channel counts. A payer who asks for what is left waits a day for it, so that
 * nothing can be gone of what was there so lately.
 */
const FRESH_MS = 3_600_000;
const REMEMBERED_CHANNELS = 10_000;

/** Reasons of x402's facilitator, in our words. */
const REASONS: readonly [RegExp, PaymentRefusal][] = [
  [/insufficient_balance|exceeds_balance/, 'insufficient_funds'],
  [/valid_before/, 'payment_expired'],
  [/valid_after/, 'payment_not_yet_valid'],
  [/signature/, 'invalid_signature'],
];
const reasonOf = (said: string) => REASONS.find(([pattern]) => pattern.test(said))?.[1];

/** The chain could not be asked, or has not said yes: whoever comes back with it is looked up there. */
class AwayError extends Error {}

/** Sells calls for vouchers: checks them in process, and goes to the chain for deposits and for what it does not know. */
export function createChannelSale(options: Options) {
  const { contract, store, ledger, network, terms, strikes, events, clock, isOffered } = options;
  const turns = createTurns();
  /** Channels by what they are made of, as the contract names them: that takes a while. */
  const nameOf = rememberNewest<Hex>(REMEMBERED_CHANNELS);
  /** Each channel as it stood after the last sale here. */
  const afterSale = new Map<Hex, Channel>();
  const { chainId } = network;
  const domain = hashDomain({ ...BATCH_SETTLEMENT_DOMAIN, chainId, address: BATCH_SETTLEMENT_ADDRESS });

  function findFault(
    { payload: { channelConfig: config, voucher } }: DecodedVoucher,
    offer: Offer,
  ): PaymentRefusal | undefined {
    const { payTo, asset, extra } = terms.of(offer.requirements);
    if (config.receiver !== payTo.toLowerCase()) return 'wrong_recipient';
    const isOurs =
      config.token === asset.toLowerCase() &&
      config.receiverAuthorizer === extra.receiverAuthorizer.toLowerCase() &&
      config.withdrawDelay === extra.withdrawDelay &&
      BigInt(voucher.maxClaimableAmount) <= BigInt(Number.MAX_SAFE_INTEGER);
    const id = nameOf(Object.values(config).join(), () => computeChannelId(config, network.id));
    if (!isOurs || id !== voucher.channelId) return 'payment_invalid';
    if (config.payerAuthorizer === NOBODY) return 'channel_wallet_unsupported';
    return recoverSigner(voucherDigest(voucher, domain), voucher.signature) === config.payerAuthorizer
      ? undefined
      : 'invalid_signature';
  }

  /** Asks the chain about a channel, and notes the answer where there is such a channel. */
  async function look({ payload: { channelConfig, voucher } }: VoucherPayment): Promise<Channel | undefined> {
    const { channelId } = voucher;
    const { value: [, onChain] = [] } = await contract.read([voucher]).next();
    const { channel } = await store.updateChannel(channelId, (current) =>
      !onChain || (onChain.balance === '0' && !current)
        ? current
        : withChain(current ?? { ...newChannel(channelId), channelConfig }, onChain, clock.now()),
    );
    return channel;
  }

  /** The channel as it is fit to be charged, and the deposit that it lacks. */
  async function prepare(payment: VoucherPayment, known: Channel | undefined) {
    const { voucher, deposit } = payment.payload;
    // One that is in step is sold to only while it is, by the statement that sells.
    const kept = isNext(known, payment) ? known : await answeredInTime(store.get(voucher.channelId));
    const missing = (await contract.isTaken(payment)) ? undefined : deposit;
    const isFresh = kept && Math.abs(clock.now() - (kept.onchainSyncedAt ?? 0)) < FRESH_MS;
    const isCovered = kept && BigInt(voucher.maxClaimableAmount) <= BigInt(kept.balance);
    const isKnown = isFresh && !kept.pendingRequest && (isCovered || missing);
    return { channel: isKnown ? kept : await look(payment), deposit: missing };
  }

  /** Speaks against selling: nothing has been computed yet. */
  async function findObstacle(
    payment: VoucherPayment,
    { channel, deposit }: Awaited<ReturnType<typeof prepare>>,
  ): Promise<Outcome | undefined> {
    if (!isOffered) return refuse(events, 'payment_invalid');
    const {
      amount,
      payload: { voucher },
    } = payment;
    const sum = BigInt(voucher.maxClaimableAmount);
    const { chargedCumulativeAmount: charged = '0', totalClaimed = '0', balance = '0' } = channel ?? {};
    if (sum !== BigInt(charged) + amount) return correction(payment, channel);
    if (channel && channel.withdrawRequestedAt > 0) return refuse(events, 'channel_closing');
    const isTooMuch = sum - BigInt(totalClaimed) > MOST_UNCLAIMED || !terms.hasRoom(amount);
    // Debts are claimed soon, and a refund is over soon.
    if (isTooMuch || channel?.pendingRequest) return unavailable();
    if (!deposit) return sum > BigInt(balance) ? refuse(events, 'insufficient_funds') : undefined;
    const waitSeconds = await strikes.waitSeconds(payment.payer);
    if (waitSeconds > 0) return slowDown(events, waitSeconds);
    const { isValid, invalidReason = '' } = await contract.verify(payment);
    if (isValid) return undefined;
    // An earlier try has brought it in meanwhile: whoever comes back is sold to.
    if (await contract.isTaken(payment)) return unavailable();
    if (!invalidReason.endsWith('simulation_failed'))
      return refuse(events, reasonOf(invalidReason) ?? 'payment_invalid');
    // All that it needs was found, and it was not taken: by a node that is behind, or for ever.
    await strikes.add(payment.payer);
    return unavailable();
  }

  /**
   * Brings the deposit to the chain; an outcome where its payer has seen to it that it cannot be. Rejects where it is
   * not there, or not yet. Nothing was charged.
   */
  async function bringIn(payment: VoucherPayment, amount: bigint): Promise<Outcome | undefined> {
    const { success, transaction, errorReason = '' } = await contract.bringIn(payment, amount);
    const isReverted = transaction !== '' && errorReason.endsWith('deposit_transaction_failed');
    const reason = isReverted ? 'settlement_failed' : reasonOf(errorReason);
    if (!success && !reason) throw new AwayError();
    const channel = await look(payment);
    if (BigInt(channel?.balance ?? 0) >= BigInt(payment.payload.voucher.maxClaimableAmount)) return undefined;
    if (!reason) throw new AwayError();
    await strikes.add(payment.payer);
    return refuse(events, reason);
  }

  function correction({ payload }: VoucherPayment, channel: Channel | undefined): Outcome {
    const { channelId } = payload.voucher;
    events.challenged(OUT_OF_STEP);
    const { signature, signedMaxClaimable, ...known } = channel ?? newChannel(channelId);
    const { balance, totalClaimed, withdrawRequestedAt, chargedCumulativeAmount } = known;
    const onChain = { balance, totalClaimed, withdrawRequestedAt, refundNonce: String(known.refundNonce) };
    return {
      kind: 'challenge',
      reason: OUT_OF_STEP,
      state: {
        channelState: { channelId, ...onChain, chargedCumulativeAmount },
        ...(signature !== '0x' && { voucherState: { signedMaxClaimable, signature } }),
      },
    };
  }

  const ask = <Value>(asking: Promise<Value>): Promise<Value> =>
    asking.catch(() => {
      throw new AwayError();
    });

  /** Does something in the turn of its channel; an outcome stands where the chain could not be asked. */
  const inTurn = <Done>(payment: VoucherPayment, work: () => Promise<Done>): Promise<Done | Outcome> =>
    turns<Done | Outcome>(payment.payload.voucher.channelId, work).catch((error: unknown) => {
      if (!(error instanceof AwayError)) throw error;
      events.unavailable('chain');
      return unavailable();
    });

  async function giveBack(payment: VoucherPayment): Promise<Outcome> {
    const { payer, payload } = payment;
    const { channelId, maxClaimableAmount } = payload.voucher;
    const found = await look(payment);
    const charged = BigInt(found?.chargedCumulativeAmount ?? 0);
    if (!found || BigInt(maxClaimableAmount) !== charged) return correction(payment, found);
    const left = BigInt(found.balance) - charged;
    const amount = BigInt(payload.amount ?? left);
    if (amount <= 0n || amount > left) return refuse(events, 'insufficient_funds');
    const transaction = await contract.refund(found, amount);
    if (transaction === undefined) return unavailable();
    const rest = await look(payment);
    const channelState = { channelId, balance: rest?.balance, chargedCumulativeAmount: String(charged) };
    return {
      kind: 'answer',
      body: { message: 'What was left of the channel is given back.', channelId, refunded: String(amount) },
      charged: false,
      receipt: { success: true, payer, transaction, amount: String(amount), extra: { channelState } },
    };
  }

  async function sellInTurn(
    paid: PaidRequest<VoucherPayment>,
    flight: Flight,
    known: Channel | undefined,
  ): Promise<Outcome | 'again'> {
    const { payment, bound } = paid;
    const { amount, payer } = payment;
    const { voucher } = payment.payload;
    const startedMs = clock.now();
    flight.signal.throwIfAborted();
    const prepared = await ask(prepare(payment, known));
    const obstacle = await ask(findObstacle(payment, prepared));
    if (obstacle) return obstacle;
    const produced = await produce({ events }, paid.request, flight);
    if ('kind' in produced) return produced;

    flight.phase = 'settling';
    const hindrance = prepared.deposit && (await ask(bringIn(payment, BigInt(prepared.deposit.amount))));
    if (hindrance) return hindrance;
    const sum = BigInt(voucher.maxClaimableAmount);
    const sale = {
      channel: voucher.channelId,
      charged: sum,
      signature: voucher.signature,
      mostUnclaimed: MOST_UNCLAIMED,
      mostInAll: MOST_IN_ALL,
    };
    const transaction = payment.nonce;
    try {
      const isSold = await ledger.sellByVoucher(paid, produced.body, sale);
      if (!isSold) await terms.refresh();
      if (!isSold) return 'again';
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      // It may have been charged all the same: the same voucher finds out.
      events.unavailable('ledger');
      return pending(payer, transaction);
    }
    if (prepared.channel && !prepared.deposit) {
      const { channelId, signature, maxClaimableAmount } = voucher;
      if (afterSale.size >= REMEMBERED_CHANNELS) afterSale.clear();
      const sold = { signature, chargedCumulativeAmount: maxClaimableAmount };
      afterSale.set(channelId, { ...prepared.channel, ...sold });
    }
    const { requestId } = bound;
    const durationMs = clock.now() - startedMs;
    events.settled({ by: 'voucher', amountAtomic: amount, durationMs, requestId, transaction });
    const receipt = describeSettlement(payer, { kind: 'settled', transaction, amount });
    return { kind: 'answer', body: produced.body, charged: true, receipt };
  }

  return {
    /** Proves a voucher as far as that can be done without asking anyone. */
    check(
      decoded: DecodedVoucher,
      offer: Offer,
    ): { kind: 'voucher'; payment: VoucherPayment } | { kind: 'refused'; reason: PaymentRefusal } {
      const reason = compareTerms(decoded, offer) ?? findFault(decoded, offer);
      if (reason) return { kind: 'refused', reason };
      const { payload, paymentIdentifier } = decoded;
      const { channelConfig, voucher } = payload;
      const requirements = terms.of(offer.requirements);
      return {
        kind: 'voucher',
        payment: {
          // Whoever has opened a channel for somebody else has not shown that they are that other.
          payer: channelConfig.payerAuthorizer,
          nonce: voucherName(voucher.channelId, BigInt(voucher.maxClaimableAmount)),
          amount: BigInt(requirements.amount),
          validBeforeSeconds: 0,
          signature: voucher.signature,
          signedBy: 'account',
          requirements,
          payload,
          ...(paymentIdentifier !== undefined && { paymentIdentifier }),
        },
      };
    },

    /**
     * The channel as it stood after the last sale here, where this voucher is the next one. It is forgotten then: where
     * it has changed since, the statement that sells refuses, and the channel is read from the storage.
     */
    recall(payment: VoucherPayment): Channel | undefined {
      const { channelId, maxClaimableAmount } = payment.payload.voucher;
      const known = afterSale.get(channelId);
      if (payment.payload.deposit || !isNext(known, payment)) return undefined;
      afterSale.delete(channelId);
      return BigInt(maxClaimableAmount) - BigInt(known.totalClaimed) > MOST_UNCLAIMED ? undefined : known;
    },

    /** The channel as it is kept, where that can be read at once. */
    find: ({ payload }: VoucherPayment) => store.get(payload.voucher.channelId).catch(() => undefined),

    /**
     * Sells one call; those of one channel go one after another. `known`: the channel as it was a moment ago. `again`:
     * another instance was first.
     */
    sell: (
      paid: PaidRequest<VoucherPayment>,
      flight: Flight,
      known: Channel | undefined,
    ): Promise<Outcome | 'again'> =>
      inTurn(paid.payment, () => sellInTurn(paid, flight, known)).catch((error: unknown) => {
        if (flight.signal.aborted) return { kind: 'gone' };
        if (isServiceError(error)) return { kind: 'failure', failure: error };
        throw error;
      }),

    /** Gives a payer back what is left of a channel, or a part of it. */
    refund: (payment: VoucherPayment): Promise<Outcome> => inTurn(payment, () => ask(giveBack(payment))),

    /** Tells a payer whose voucher is out of step what its channel stands at. */
    correct: async (payment: VoucherPayment): Promise<Outcome> =>
      correction(payment, await store.get(payment.payload.voucher.channelId)),
  };
}

/** Whether a voucher is for what this channel was charged and its call. */
const isNext = (channel: Channel | undefined, { payload, amount }: VoucherPayment): channel is Channel =>
  channel !== undefined &&
  BigInt(payload.voucher.maxClaimableAmount) === BigInt(channel.chargedCumulativeAmount) + amount;

const newChannel = (channelId: Hex) => ({
  channelId,
  chargedCumulativeAmount: '0',
  signedMaxClaimable: '0',
  signature: '0x',
  balance: '0',
  totalClaimed: '0',
  withdrawRequestedAt: 0,
  refundNonce: 0,
  lastRequestTimestamp: 0,
});
