import { systemClock, withDeadline } from '../lib/clock.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { OwnKey } from './channels/contract.ts';
import type { DevPayments } from './dev/dev-payments.ts';
import type { Chain } from './evm/chain.ts';
import { asHex } from './evm/encoding.ts';
import type { Rpc } from './evm/rpc.ts';
import { addressOf } from './evm/signature.ts';
import type { Facilitator, Notify } from './facilitators/facilitator.ts';
import type { PaymentConfig } from './payment-config.ts';

/** With whom money is moved, and to whom. Usable at once, also while the other side still starts. */
export interface PaymentParties extends AsyncDisposable {
  facilitator: Facilitator;
  chain: Chain;
  payTo: string;
  /** Sends for channels, where we settle by ourselves. */
  channelKey?: OwnKey | undefined;
  /** Said in every challenge and on every page where payments are not real. */
  notice?: string;
  /** Only where payments are not real: the chain on this machine and a wallet whose key may be shown. */
  devPayments?: DevPayments;
}

/** A node that is silent for longer does not hold up the start; nothing is sold until it was examined. */
const FIRST_LOOK_MS = 3_000;

type LiveConfig = Extract<PaymentConfig, { mode: 'live' }>;

/** Loads only what the configured mode needs: neither the test chain nor the wallet library stands in the way of a start. */
export async function startPayments(config: PaymentConfig, notify: Notify): Promise<PaymentParties> {
  if (config.mode === 'dev') return startTestPayments(config.channelContracts);

  const [{ createChain }, { createNodes }, { guardByNodes }] = await Promise.all([
    import('./evm/chain.ts'),
    import('./evm/nodes.ts'),
    import('./facilitators/guarded.ts'),
  ]);
  const { network } = config;
  const nodes = createNodes({ urls: config.rpcUrls.reveal(), network, notify });
  const chain = createChain(nodes.rpc, network, gasWalletOf(config.facilitator));
  const payTo = asHex(config.payTo.toLowerCase());
  const {
    facilitator: settling,
    channelKey,
    [Symbol.asyncDispose]: dispose,
  } = await createFacilitator(config, nodes.rpc, notify);
  try {
    await withDeadline(nodes.start(), { clock: systemClock, ms: FIRST_LOOK_MS, late: () => undefined });
  } catch (error) {
    await dispose();
    throw error;
  }
  // Our own key's settlements are read from the node already.
  const isProved = config.facilitator.kind === 'local' || !config.ownNode;
  const proved = isProved ? settling : await prove({ facilitator: settling, chain, notify });
  const facilitator = guardByNodes({ facilitator: proved, nodes, chain, payTo, notify });
  const { notice } = network;
  return {
    facilitator,
    chain,
    payTo: config.payTo,
    channelKey,
    ...(notice !== undefined && { notice }),
    [Symbol.asyncDispose]: dispose,
  };
}

function gasWalletOf(facilitator: LiveConfig['facilitator']) {
  if (facilitator.kind !== 'local') return undefined;
  return onDemand(() => addressOf(facilitator.privateKey.reveal()));
}

async function prove(parts: {
  facilitator: Facilitator;
  chain: Chain;
  notify: Notify;
}): Promise<Facilitator> {
  const { proveSettlements } = await import('./facilitators/guarded.ts');
  return proveSettlements(parts);
}

async function startTestPayments(channelContracts: string | undefined): Promise<PaymentParties> {
  const { DEV_NOTICE, requireDevPackages, startDevPayments } = await import('./dev/dev-payments.ts');
  requireDevPackages();
  const devPayments = startDevPayments(channelContracts);
  const { facilitator, chain, payTo, channelKey } = devPayments;
  return {
    facilitator,
    chain,
    payTo,
    channelKey,
    notice: DEV_NOTICE,
    devPayments,
    [Symbol.asyncDispose]: () => devPayments[Symbol.asyncDispose](),
  };
}

async function createFacilitator(
  { facilitator: config, network }: LiveConfig,
  rpc: Rpc,
  notify: Notify,
): Promise<AsyncDisposable & Pick<PaymentParties, 'facilitator' | 'channelKey'>> {
  if (config.kind === 'local') {
    const { createLocalFacilitator } = await import('./facilitators/local.ts');
    const facilitator = createLocalFacilitator({
      rpc,
      network,
      privateKey: config.privateKey.reveal(),
      notify,
      maxGasShare: config.maxGasShare,
      ...(config.batch && { batch: { windowMs: 250, maxSize: 50 } }),
    });
    const { send } = facilitator;
    return {
      facilitator,
      channelKey: { rpc, send, isOffered: config.channels },
      [Symbol.asyncDispose]: async () => facilitator[Symbol.dispose](),
    };
  }
  const { createRemoteFacilitator } = await import('./facilitators/remote.ts');
  if (config.kind === 'remote') {
    return {
      facilitator: createRemoteFacilitator({ url: config.url, network, notify }),
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const { COINBASE_FACILITATOR_URL, checkCoinbaseSecret, createCoinbaseAuthorize } = await import(
    './facilitators/coinbase.ts'
  );
  await checkCoinbaseSecret(config.keySecret);
  const facilitator = createRemoteFacilitator({
    url: config.url ?? COINBASE_FACILITATOR_URL,
    network,
    authorize: createCoinbaseAuthorize(config),
    notify,
  });
  return { facilitator, [Symbol.asyncDispose]: async () => {} };
}
