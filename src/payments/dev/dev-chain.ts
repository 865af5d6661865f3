import { createTurns } from '../../lib/turns.ts';
import type { Hex } from '../evm/encoding.ts';
import { createRpc, type Rpc } from '../evm/rpc.ts';
import { startAnvil } from './anvil.ts';
import { DEV_PAY_TO, devAccounts } from './dev-accounts.ts';
import { installMulticall3, installUsdc, mintUsdc } from './install-usdc.ts';

/** A private chain that looks like Base to a wallet: same chain id, Circle's USDC at the same address. */
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
  /** Mines a block this often besides one for every transaction, so that the chain's clock goes on. */
  blockSeconds?: number;
}

/** @NOTE Load this file dynamically and only for dev payments: it needs packages that production does not have. */
export async function startDevChain(options: DevChainOptions = {}): Promise<DevChain> {
  const clock = options.blockSeconds ? ['--block-time', String(options.blockSeconds), '--mixed-mining'] : [];
  const anvil = await startAnvil({ arguments: clock });
  try {
    const rpc = createRpc(anvil.url);
    await installUsdc(rpc);
    await installMulticall3(rpc);
    await mintUsdc(rpc, devAccounts().wallet.address, WALLET_FUNDS);
    // Anvil hands out the nonces of its own accounts carelessly.
    const turns = createTurns();
    return {
      rpcUrl: anvil.url,
      rpc,
      payTo: DEV_PAY_TO,
      facilitatorPrivateKey: devAccounts().facilitator.privateKey,
      wallet: devAccounts().wallet,
      mint: (to, amount) => turns('funding', () => mintUsdc(rpc, to, amount)),
      [Symbol.asyncDispose]: () => anvil[Symbol.asyncDispose](),
    };
  } catch (error) {
    await anvil[Symbol.asyncDispose]();
    throw error;
  }
}
