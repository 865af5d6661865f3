import { z } from 'zod';
import type { Hex } from '../evm/hex.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import { receiptPays } from '../evm/transfer-events.ts';
import { BASE_CHAIN_ID, USDC } from '../evm/usdc.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import type { Facilitator, Settlement, Verification } from './facilitator.ts';
import type { Notify } from './facilitator-events.ts';
import { createSender, type Sender, type Sending, type TransactionSigner } from './sender.ts';
import {
  authorizedTransferOf,
  type ContractCall,
  createBatcher,
  createGasWatch,
  transferCall,
} from './transfer-call.ts';

/** What USDC says when it refuses a transfer, and what that means to the payer. */
const REASONS: readonly [RegExp, PaymentRefusal][] = [
  [/used or canceled/i, 'payment_already_used'],
  [/exceeds balance/i, 'insufficient_funds'],
  [/is expired/i, 'payment_expired'],
  [/not yet valid/i, 'payment_not_yet_valid'],
  [/invalid signature|ECRecover/i, 'invalid_signature'],
];

/** `undefined` when the contract refuses everybody, as while it is paused: not the payment's fault. */
function refusalOfRevert(failure: NodeError): PaymentRefusal | undefined {
  if (failure.revertMatches(/paused/i)) return undefined;
  return REASONS.find(([pattern]) => failure.revertMatches(pattern))?.[1] ?? 'payment_invalid';
}

export interface LocalFacilitatorOptions {
  rpc: Rpc;
  /** Pays the gas. Give it to one process only. */
  privateKey: Hex;
  confirmationTimeoutMs?: number;
  pollMs?: number;
  bumpAfterMs?: number;
  /** For so long the chain must lack transactions of ours until we send them again. */
  gapAfterMs?: number;
  /** No payments are taken while a transaction has waited for so long to be mined. */
  stuckAfterMs?: number;
  /** Settles what comes within this time in one transaction; leave out to settle each by itself. */
  batch?: { windowMs: number; maxSize: number };
  gasAlarmBelowSettlements?: number;
  notify?: Notify;
}

export interface LocalFacilitator extends Facilitator, Disposable {}

/** A settlement to a fresh payee takes about 103,000. */
const GAS_PER_SETTLEMENT = 150_000n;
/** Smart wallets check signatures by their own code, whose price is theirs to say, up to here. */
const MAX_GAS = 600_000n;

async function createSigner(privateKey: Hex): Promise<TransactionSigner> {
  const { privateKeyToAccount } = await import('viem/accounts');
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    sign: (transaction) =>
      account.signTransaction({ type: 'eip1559', chainId: BASE_CHAIN_ID, ...transaction }),
  };
}

/** A call to an address without code succeeds and does nothing: on another chain every payment would look good. */
async function requireUsdcOnBase(rpc: Rpc): Promise<void> {
  const [chainId, code] = await Promise.all([
    rpc.call('eth_chainId', []),
    rpc.call('eth_getCode', [USDC.address, 'latest']),
  ]);
  if (Number(chainId) !== BASE_CHAIN_ID || code === '0x') throw new Error('The node is not one of Base');
}

/** Settles with our own key through a node. */
export function createLocalFacilitator(options: LocalFacilitatorOptions): LocalFacilitator {
  const { rpc } = options;
  const { notify = () => {}, stuckAfterMs = 30_000 } = options;
  let closed = false;
  let started: ReturnType<typeof start> | undefined;

  async function start() {
    await requireUsdcOnBase(rpc);
    const sender = createSender({
      rpc,
      signer: await createSigner(options.privateKey),
      confirmationTimeoutMs: options.confirmationTimeoutMs ?? 10_000,
      pollMs: options.pollMs ?? 200,
      bumpAfterMs: options.bumpAfterMs ?? 12_000,
      gapAfterMs: options.gapAfterMs ?? 2_000,
      notify,
    });
    if (closed) sender.close();
    const gasWatch = createGasWatch({
      rpc,
      address: sender.address,
      currentFees: sender.currentFees,
      gasPerSettlement: GAS_PER_SETTLEMENT,
      alarmBelowSettlements: options.gasAlarmBelowSettlements ?? 500,
      intervalMs: 60_000,
      notify,
    });
    const send = options.batch ? createBatcher(sender, options.batch) : sender.send;
    return { sender, gasWatch, send };
  }
  const parts = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };

  const isStuck = (sender: Sender) => sender.oldestPendingMs() >= stuckAfterMs;

  const simulate = (sender: Sender, call: ContractCall, block: 'latest' | 'pending') =>
    rpc.call('eth_call', [{ from: sender.address, ...call }, block]);

  /** Before anything is signed: what the payer does wrong must show while no nonce is held. */
  async function prepare(sender: Sender, payment: Payment) {
    const call = transferCall(payment);
    if (payment.signedBy === 'account') {
      await simulate(sender, call, 'pending');
      return { call, gas: GAS_PER_SETTLEMENT };
    }
    const params = [{ from: sender.address, ...call }, 'pending'];
    const estimate = BigInt(z.string().parse(await rpc.call('eth_estimateGas', params)));
    return { call, gas: estimate + estimate / 4n };
  }

  function concludeSending(payment: Payment, sending: Sending): Settlement {
    if (sending.kind === 'refused') return { kind: 'failed', reason: 'payment_service_unavailable' };
    if (sending.kind === 'unknown') return { kind: 'unknown', transaction: sending.transaction };
    const { receipt } = sending;
    if (receiptPays(receipt, authorizedTransferOf(payment))) {
      return { kind: 'settled', transaction: receipt.transactionHash };
    }
    return { kind: 'failed', reason: 'settlement_failed' };
  }

  return {
    async verify(payment): Promise<Verification> {
      try {
        const { sender, gasWatch } = await parts();
        // It would be computed for, and then wait behind the others.
        if (isStuck(sender)) return { kind: 'unavailable' };
        const [settlementsLeft] = await Promise.all([
          gasWatch.settlementsLeft(),
          simulate(sender, transferCall(payment), 'latest'),
        ]);
        return { kind: settlementsLeft > 0 ? 'valid' : 'unavailable' };
      } catch (error) {
        if (!(error instanceof NodeError) || !error.reverted) return { kind: 'unavailable' };
        const reason = refusalOfRevert(error);
        return reason ? { kind: 'invalid', reason } : { kind: 'unavailable' };
      }
    },

    async settle(payment): Promise<Settlement> {
      let sending: { call: ContractCall; gas: bigint };
      let send: Sender['send'];
      try {
        const { sender, ...rest } = await parts();
        send = rest.send;
        sending = await prepare(sender, payment);
      } catch (error) {
        const reason = error instanceof NodeError && error.reverted ? refusalOfRevert(error) : undefined;
        return { kind: 'failed', reason: reason ?? 'payment_service_unavailable' };
      }
      if (sending.gas > MAX_GAS) return { kind: 'failed', reason: 'payment_invalid' };
      try {
        return concludeSending(payment, await send(sending.call, sending.gas));
      } catch {
        return { kind: 'failed', reason: 'payment_service_unavailable' };
      }
    },

    async support() {
      try {
        const { sender, gasWatch } = await parts();
        return { ready: !isStuck(sender) && (await gasWatch.settlementsLeft()) > 0 };
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
