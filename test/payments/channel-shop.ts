import { toClientEvmSigner } from '@x402/evm';
import {
  BatchSettlementEvmScheme,
  computeChannelId,
  InMemoryClientChannelStorage,
  signVoucher,
} from '@x402/evm/batch-settlement/client';
import type { Channel } from '@x402/evm/batch-settlement/server';
import { createPublicClient, createWalletClient, http, parseAbi } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { waitForTransactionReceipt } from 'viem/actions';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { openChannels } from '../../src/payments/channels/open-channels.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import type { Hex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import type { FacilitatorEvent } from '../../src/payments/facilitators/facilitator.ts';
import { createLocalFacilitator } from '../../src/payments/facilitators/local.ts';
import { joinPayments, openPayments } from '../../src/payments/open-payments.ts';
import type { ComputedAnswer, Outcome } from '../../src/payments/sale/call.ts';
import { decodePayment } from '../../src/payments/wire/header.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { anOffer } from './offer.ts';
import { recordEvents } from './recorded-events.ts';
import { SECRET } from './selling.ts';
import { toHeader } from './wallet.ts';

const recordings = process.env.FORECOURT_RECORDINGS;
/** Compiled, as they are on Base: without them nothing of this can be tried. */
export const channelContracts =
  recordings === undefined ? undefined : `${recordings}/x402-batch-settlement/artifact.json`;
export const skipped =
  channelContracts === undefined ? ' (skipped: FORECOURT_RECORDINGS names no folder with the contracts)' : '';

/** A real chain with Circle's USDC and x402's contracts of channels. */
export async function startChannelChain() {
  if (skipped) throw new Error(`There is no chain with channels${skipped}`);
  return startDevChain({ channelContracts });
}

const SETTLEMENT = '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003';
const abi = parseAbi([
  'struct Config { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
  'function channels(bytes32) view returns (uint128 balance, uint128 totalClaimed)',
  'function initiateWithdraw(Config config, uint128 amount)',
  'function finalizeWithdraw(Config config)',
]);
export const settlement = { address: SETTLEMENT, abi } as const;

/** A payer with x402's own client, and USDC. */
export type ChannelWallet = Awaited<ReturnType<typeof openWallet>>;

export async function openWallet(chain: DevChain, { funds = 100_000_000n, deposit = 1_000_000n } = {}) {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, funds);
  const node = createPublicClient({ transport: http(chain.rpcUrl) });
  const signer = toClientEvmSigner(account, node);
  const storage = new InMemoryClientChannelStorage();
  const scheme = new BatchSettlementEvmScheme(signer, { storage, depositStrategy: () => String(deposit) });
  async function pay({ offer }: Pick<ChannelShop, 'offer'>) {
    const accepted = offer.channel?.();
    if (!accepted) throw new Error('No channel is offered');
    const { payload } = await scheme.createPaymentPayload(2, { ...accepted, extra: { ...accepted.extra } });
    return { x402Version: 2, accepted, payload };
  }
  return {
    account,
    scheme,
    storage,
    /** Asks for what is left, or for this much of it. */
    async refund(shop: Pick<ChannelShop, 'offer'>, amount?: bigint) {
      const accepted = shop.offer.channel?.();
      if (!accepted) throw new Error('No channel is offered');
      const channelConfig = scheme.buildChannelConfig({ ...accepted, extra: { ...accepted.extra } });
      const channelId = computeChannelId(channelConfig, accepted.network);
      const charged = (await storage.get(channelId))?.chargedCumulativeAmount ?? '0';
      const voucher = await signVoucher(signer, channelId, charged, accepted.network);
      const payload = { type: 'refund', channelConfig, voucher, ...(amount && { amount: String(amount) }) };
      return { x402Version: 2, accepted, payload };
    },
    /** The payment that the client would send now. */
    pay,
    /** Tells the client of an outcome; true where it would try once more. */
    async learn(
      { offer }: Pick<ChannelShop, 'offer'>,
      paid: Awaited<ReturnType<typeof pay>>,
      outcome: Outcome,
    ): Promise<boolean> {
      const requirements = paid.accepted;
      const context = { paymentPayload: paid, requirements };
      if (outcome.kind === 'answer' && outcome.receipt) {
        const settleResponse = { ...outcome.receipt, network: requirements.network };
        await scheme.schemeHooks.onPaymentResponse?.({ ...context, settleResponse } as never);
      }
      if (outcome.kind !== 'challenge') return false;
      const accepts = [{ ...requirements, extra: { ...requirements.extra, ...outcome.state } }];
      const paymentRequired = { x402Version: 2, error: outcome.reason, resource: offer.resource, accepts };
      return scheme.processCorrectivePaymentRequired(paymentRequired as never);
    },
  };
}

/** The payer of a channel asks the contract for this much of what is left. */
export async function withdraw(
  { rpc, rpcUrl }: Pick<DevChain, 'rpc' | 'rpcUrl'>,
  account: PrivateKeyAccount,
  config: Channel['channelConfig'],
  amount: bigint,
): Promise<void> {
  await rpc.call('anvil_setBalance', [account.address, '0xde0b6b3a7640000']);
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const call = {
    ...settlement,
    chain: null,
    functionName: 'initiateWithdraw',
    args: [config, amount],
  } as const;
  await waitForTransactionReceipt(wallet, { hash: await wallet.writeContract(call) });
}

export type ChannelShop = ReturnType<Awaited<ReturnType<typeof openStreet>>['open']>;

interface Buying {
  request?: string;
  compute?: () => Promise<ComputedAnswer>;
}

const withoutLimit = { take: () => ({ waitSeconds: 0 }), giveBack() {} };

/** Shops on one storage and one chain: each is an instance of one service. */
export async function openStreet(
  chain: DevChain,
  storage: Storage,
  clock: Clock = systemClock,
  // A receiver of its own, so that streets of one chain are settled apart.
  payTo: Hex = privateKeyToAccount(generatePrivateKey()).address,
  isOffered = true,
) {
  const facilitator = createLocalFacilitator({
    rpc: chain.rpc,
    network: BASE,
    privateKey: chain.facilitatorPrivateKey,
    pollMs: 20,
    confirmationTimeoutMs: 2_000,
  });
  const reported: FacilitatorEvent[] = [];
  let send = facilitator.send;
  const settling = {
    ownKey: { rpc: chain.rpc, send: (...sent: Parameters<typeof send>) => send(...sent), isOffered },
    payTo: lower(payTo),
    notify: (event: FacilitatorEvent) => void reported.push(event),
  };
  const joinChannels = await openChannels({ ...settling, network: BASE, storage });
  let computed = 0;

  function open(
    over: Storage = storage,
    secrets: { secret: string; formerSecrets?: string[] } = { secret: SECRET },
    priceUsd = '0.01',
  ) {
    const recorded = recordEvents();
    const { ledger, sale, channels } = joinPayments({
      storage: over,
      ...secrets,
      facilitator,
      chain: createChain(chain.rpc, BASE),
      events: recorded.events,
      clock,
      joinChannels,
    });
    if (!channels) throw new Error('No channels');
    const offer = anOffer({ payTo, priceUsd, channelFor: channels.offerOf });
    return {
      ...recorded,
      sale,
      offer,
      claims: channels.claims,
      async buy(sent: object, { request = 'GET /v1/decode?vin=1', compute }: Buying = {}): Promise<Outcome> {
        const outcome = await sale.sell({
          requestId: `call for ${request}`,
          offer,
          reading: decodePayment(toHeader(sent), 'PAYMENT-SIGNATURE'),
          failed: withoutLimit,
          signal: new AbortController().signal,
          readRequest: () => ({
            resource: '/v1/decode',
            text: request,
            async compute() {
              const answer = ++computed;
              return compute ? await compute() : { body: { answer }, charge: true };
            },
          }),
        });
        if (outcome.kind === 'answer') outcome.handedOut?.(true);
        return outcome;
      },
      [Symbol.dispose]: () => ledger[Symbol.dispose](),
    };
  }
  return {
    open,
    /** As the service opens its payments. */
    openPayments: () =>
      openPayments({
        storage,
        network: BASE,
        facilitator,
        chain: createChain(chain.rpc, BASE),
        events: recordEvents().events,
        channels: settling,
        clock,
      }),
    reported,
    payTo,
    computed: () => computed,
    /** Takes the place of whatever sends to the chain. */
    sendBy(other: (real: typeof send) => typeof send): void {
      send = other(facilitator.send);
    },
    received: () => createChain(chain.rpc, BASE).balanceOf(lower(payTo)),
    [Symbol.dispose]: () => facilitator[Symbol.dispose](),
  };
}

const lower = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;
