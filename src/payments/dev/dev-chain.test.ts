import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCall, type Hex, word } from '../evm/encoding.ts';
import { BASE } from '../evm/networks.ts';
import { createRpc } from '../evm/nodes.ts';
import { MULTICALL3 } from '../evm/usdc.ts';
import { DEV_PAY_TO, devAccounts, isDevAddress, isDevPrivateKey } from './dev-accounts.ts';
import { type DevChain, startDevChain } from './dev-chain.ts';
import { startDevPayments } from './dev-payments.ts';
import { requireDevPackage } from './install-usdc.ts';

let chain: DevChain;
beforeAll(async () => {
  chain = await startDevChain({ blockSeconds: 1 });
});
afterAll(() => chain[Symbol.asyncDispose]());

const readUsdc = (signature: string, ...values: Hex[]) =>
  chain.rpc.call('eth_call', [
    { to: BASE.usdc.address, data: encodeCall(signature, ...values.map((value) => word(value))) },
    'latest',
  ]);

describe('the dev chain', () => {
  test('has the chain id of Base', async () => {
    expect(Number(await chain.rpc.call('eth_chainId', []))).toBe(8453);
  });

  test("has Circle's USDC, signing under the same domain as on Base", async () => {
    expect(await readUsdc('DOMAIN_SEPARATOR()')).toBe(
      '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
    );
  });

  test('has a funded wallet to try things out with', async () => {
    expect(Number(await readUsdc('balanceOf(address)', chain.wallet.address))).toBe(1_000_000_000);
  });

  test('has Multicall3', async () => {
    expect(await chain.rpc.call('eth_getCode', [MULTICALL3, 'latest'])).toMatch(/^0x60806040/);
  });

  test('lets its clock go on while nothing is sent', async () => {
    const blockNumber = async () => Number(await chain.rpc.call('eth_blockNumber', []));
    const before = await blockNumber();
    await expect.poll(blockNumber, { timeout: 5_000 }).toBeGreaterThan(before);
  });

  const skipped = process.platform === 'win32' ? ' (skipped: Windows has no kill -9)' : '';
  test.skipIf(skipped)(`dies with its parent, even by kill -9${skipped}`, async () => {
    const file = new URL('./dev-chain.ts', import.meta.url).href;
    const program = `const { startDevChain } = await import('${file}');
      console.log((await startDevChain()).rpcUrl);
      setInterval(() => {}, 1_000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = await once(createInterface({ input: parent.stdout }), 'line');
    const rpc = createRpc(String(url));
    expect(Number(await rpc.call('eth_chainId', []))).toBe(8453);
    parent.kill('SIGKILL');
    const answers = () =>
      rpc.call('eth_chainId', []).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 5_000 }).toBe(false);
  });
});

describe('dev accounts', () => {
  test('are twenty addresses, each with its own key', () => {
    const accounts = Object.values(devAccounts()).flat();
    expect(new Set(accounts.map(({ address }) => address)).size).toBe(20);
    for (const { address, privateKey } of accounts)
      expect(privateKeyToAccount(privateKey).address.toLowerCase()).toBe(address);
  });

  test('are recognised in any spelling', () => {
    expect(isDevPrivateKey(devAccounts().wallet.privateKey)).toBe(true);
    expect(isDevPrivateKey(` ${devAccounts().facilitator.privateKey.slice(2).toUpperCase()}\n`)).toBe(true);
    expect(isDevPrivateKey(`0x${'1'.repeat(64)}`)).toBe(false);
    expect(isDevAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(true);
    expect(isDevAddress(DEV_PAY_TO)).toBe(true);
    expect(isDevAddress('0x0000000000000000000000000000000000000000')).toBe(true);
    expect(isDevAddress('0x8c0d1f7a4a2f3c3e0ad6bd0d4f6f7ee0ed3a6b5a')).toBe(false);
  });
});

test('a missing development package is named together with what to do', () => {
  expect(() => requireDevPackage('@foundry-rs/not-there/package.json')).toThrow(
    'Run "npm install --ignore-scripts @foundry-rs/not-there"',
  );
});

test('dev payments are unavailable until the chain is up; then they work', async () => {
  await using payments = startDevPayments();
  expect(await payments.facilitator.support()).toEqual({ ready: false });
  await expect(payments.chain.balanceOf(payments.payTo)).rejects.toThrow('not up yet');
  await payments.ready;
  expect(await payments.facilitator.support()).toEqual({ ready: true });
  expect(await payments.chain.balanceOf(payments.wallet.address)).toBe(1_000_000_000n);
});
