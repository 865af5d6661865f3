import { z } from 'zod';
import { steadyNow } from '../../lib/clock.ts';
import { type Hex, toQuantity } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { hasCodeAt, NodeError, type Rpc } from '../evm/rpc.ts';
import {
  authorizedTransferOf,
  type ContractCall,
  gasShareOf,
  receiptPays,
  transferCall,
} from '../evm/transfer.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import { createBatcher } from './batcher.ts';
import type { Facilitator, Notify, Settlement, Verification } from './facilitator.ts';
import { createGasCeiling } from './gas-ceiling.ts';
import {
  createSender,
  expectedFee,
  type Fees,
  type Sender,
  type Sending,
  type TransactionSigner,
} from './sender.ts';

export interface LocalFacilitatorOptions {
  rpc: Rpc;
  network: Pick<Network, 'chainId'>;
  /** Pays the gas. Give it to one process only. */
  privateKey: Hex;
  confirmationTimeoutMs?: number;
  pollMs?: number;
  bumpAfterMs?: number;
  /** The chain must lack transactions of ours for this long until we send them again. */
  gapAfterMs?: number;
  /** No payments are taken while a transaction has waited for this long to be mined. */
  stuckAfterMs?: number;
  /** The most of a price that its settlement may take, from 0 on; without it, gas may cost anything. */
  maxGasShare?: number;
  /** Settles what comes within this time in one transaction; leave out to settle each by itself. */
  batch?: { windowMs: number; maxSize: number };
  notify?: Notify;
}

export interface LocalFacilitator extends Facilitator, Disposable {
  /**
   * Sends another call of ours, for no more than its share of what it is worth in USDC. Nothing was sent where it
   * rejects or is refused; each transaction is noted before.
   */
  send(call: ContractCall, worth: bigint, note: (transaction: Hex) => Promise<unknown>): Promise<Sending>;
}

/** Smart wallets check signatures by their own code, whose price is theirs to say, up to here. */
const MAX_ESTIMATE = 480_000n;

const MAX_GAS = MAX_ESTIMATE + MAX_ESTIMATE / 4n;

async function createSigner(
  privateKey: Hex,
  { chainId }: LocalFacilitatorOptions['network'],
): Promise<TransactionSigner> {
  const { privateKeyToAccount } = await import('viem/accounts');
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    sign: (transaction) => account.signTransaction({ type: 'eip1559', chainId, ...transaction }),
  };
}

/** Settles with our own key through a node, which must have been examined: on another chain every payment looks good. */
export function createLocalFacilitator(options: LocalFacilitatorOptions): LocalFacilitator {
  const { rpc } = options;
  const { notify = () => {}, stuckAfterMs = 30_000 } = options;
  const batched = options.batch !== undefined;
  let closed = false;
  let started: ReturnType<typeof start> | undefined;

  async function start() {
    const sender = createSender({
      rpc,
      signer: await createSigner(options.privateKey, options.network),
      confirmationTimeoutMs: options.confirmationTimeoutMs ?? 10_000,
      pollMs: options.pollMs ?? 200,
      bumpAfterMs: options.bumpAfterMs ?? 12_000,
      gapAfterMs: options.gapAfterMs ?? 2_000,
      notify,
    });
    if (closed) sender.close();
    const ceiling =
      options.maxGasShare === undefined ? undefined : createGasCeiling(rpc, options.maxGasShare);
    const gasWatch = createGasWatch({
      rpc,
      address: sender.address,
      currentFees: sender.currentFees,
      intervalMs: 60_000,
      notify,
    });
    const sendTogether = options.batch ? createBatcher(sender, options.batch) : sender.send;
    return { sender, gasWatch, ceiling, sendTogether };
  }
  const parts = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };

  const isStuck = (sender: Sender) => sender.oldestPendingMs() >= stuckAfterMs;

  const simulate = (sender: Sender, call: ContractCall, block: 'latest' | 'pending', gas: bigint) =>
    rpc.call('eth_call', [{ from: sender.address, ...call, gas: toQuantity(gas) }, block]);

  /** The most that a unit of gas may cost for this payment, and whether it costs more. */
  async function limitOf(
    { sender, ceiling }: Awaited<ReturnType<typeof start>>,
    amount: bigint,
    gas?: bigint,
  ) {
    if (!ceiling) return { limit: undefined, isTooDear: false };
    const [limit, fees] = await Promise.all([ceiling.feePerGas(amount, gas), sender.currentFees()]);
    const isTooDear = expectedFee(fees) > limit;
    if (isTooDear) notify({ event: 'gas_too_dear', amountAtomic: String(amount) });
    return { limit, isTooDear };
  }

  /** An account may have delegated to code that takes more: then an estimate says how much, or what is wrong. */
  async function needsUsualGas(sender: Sender, call: ContractCall): Promise<boolean> {
    try {
      await simulate(sender, call, 'pending', GAS_PER_SETTLEMENT);
      return true;
    } catch (error) {
      if (error instanceof NodeError && error.kind === 'rejected') return false;
      throw error;
    }
  }

  /** Before anything is signed: what the payer does wrong must show while no nonce is held. */
  async function prepare(sender: Sender, payment: Payment) {
    const call = transferCall(payment);
    if (payment.signedBy === 'account') {
      // Code could take the gas of all others in a batch.
      const [isUsual, alone] = await Promise.all([
        needsUsualGas(sender, call),
        batched && hasCodeAt(rpc, payment.payer, 'latest'),
      ]);
      if (isUsual) return { call, gas: GAS_PER_SETTLEMENT, alone };
    }
    const params = [{ from: sender.address, ...call }, 'pending'];
    const estimate = BigInt(z.string().parse(await rpc.call('eth_estimateGas', params)));
    return { call, gas: estimate + estimate / 4n, alone: true };
  }

  async function concludeSending(payment: Payment, sending: Sending): Promise<Settlement> {
    if (sending.kind === 'refused') return { kind: 'failed', reason: 'payment_service_unavailable' };
    if (sending.kind === 'unknown') return { kind: 'unknown', transaction: sending.transaction };
    const { receipt } = sending;
    const transfer = authorizedTransferOf(payment);
    if (receiptPays(receipt, transfer)) {
      return { kind: 'settled', transaction: receipt.transactionHash, gas: gasShareOf(receipt, transfer) };
    }
    // Code can say one thing to who asks and another in a transaction, at our cost. As it was before: it may be gone now.
    const before = toQuantity(BigInt(receipt.blockNumber) - 1n);
    const byPayersCode = await hasCodeAt(rpc, payment.payer, before).catch(() => false);
    return { kind: 'failed', reason: 'settlement_failed', ...(byPayersCode && { byPayersCode }) };
  }

  return {
    async verify(payment): Promise<Verification> {
      try {
        const ours = await parts();
        const { sender, gasWatch } = ours;
        // It would be computed for, and then wait behind the others.
        if (isStuck(sender)) return { kind: 'unavailable' };
        const [{ settlementsLeft }, { isTooDear }] = await Promise.all([
          gasWatch.look(),
          limitOf(ours, payment.amount),
          simulate(sender, transferCall(payment), 'latest', MAX_ESTIMATE),
        ]);
        return { kind: settlementsLeft > 0 && !isTooDear ? 'valid' : 'unavailable' };
      } catch (error) {
        const reason = refusalOf(error);
        return reason ? { kind: 'invalid', reason } : { kind: 'unavailable' };
      }
    },

    async settle(payment): Promise<Settlement> {
      let prepared: Awaited<ReturnType<typeof prepare>>;
      let send: Sender['send'];
      let price: Awaited<ReturnType<typeof limitOf>>;
      try {
        const ours = await parts();
        prepared = await prepare(ours.sender, payment);
        send = prepared.alone ? ours.sender.send : ours.sendTogether;
        // Code at the payer's address may take more than others do, at our cost.
        const more = prepared.gas > GAS_PER_SETTLEMENT ? prepared.gas : undefined;
        price = await limitOf(ours, payment.amount, more);
      } catch (error) {
        return { kind: 'failed', reason: refusalOf(error) ?? 'payment_service_unavailable' };
      }
      if (prepared.gas > MAX_GAS) return { kind: 'failed', reason: 'payment_invalid', byPayersCode: true };
      // Its low limit would hold for a whole batch.
      if (price.isTooDear) return { kind: 'failed', reason: 'payment_service_unavailable' };
      try {
        return await concludeSending(payment, await send(prepared.call, prepared.gas, price.limit));
      } catch {
        return { kind: 'failed', reason: 'payment_service_unavailable' };
      }
    },

    async send(call, worth, note) {
      const ours = await parts();
      const params = [{ from: ours.sender.address, ...call }, 'pending'];
      const estimate = BigInt(z.string().parse(await rpc.call('eth_estimateGas', params)));
      const { limit, isTooDear } = await limitOf(ours, worth, estimate);
      if (isTooDear || isStuck(ours.sender)) return { kind: 'refused' };
      return ours.sender.send(call, estimate + estimate / 4n, limit, note);
    },

    async support() {
      try {
        const { sender, gasWatch, ceiling } = await parts();
        const { settlementsLeft, gasPrice } = await gasWatch.look();
        const ready = !isStuck(sender) && settlementsLeft > 0;
        return { ready, ...(ceiling && { leastAmount: await ceiling.leastAmount(gasPrice) }) };
      } catch {
        return { ready: false };
      }
    },

    [Symbol.dispose]() {
      closed = true;
      started?.then(({ sender }) => sender.close()).catch(() => {});
    },
  };
}

/** Words of USDC when it refuses a transfer, with their meaning to the payer. */
const REASONS: readonly [RegExp, PaymentRefusal][] = [
  [/used or canceled/i, 'payment_already_used'],
  [/exceeds balance/i, 'insufficient_funds'],
  [/is expired/i, 'payment_expired'],
  [/not yet valid/i, 'payment_not_yet_valid'],
  [/invalid signature|ECRecover/i, 'invalid_signature'],
];

/**
 * The fault that a simulation finds in a payment; `undefined` where that is not the payment's fault: the node fails, or the
 * contract refuses everybody, as while it is paused.
 */
function refusalOf(failure: unknown): PaymentRefusal | undefined {
  if (!(failure instanceof NodeError)) return undefined;
  // Only a wallet's own code can take as much as we allow.
  if (failure.says(/out ?of ?gas|gas required exceeds/i)) return 'payment_invalid';
  if (!failure.reverted || failure.revertMatches(/paused/i)) return undefined;
  return REASONS.find(([pattern]) => failure.revertMatches(pattern))?.[1] ?? 'payment_invalid';
}

/** A settlement to a fresh payee takes about 103,000. */
const GAS_PER_SETTLEMENT = 150_000n;

export const GAS_ALARM_BELOW_SETTLEMENTS = 500;

interface GasWatchOptions {
  rpc: Rpc;
  address: Hex;
  currentFees: () => Promise<Fees>;
  /** The balance is not asked for more often than this. */
  intervalMs: number;
  notify: Notify;
}

interface GasState {
  settlementsLeft: number;
  /** In wei for a unit. */
  gasPrice: bigint;
}

/** For how many settlements the account can pay should the base fee double. Rejects when the node cannot be asked. */
export async function askGas({
  rpc,
  address,
  currentFees,
}: Pick<GasWatchOptions, 'rpc' | 'address' | 'currentFees'>): Promise<GasState> {
  const [balance, fees] = await Promise.all([rpc.call('eth_getBalance', [address, 'latest']), currentFees()]);
  const cost = GAS_PER_SETTLEMENT * (fees.maxFeePerGas || 1n);
  return {
    settlementsLeft: Number(BigInt(z.string().parse(balance)) / cost),
    gasPrice: expectedFee(fees),
  };
}

/** Knows for how many settlements the account can pay, and raises the alarm before it cannot. */
function createGasWatch(options: GasWatchOptions) {
  let known: (GasState & { untilMs: number }) | undefined;
  let asking: Promise<GasState> | undefined;

  async function ask(): Promise<GasState> {
    const state = await askGas(options);
    const { settlementsLeft } = state;
    known = { ...state, untilMs: steadyNow() + options.intervalMs };
    const isLow = settlementsLeft < GAS_ALARM_BELOW_SETTLEMENTS;
    if (settlementsLeft === 0) options.notify({ event: 'gas_exhausted' });
    else options.notify({ event: isLow ? 'gas_low' : 'gas_enough', settlementsLeft });
    return known;
  }

  return {
    /** Rejects when the node cannot be asked. */
    async look(): Promise<GasState> {
      if (known && known.untilMs > steadyNow()) return known;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
