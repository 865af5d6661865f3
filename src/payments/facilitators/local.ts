import { z } from 'zod';
import { authorizedTransferOf } from '../chain.ts';
import { type Hex, PAYMENT_CHAIN_ID, type Payment } from '../payment.ts';
import { type Rpc, RpcFailure } from '../rpc.ts';
import { receiptPays } from '../transfer-events.ts';
import { USDC } from '../usdc.ts';
import { createBatcher } from './batch.ts';
import type { Facilitator, Settlement, Verification } from './facilitator.ts';
import type { Notify } from './facilitator-events.ts';
import { createGasWatch } from './gas-watch.ts';
import { refusalOfRevert } from './revert-reasons.ts';
import { createSender, type Sender, type Sending, type TransactionSigner } from './sender.ts';
import { type ContractCall, transferCall } from './transfer-call.ts';

export interface LocalFacilitatorOptions {
  rpc: Rpc;
  /** Pays the gas. Give it to one process only. */
  privateKey: Hex;
  confirmationTimeoutMs?: number;
  pollMs?: number;
  bumpAfterMs?: number;
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
      account.signTransaction({ type: 'eip1559', chainId: PAYMENT_CHAIN_ID, ...transaction }),
  };
}

/** A call to an address without code succeeds and does nothing: on another chain every payment would look good. */
async function requireUsdcOnBase(rpc: Rpc): Promise<void> {
  const [chainId, code] = await Promise.all([
    rpc.call('eth_chainId', []),
    rpc.call('eth_getCode', [USDC.address, 'latest']),
  ]);
  if (Number(chainId) !== PAYMENT_CHAIN_ID || code === '0x') throw new Error('The node is not one of Base');
}

/** Settles with our own key through a node. */
export function createLocalFacilitator(options: LocalFacilitatorOptions): LocalFacilitator {
  const { rpc } = options;
  const notify = options.notify ?? (() => {});
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
    if (sending.outcome === 'refused') return { outcome: 'failed', reason: 'payment_service_unavailable' };
    if (sending.outcome === 'unknown') return { outcome: 'unknown', transaction: sending.transaction };
    const { receipt } = sending;
    if (receiptPays(receipt, authorizedTransferOf(payment))) {
      return { outcome: 'settled', transaction: receipt.transactionHash };
    }
    return { outcome: 'failed', reason: 'settlement_failed' };
  }

  return {
    async verify(payment): Promise<Verification> {
      try {
        const { sender, gasWatch } = await parts();
        const [settlementsLeft] = await Promise.all([
          gasWatch.settlementsLeft(),
          simulate(sender, transferCall(payment), 'latest'),
        ]);
        return { outcome: settlementsLeft > 0 ? 'valid' : 'unavailable' };
      } catch (error) {
        if (!(error instanceof RpcFailure) || !error.reverted) return { outcome: 'unavailable' };
        const reason = refusalOfRevert(error);
        return reason ? { outcome: 'invalid', reason } : { outcome: 'unavailable' };
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
        const reason = error instanceof RpcFailure && error.reverted ? refusalOfRevert(error) : undefined;
        return { outcome: 'failed', reason: reason ?? 'payment_service_unavailable' };
      }
      if (sending.gas > MAX_GAS) return { outcome: 'failed', reason: 'payment_invalid' };
      try {
        return concludeSending(payment, await send(sending.call, sending.gas));
      } catch {
        return { outcome: 'failed', reason: 'payment_service_unavailable' };
      }
    },

    async support() {
      try {
        const { gasWatch } = await parts();
        return { ready: (await gasWatch.settlementsLeft()) > 0 };
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
