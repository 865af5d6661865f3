import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { createTurns } from '../../lib/turns.ts';
import { type Hex, hex } from '../evm/encoding.ts';
import { BASE, type Network } from '../evm/networks.ts';
import { createRpc } from '../evm/nodes.ts';
import type { Rpc } from '../evm/rpc.ts';
import { DEV_PAY_TO, devAccounts } from './dev-accounts.ts';
import { installAt, installMulticall3, installUsdc, mintUsdc, requireDevPackage } from './install-usdc.ts';

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
  /** A file with the compiled contracts of channels. */
  channelContracts?: string | undefined;
}

/** @NOTE Load this file dynamically and only for dev payments: it needs packages that production does not have. */
export async function startDevChain({
  network = BASE,
  blockSeconds,
  channelContracts,
}: DevChainOptions = {}): Promise<DevChain> {
  const clock = blockSeconds ? ['--block-time', String(blockSeconds), '--mixed-mining'] : [];
  const anvil = await startAnvil(network.chainId, clock);
  try {
    const rpc = createRpc(anvil.url);
    const { usdc } = network;
    await installUsdc(rpc, usdc);
    await installMulticall3(rpc);
    if (channelContracts !== undefined) await installChannels(rpc, channelContracts);
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

export interface Anvil extends AsyncDisposable {
  url: string;
}

/**
 * Runs in a process of its own between us and the chain: when we end in whatever way, even by kill -9,
 * the pipe from us closes and the chain goes too. Self-contained, because only its source text travels.
 */
function watch(): void {
  const { spawn: start } = process.getBuiltinModule('node:child_process');
  const [binary = '', ...options] = process.argv.slice(1);
  const chain = start(binary, options, { stdio: ['ignore', 'inherit', 'ignore'] });
  chain.on('error', () => process.exit(1));
  chain.on('exit', (code) => process.exit(code ?? 1));
  process.stdin.on('close', () => chain.kill('SIGKILL')).resume();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

function findBinary(): string {
  const processor = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const platformPackage = `@foundry-rs/anvil-${process.platform}-${processor}`;
  // The platform's package is a dependency of anvil's, so it is looked up from there.
  const fromAnvil = createRequire(requireDevPackage('@foundry-rs/anvil/package.json'));
  const home = dirname(requireDevPackage(`${platformPackage}/package.json`, fromAnvil));
  return join(home, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('The local chain (anvil) ended before it was ready.'));
    child.once('error', failed);
    child.once('exit', failed);
    if (!child.stdout) return failed();
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Listening on (\S+:\d+)/.exec(line)?.[1];
      if (address) resolve(`http://${address}`);
    });
  });
}

/** Pipes to a child are sockets, which the types of streams do not say. */
function unref(handle: object | null): void {
  if (handle && 'unref' in handle && typeof handle.unref === 'function') handle.unref();
}

/** Starts a private chain with the id of another one on a free loopback port. */
export async function startAnvil(chainId: number, options: readonly string[]): Promise<Anvil> {
  const child = spawn(
    process.execPath,
    [
      '--eval',
      `(${watch.toString()})()`,
      '--',
      findBinary(),
      '--chain-id',
      String(chainId),
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--prune-history',
      '1000',
      ...options,
    ],
    // `detached`: Ctrl-C in the terminal is ours to handle; the chain is needed until the last settlement.
    { stdio: ['pipe', 'pipe', 'ignore'], detached: true },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.ref();
    child.stdin?.destroy();
    await ended;
  };
  try {
    const url = await readUrl(child);
    // It would print every call, and nothing of it may keep our own process alive.
    await createRpc(url).call('anvil_setLoggingEnabled', [false]);
    for (const handle of [child, child.stdin, child.stdout]) unref(handle);
    return { url, [Symbol.asyncDispose]: stop };
  } catch (error) {
    child.stdin?.destroy();
    throw error;
  }
}

/** Where Base has them; x402's own constant would load all of it. */
const CHANNELS: Hex = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003';
const DEPOSITS: Hex = '0x4020806089470a89826cb9fb1f4059150b550004';

const Compiled = z.object({ bytecode: hex });
const Artifacts = z.object({ x402BatchSettlement: Compiled, ERC3009DepositCollector: Compiled });

/** Puts x402's contracts of channels where Base has them, from a file with their creation code. */
async function installChannels(rpc: Rpc, file: string): Promise<void> {
  const compiled = Artifacts.parse(JSON.parse(readFileSync(file, 'utf8')));
  await installAt(rpc, CHANNELS, compiled.x402BatchSettlement.bytecode);
  const argument = CHANNELS.slice(2).padStart(64, '0');
  await installAt(rpc, DEPOSITS, `${compiled.ERC3009DepositCollector.bytecode}${argument}`);
}
