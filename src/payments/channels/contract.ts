import { type AuthorizerSigner, BATCH_SETTLEMENT_ADDRESS, type FacilitatorEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/facilitator';
import type { Channel } from '@x402/evm/batch-settlement/server';
import { createPublicClient, custom, encodeFunctionData, parseAbi } from 'viem';
import type { Clock } from '../../lib/clock.ts';
import type { ChannelMove, ChannelStore, OpenMove } from '../../storage/sql/channels.ts';
import { type Hex, keccakHex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import { type ContractCall, gasOf, TransactionReceipt } from '../evm/transfer.ts';
import { formatUsdc, MULTICALL3 } from '../evm/usdc.ts';
import type { Notify } from '../facilitators/facilitator.ts';
import type { LocalFacilitator } from '../facilitators/local.ts';
import type { VoucherPayment } from '../wire/payment.ts';
import { receiversOf } from './terms.ts';

/** Our own key and the node that it goes through. */
export interface OwnKey extends Pick<LocalFacilitator, 'send'> {
  rpc: Rpc;
  /** False: no calls are sold by channels any more; what they owe, and what is left in them, is seen to all the same. */
  isOffered: boolean;
}

/** Numbers that the contract has of a channel. */
export type OnChain = Pick<Channel, 'balance' | 'totalClaimed' | 'withdrawRequestedAt' | 'refundNonce'>;

const abi = parseAbi([
  'function channels(bytes32) view returns (uint128 balance, uint128 totalClaimed)',
  'function pendingWithdrawals(bytes32) view returns (uint128 amount, uint40 initiatedAt)',
  'function refundNonce(bytes32) view returns (uint256)',
  'function receivers(address, address) view returns (uint128 totalClaimed, uint128 totalSettled)',
  'function authorizationState(address, bytes32) view returns (bool)',
]);

/** A transaction for channels; `worth`: by which its gas is measured, where that is another than the amount. */
interface Brought extends Pick<ChannelMove, 'kind' | 'amount'> {
  worth?: bigint;
}

export type Contract = ReturnType<typeof createContract>;

/** viem, asking our node. */
const clientOf = (rpc: Pick<Rpc, 'call'>) =>
  createPublicClient({
    transport: custom({ request: ({ method, params }) => rpc.call(method, params ?? []) }, { retryCount: 0 }),
  });

export const READ_AT_ONCE = 100;

/** Each of these channels with what the contract has of it now. */
export async function* readChannels<Named extends { channelId: string }>(
  rpc: Pick<Rpc, 'call'>,
  channels: readonly Named[],
): AsyncGenerator<[Named, OnChain]> {
  const client = clientOf(rpc);
  for (let at = 0; at < channels.length; at += READ_AT_ONCE) {
    const some = channels.slice(at, at + READ_AT_ONCE);
    const contracts = some.flatMap(({ channelId }) =>
      (['channels', 'pendingWithdrawals', 'refundNonce'] as const).map((functionName) => ({
        address: BATCH_SETTLEMENT_ADDRESS,
        abi,
        functionName,
        args: [`0x${channelId.slice(2)}`] as const,
      })),
    );
    const asked = { contracts, multicallAddress: MULTICALL3, allowFailure: false, batchSize: 0 } as const;
    const numbers = (await client.multicall(asked)).flat().map(String);
    for (const [index, channel] of some.entries()) {
      const [balance = '0', totalClaimed = '0', , requestedAt, nonce] = numbers.slice(index * 5);
      const [withdrawRequestedAt, refundNonce] = [Number(requestedAt), Number(nonce)];
      yield [channel, { balance, totalClaimed, withdrawRequestedAt, refundNonce }];
    }
  }
}

export const owed = ({ chargedCumulativeAmount, totalClaimed }: Channel) =>
  BigInt(chargedCumulativeAmount) - BigInt(totalClaimed);
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
export const owedByAll = (channels: readonly Channel[]) => sum(channels.map(owed));

/** The sum that was claimed for a receiver, and not transferred. */
async function readUntransferred(rpc: Pick<Rpc, 'call'>, receiver: Hex, { usdc }: Pick<Network, 'usdc'>) {
  const call = { address: BATCH_SETTLEMENT_ADDRESS, abi, functionName: 'receivers' } as const;
  const [claimed, transferred] = await clientOf(rpc).readContract({
    ...call,
    args: [receiver, usdc.address],
  });
  return claimed - transferred;
}

/** Sums in the contract: not claimed, claimed and not transferred to the receivers, and the payers'. */
export async function readLeft(
  rpc: Pick<Rpc, 'call'>,
  channels: readonly Channel[],
  { network, payTo }: { network: Pick<Network, 'usdc'>; payTo: Hex },
) {
  const receivers = [...receiversOf(channels, payTo)];
  const untransferred = sum(await Promise.all(receivers.map((one) => readUntransferred(rpc, one, network))));
  const ofPayers = sum(channels.map((one) => BigInt(one.balance) - BigInt(one.chargedCumulativeAmount)));
  const unclaimed = owedByAll(channels);
  const isEmpty = unclaimed + untransferred + ofPayers === 0n;
  const inWords = `${formatUsdc(unclaimed)} USDC not claimed, ${formatUsdc(untransferred)} not transferred and ${formatUsdc(ofPayers)} of payers`;
  return { isEmpty, inWords };
}

const claimOf = ({ channelConfig, chargedCumulativeAmount: charged, signature }: Channel) => ({
  voucher: { channel: channelConfig, maxClaimableAmount: charged },
  signature,
  totalClaimed: charged,
});

/** From when on a transaction stays where it is; a node that is behind the others has seen it long before. */
const FINAL_MS = 300_000;
const SEEN_MS = 15_000;
/** Nothing that was sent so long ago is mined any more. */
const GONE_MS = 86_400_000;
/** Time after which a refund that nobody has finished, or a deposit that was sent anew, is sent once more. */
const PATIENCE_MS = 60_000;

const withoutPending = ({ pendingRequest: _, ...channel }: Channel): Channel => channel;

/** A channel with what the chain says of it now. What was claimed was charged, whatever we have kept. */
export function withChain(kept: Channel, onChain: OnChain, nowMs: number): Channel {
  const { totalClaimed, refundNonce } = onChain;
  // It was given back a moment ago: a node that is behind would show it as there.
  if (refundNonce < kept.refundNonce && nowMs - (kept.onchainSyncedAt ?? 0) < FINAL_MS) return kept;
  const isBehind = BigInt(totalClaimed) > BigInt(kept.chargedCumulativeAmount);
  return {
    // Where the refund that it waited for has been made, it waits no more.
    ...(refundNonce > kept.refundNonce ? withoutPending(kept) : kept),
    ...(isBehind && { chargedCumulativeAmount: totalClaimed, signature: '0x' }),
    ...onChain,
    onchainSyncedAt: nowMs,
  };
}

/** Parts that all work on channels shares. */
export interface ChannelParts {
  store: ChannelStore;
  network: Network;
  payTo: Hex;
  notify: Notify;
  clock: Clock;
}

interface Options extends ChannelParts, Omit<OwnKey, 'isOffered'> {
  /** Signs claims and refunds. */
  authorizer: AuthorizerSigner;
}

/**
 * The contract that holds channels, by x402's own facilitator. What sends rejects nothing; every other method rejects
 * where the node cannot be asked.
 */
export function createContract({ rpc, send, store, network, payTo, authorizer, notify, clock }: Options) {
  /** How often the node has failed: x402's facilitator takes that for a fault of the payment. */
  let troubles = 0;
  const node: Pick<Rpc, 'call'> = {
    call: (...asked) =>
      rpc.call(...asked).catch((error: unknown) => {
        if (!(error instanceof NodeError && error.reverted)) troubles += 1;
        throw error;
      }),
  };
  const client = clientOf(node);

  /** Sends a call, which is noted before; the receipt, once it is mined. */
  async function transact(call: ContractCall, { worth, ...brought }: Brought) {
    const { data } = call;
    const noted = { ...brought, movedAtMs: clock.now(), network: network.id, gas: undefined, data };
    const note = (transaction: Hex) => store.enterMove({ ...noted, transaction });
    const sending = await send(call, worth ?? brought.amount, note);
    if (sending.kind === 'refused') throw new Error('The transaction was not sent');
    if (sending.kind === 'unknown') return { transaction: sending.transaction, receipt: undefined };
    const { receipt } = sending;
    const transaction = receipt.transactionHash;
    // A move that could not be entered is entered when it is looked at again.
    await enter({ ...noted, transaction }, receipt).catch(() => {});
    return { transaction, receipt };
  }

  /** Enters a transaction as it stands in a block. */
  async function enter({ data, ...move }: OpenMove, receipt: TransactionReceipt): Promise<void> {
    if (receipt.status !== '0x1') return store.dropMove(move.transaction);
    const isFinal = clock.now() - move.movedAtMs > FINAL_MS;
    await store.enterMove({ ...move, gas: gasOf(receipt), ...(!isFinal && { data }) });
  }

  function signerFor(brought: Brought): FacilitatorEvmSigner {
    let sent: Awaited<ReturnType<typeof transact>> | undefined;
    const sendTransaction = async (call: ContractCall) => {
      sent = await transact(call, brought);
      return sent.transaction;
    };
    return {
      getAddresses: () => [],
      readContract: (call) => client.readContract(call),
      // The scheme asks for the code of a payer and recovers or asks that by itself.
      verifyTypedData: async () => false,
      getCode: (at) => client.getCode(at),
      writeContract: ({ address, abi, functionName, args }) =>
        sendTransaction({ to: address, data: encodeFunctionData({ abi, functionName, args }) }),
      sendTransaction,
      async waitForTransactionReceipt() {
        // Sent, and not known to be mined: whoever comes back reads it from the chain.
        if (!sent?.receipt) throw new Error('The transaction is not mined yet');
        return { status: sent.receipt.status === '0x1' ? 'success' : 'reverted' };
      },
    };
  }

  const schemeFor = (brought: Brought) => new BatchSettlementEvmScheme(signerFor(brought), authorizer);
  const asset = network.usdc.address;
  const ours = { scheme: 'batch-settlement', network: network.id, asset, payTo };
  const settle = (payload: Record<string, unknown>, brought: Brought) => {
    const accepted = { ...ours, amount: '0', maxTimeoutSeconds: 0, extra: {} };
    return schemeFor(brought).settle({ x402Version: 2, accepted, payload }, accepted);
  };
  const depositOf = ({ requirements, payload }: VoucherPayment) => ({
    x402Version: 2,
    accepted: requirements,
    payload,
  });

  /** Rejects where the answer is no, and the node has failed meanwhile. */
  async function unlessTroubled<Answer>(asked: Promise<Answer>, isYes: (answer: Answer) => boolean) {
    const before = troubles;
    const answer = await asked;
    if (!isYes(answer) && troubles > before) throw new Error('The node has failed meanwhile');
    return answer;
  }

  async function sendAgain({ transaction, data, kind, amount }: OpenMove): Promise<void> {
    try {
      const { receipt } = await transact({ to: BATCH_SETTLEMENT_ADDRESS, data }, { kind, amount });
      // Until it is mined this one says that it is to be sent, also to whoever comes after a kill.
      if (receipt) await store.dropMove(transaction);
    } catch {
      notify({ event: 'channel_trouble', trouble: kind, amountAtomic: String(amount) });
    }
  }

  return {
    read: <Named extends { channelId: string }>(channels: readonly Named[]) => readChannels(node, channels),
    left: (channels: readonly Channel[]) => readLeft(node, channels, { network, payTo }),

    /** Whether the contract has taken the deposit of this payment already. */
    async isTaken({ payload: { channelConfig, voucher, deposit } }: VoucherPayment): Promise<boolean> {
      if (!deposit) return false;
      const salt = deposit.authorization.erc3009Authorization.salt.slice(2).padStart(64, '0');
      const nonce = keccakHex(Buffer.from(voucher.channelId.slice(2) + salt, 'hex'));
      const functionName = 'authorizationState';
      return client.readContract({ address: asset, abi, functionName, args: [channelConfig.payer, nonce] });
    },

    /** Whether a deposit would be taken, by the rules of x402's own facilitator. */
    verify: (payment: VoucherPayment) =>
      unlessTroubled(
        schemeFor({ kind: 'deposit', amount: 0n }).verify(depositOf(payment), payment.requirements),
        ({ isValid }) => isValid,
      ),

    /** Sends a deposit, which is examined once more before. */
    bringIn: (payment: VoucherPayment, amount: bigint) =>
      unlessTroubled(
        schemeFor({ kind: 'deposit', amount }).settle(depositOf(payment), payment.requirements),
        ({ transaction }) => transaction !== '',
      ),

    claim: (channels: readonly Channel[], amount: bigint) =>
      settle({ type: 'claim', claims: channels.map(claimOf) }, { kind: 'claim', amount }),

    untransferred: (receiver: Hex) => readUntransferred(node, receiver, network),
    /** Has all that was claimed for a receiver transferred there. */
    transfer: (receiver: Hex, amount: bigint) =>
      settle({ type: 'settle', receiver, token: asset }, { kind: 'settlement', amount }),

    /**
     * Claims what a channel owes and gives this much of the rest back; the transaction, once it is mined. Nothing is done
     * where it was charged since it was seen, or somebody else may still be at it; the chain takes the same once. From
     * before it is sent until the chain shows it, or it is known not to be sent, the channel takes no voucher.
     */
    async refund(seen: Channel, amount: bigint): Promise<string | undefined> {
      const { channelId, channelConfig, chargedCumulativeAmount: maxClaimableAmount, refundNonce } = seen;
      const nowMs = clock.now();
      const expiresAt = nowMs + PATIENCE_MS;
      const pendingRequest = { pendingId: `${amount}`, signedMaxClaimable: maxClaimableAmount, expiresAt };
      const { channel, status } = await store.updateChannel(channelId, (now) => {
        const isFree = (now?.pendingRequest?.expiresAt ?? 0) < nowMs;
        return now && isFree && now.chargedCumulativeAmount === maxClaimableAmount
          ? { ...now, pendingRequest }
          : now;
      });
      if (!channel || status !== 'updated') return undefined;
      const voucher = { channelId, maxClaimableAmount, signature: channel.signature };
      const claims = owed(channel) > 0n ? [claimOf(channel)] : [];
      const refund = { amount: `${amount}`, refundNonce: `${refundNonce}`, claims };
      const brought = { kind: 'refund', amount, worth: amount + owed(channel) } as const;
      const settled = await settle({ type: 'refund', channelConfig, voucher, ...refund }, brought);
      if (!settled.success && settled.errorReason !== 'settlement_pending')
        await store.updateChannel(channelId, (now) => now && withoutPending(now));
      return settled.success ? settled.transaction : undefined;
    },

    /** Looks at what is not final: enters what was mined, and sends a deposit again that the chain has dropped. */
    async review(): Promise<void> {
      const moves = await Promise.all(
        (await store.openMoves()).map(async (move) => {
          const answer = await rpc.call('eth_getTransactionReceipt', [move.transaction]);
          return { move, receipt: TransactionReceipt.nullable().parse(answer) };
        }),
      );
      for (const { move, receipt } of moves) {
        const again = moves.filter(
          (one) => move.kind === 'deposit' && one.move !== move && one.move.data === move.data,
        );
        const isThere = again.some((one) => one.receipt?.status === '0x1');
        const ageMs = clock.now() - move.movedAtMs;
        if (receipt) await enter(move, receipt);
        else if (isThere || ageMs > GONE_MS) await store.dropMove(move.transaction);
        else if (move.gas === undefined || ageMs < SEEN_MS) continue;
        else if (again.some((one) => clock.now() - one.move.movedAtMs < PATIENCE_MS)) continue;
        else if (move.kind === 'deposit') await sendAgain(move);
        // The others are made anew as the chain stands.
        else await store.enterMove({ ...move, gas: undefined });
      }
    },
  };
}
