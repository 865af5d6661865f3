import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintUsdc } from '../../src/payments/dev/install-usdc.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import { channelContracts, skipped } from '../payments/channel-shop.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { clientFolder, preparePython } from './environment.ts';

const run = promisify(execFile);
const python = await preparePython();
const why = skipped || python.skipped;
/** At least as many as tests. */
const WALLETS = 10;

describe.skipIf(why)(`the Python client with channels${why}`, () => {
  let service: DevService;
  beforeAll(async () => {
    if (why) return;
    service = await startDevService({ CHANNEL_CONTRACTS: channelContracts ?? '' });
    await python.install();
  }, 600_000);
  afterAll(() => service?.[Symbol.asyncDispose]());

  test('passes its tests of them against the running service and chain', { timeout: 600_000 }, async () => {
    const { rpcUrl } = await service.payments.ready;
    const keys = Array.from({ length: WALLETS }, generatePrivateKey);
    for (const key of keys) {
      const to = privateKeyToAccount(key).address;
      await mintUsdc(createRpc(rpcUrl), BASE.usdc, { to, amount: 10_000_000n });
    }
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TEST_CHANNELS: 'on',
      TEST_SERVICE_URL: service.url,
      TEST_WALLET_KEYS: keys.join(),
      TEST_PAY_TO: service.payments.payTo,
      TEST_RPC_URL: rpcUrl,
      PYTHONDONTWRITEBYTECODE: '1',
    };
    const { stdout } = await run(python.program('pytest'), ['tests/test_channel.py'], {
      cwd: clientFolder,
      env,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/^\d+ passed in/m);
  });
});
