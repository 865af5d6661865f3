import { BATCH_SETTLEMENT_ADDRESS, type FacilitatorEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/facilitator';
import type { ChannelManagerConfig } from '@x402/evm/batch-settlement/server';
import {
  createPublicClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import type { ChannelMove } from '../../storage/sql/channels.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import { gasOf, type TransactionReceipt } from '../evm/transfer-events.ts';
import { MULTICALL3 } from '../evm/usdc.ts';
import type { ContractCall, Sending } from '../facilitators/transfer-call.ts';
import type { Deposit } from '../wire/payment.ts';

/** Sends from the wallet that pays the gas, for no more than a share of what it is worth in USDC. */
type SendCall = (call: ContractCall, worth: bigint) => Promise<Sending>;

/** Our own key and the node that it goes through. */
export interface OwnKey {
  rpc: Rpc;
  send: SendCall;
  /** False: no calls are sold by channels any more, and what they owe is claimed all the same. */
  isOffered: boolean;
}

/** A channel as the contract has it. */
export interface ChannelOnChain {
  balance: bigint;
  claimed: bigint;
  /** In seconds; 0 where the payer has not asked for what is left. */
  withdrawRequestedAt: number;
  refundNonce: number;
}

const abi = parseAbi([
  'function channels(bytes32) view returns (uint128 balance, uint128 totalClaimed)',
  'function pendingWithdrawals(bytes32) view returns (uint128 amount, uint40 initiatedAt)',
  'function refundNonce(bytes32) view returns (uint256)',
  'function receivers(address, address) view returns (uint128 totalClaimed, uint128 totalSettled)',
  'function authorizationState(address, bytes32) view returns (bool)',
]);

/** A transaction for channels; `worth`: by which its gas is measured, where that is another than the amount. */
export interface Brought {
  kind: ChannelMove['kind'];
  amount: bigint;
  worth?: bigint;
}

type Payload = Parameters<BatchSettlementEvmScheme['settle']>[0];
type Requirements = Parameters<BatchSettlementEvmScheme['settle']>[1];

export type Contract = ReturnType<typeof createContract>;

type StockFacilitator = ChannelManagerConfig['facilitator'];

/** A facilitator for x402's manager of channels, which only has it settle. */
export const facilitatorOf = (settle: StockFacilitator['settle']): StockFacilitator => ({
  settle,
  verify: async () => ({ isValid: false }),
  getSupported: async () => ({ kinds: [], extensions: [], signers: {} }),
});

type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;
type NodeClient = ReturnType<typeof clientOf>;

/** viem, asking our node. */
export const clientOf = (call: Call) =>
  createPublicClient({
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: readonly unknown[] }) =>
          call(method, params ?? []),
      },
      { retryCount: 0 },
    ),
  });

/** The states of these channels, in one question. */
export async function readChannels(
  client: NodeClient,
  channels: readonly string[],
): Promise<ChannelOnChain[]> {
  const contracts = channels.flatMap((channel) =>
    (['channels', 'pendingWithdrawals', 'refundNonce'] as const).map((functionName) => ({
      address: BATCH_SETTLEMENT_ADDRESS,
      abi,
      functionName,
      args: [`0x${channel.slice(2)}`] as const,
    })),
  );
  const answers = await client.multicall({ contracts, multicallAddress: MULTICALL3, allowFailure: false });
  const numbers = answers.flat().map(BigInt);
  return channels.map((_, index) => {
    const [balance = 0n, claimed = 0n, , requestedAt, nonce] = numbers.slice(index * 5, index * 5 + 5);
    return { balance, claimed, withdrawRequestedAt: Number(requestedAt), refundNonce: Number(nonce) };
  });
}

/** The contract that holds channels. Every method but `settle` rejects where the node cannot be asked. */
export function createContract(
  { rpc, send }: Omit<OwnKey, 'isOffered'>,
  { usdc }: Pick<Network, 'usdc'>,
  /** Enters in the books what was mined, also when nobody waits for it any more. */
  enter: (move: Brought & { transaction: Hex; gas: bigint | undefined }) => Promise<void>,
) {
  /** How often the node has failed: x402's facilitator takes that for a fault of the payment. */
  let troubles = 0;
  const client = clientOf((method, params) =>
    rpc.call(method, params).catch((error: unknown) => {
      if (!(error instanceof NodeError && error.reverted)) troubles += 1;
      throw error;
    }),
  );

  function signerFor(brought: Brought): FacilitatorEvmSigner {
    const receipts = new Map<Hex, TransactionReceipt>();
    const noteMined = async (receipt: TransactionReceipt) => {
      if (receipt.status !== '0x1') return;
      // What could not be entered is found by comparing the books with the chain.
      await enter({ ...brought, transaction: receipt.transactionHash, gas: gasOf(receipt) }).catch(() => {});
    };
    const transact = async (call: ContractCall) => {
      const sending = await send(call, brought.worth ?? brought.amount);
      if (sending.kind === 'refused') throw new Error('The transaction was not sent');
      if (sending.kind === 'unknown') {
        void sending.later?.then(noteMined);
        return sending.transaction;
      }
      receipts.set(sending.receipt.transactionHash, sending.receipt);
      await noteMined(sending.receipt);
      return sending.receipt.transactionHash;
    };
    return {
      getAddresses: () => [],
      readContract: (call) => client.readContract(call),
      // The scheme asks for the code of a payer and recovers or asks that by itself.
      verifyTypedData: async () => false,
      getCode: (at) => client.getCode(at),
      writeContract: ({ address, abi, functionName, args }) =>
        transact({ to: address, data: encodeFunctionData({ abi, functionName, args }) }),
      sendTransaction: transact,
      async waitForTransactionReceipt({ hash }) {
        const receipt = receipts.get(hash);
        // Sent, and not known to be mined: whoever comes back reads it from the chain.
        if (!receipt) throw new Error('The transaction is not mined yet');
        return { status: receipt.status === '0x1' ? 'success' : 'reverted' };
      },
    };
  }

  return {
    read: (channels: readonly string[]) => readChannels(client, channels),

    /** What was claimed for a receiver and not transferred to them yet. */
    async unsettled(receiver: Hex): Promise<bigint> {
      const args = [receiver, usdc.address] as const;
      const call = { address: BATCH_SETTLEMENT_ADDRESS, abi, functionName: 'receivers', args } as const;
      const [claimed, settled] = await client.readContract(call);
      return claimed - settled;
    },

    /** Whether the contract has taken this deposit already. */
    isTaken(payer: Hex, channel: Hex, { authorization }: Deposit): Promise<boolean> {
      const salt = BigInt(authorization.erc3009Authorization.salt);
      const nonce = keccak256(encodeAbiParameters(parseAbiParameters('bytes32, uint256'), [channel, salt]));
      const args = [payer, nonce] as const;
      return client.readContract({ address: usdc.address, abi, functionName: 'authorizationState', args });
    },

    /** Whether a payload would be taken, by the rules of x402's own facilitator. */
    async verify(payload: Payload, requirements: Requirements) {
      const before = troubles;
      const scheme = new BatchSettlementEvmScheme(signerFor({ kind: 'deposit', amount: 0n }));
      const verified = await scheme.verify(payload, requirements);
      if (!verified.isValid && troubles > before) throw new Error('The node has failed meanwhile');
      return verified;
    },

    /** Brings a payload to the chain. */
    settle: (payload: Payload, requirements: Requirements, brought: Brought) =>
      new BatchSettlementEvmScheme(signerFor(brought)).settle(payload, requirements),
  };
}
