import { createTurns } from '../../lib/turns.ts';
import type { Hex } from '../evm/encoding.ts';
import { BASE, type Network } from '../evm/networks.ts';
import { createRpc, type Rpc } from '../evm/rpc.ts';
import { startAnvil } from './anvil.ts';
import { DEV_PAY_TO, devAccounts } from './dev-accounts.ts';
import { installMulticall3, installUsdc, mintUsdc } from './install-usdc.ts';

/** A private chain that looks to a wallet like the network in whose place it stands: same chain id, Circle's USDC at the same address. */
export interface DevChain extends AsyncDisposable {
  rpcUrl: string;
  rpc: Rpc;
  payTo: Hex;
  /** Pays for gas; for the in-process facilitator. */
  facilitatorPrivateKey: Hex;
  /** Holds USDC to try things out with; its key may be printed. */
  wallet: { address: Hex; privateKey: Hex };
  /** Gives an address USDC, in atomic units. */
  mint(to: Hex, amount: bigint): Promise<void>;
}

/** 1,000 USDC. */
const WALLET_FUNDS = 1_000_000_000n;

export interface DevChainOptions {
  /** The network in whose place it stands; Base where left out. */
  network?: Network;
  /** Mines a block this often besides one for every transaction, so that the chain's clock goes on. */
  blockSeconds?: number;
}

/** @NOTE Load this file dynamically and only for dev payments: it needs packages that production does not have. */
export async function startDevChain({
  network = BASE,
  blockSeconds,
}: DevChainOptions = {}): Promise<DevChain> {
  const clock = blockSeconds ? ['--block-time', String(blockSeconds), '--mixed-mining'] : [];
  const anvil = await startAnvil(network.chainId, clock);
  try {
    const rpc = createRpc(anvil.url);
    const { usdc } = network;
    await installUsdc(rpc, usdc);
    await installMulticall3(rpc);
    await mintUsdc(rpc, usdc, { to: devAccounts().wallet.address, amount: WALLET_FUNDS });
    // Anvil hands out the nonces of its own accounts carelessly.
    const turns = createTurns();
    return {
      rpcUrl: anvil.url,
      rpc,
      payTo: DEV_PAY_TO,
      facilitatorPrivateKey: devAccounts().facilitator.privateKey,
      wallet: devAccounts().wallet,
      mint: (to, amount) => turns('funding', () => mintUsdc(rpc, usdc, { to, amount })),
      [Symbol.asyncDispose]: () => anvil[Symbol.asyncDispose](),
    };
  } catch (error) {
    await anvil[Symbol.asyncDispose]();
    throw error;
  }
}
