import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/cli/doctor/examine.ts';
import { examineService } from '../../src/cli/doctor/examine-service.ts';
import type { Step } from '../../src/cli/rehearse/rehearse.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import { asHex } from '../../src/payments/evm/encoding.ts';
import { BASE, networks } from '../../src/payments/evm/networks.ts';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { connectMcp } from '../mcp/connect.ts';
import { startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { runCommand } from '../run-command.ts';
import { type RunningService, runService, whenReady } from '../running-service.ts';
import { answerWith, putWallet } from '../web/wallet-in-page.ts';
import { startDevService } from './dev-service.ts';
import { domainOf, newWallet, signAuthorization, signPayment, toHeader } from './wallet.ts';

const network = networks['base-sepolia'];
const NOTICE = /^REHEARSAL: this service takes test money only, .* worth nothing/;
const DECODE = `/v1/decode?vin=${SAMPLE_VIN}`;
const payTo = asHex(newWallet().address.toLowerCase());
const wallet = newWallet();
const buyerKey = generatePrivateKey();

const parts = new AsyncDisposableStack();
let chain: DevChain;
/** Where a slip leads to: a chain with the id of Base. */
let base: DevChain;
let environment: Record<string, string>;
let service: RunningService;

beforeAll(async () => {
  chain = parts.use(await startDevChain({ network, blockSeconds: 1 }));
  base = parts.use(await startDevChain({ blockSeconds: 1 }));
  const sources = parts.use(await startFaultySources(worldOf(elantra2013)));
  const privateKey = generatePrivateKey();
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(privateKey).address, '0xde0b6b3a7640000']);
  await chain.mint(wallet.address, 1_000_000n);
  await chain.mint(asHex(privateKeyToAccount(buyerKey).address.toLowerCase()), 1_000_000n);
  environment = {
    ...sources.environment,
    NETWORK: 'base-sepolia',
    PAY_TO: payTo,
    FACILITATOR_PRIVATE_KEY: privateKey,
    // Gas costs nothing here, whatever the chain says.
    MAX_GAS_SHARE: '1000',
    RPC_URL: chain.rpcUrl,
  };
  service = parts.use(await runService(environment));
  await whenReady(service);
});
afterAll(() => parts[Symbol.asyncDispose]());

/** The command in a process of its own, against this service unless another is named. */
async function rehearse(given: Record<string, string>, ...args: string[]) {
  const env = { REHEARSAL_PRIVATE_KEY: buyerKey, RPC_URL: chain.rpcUrl, ...given };
  const url = `http://localhost:${service.port}`;
  const { code, stdout, stderr } = await runCommand(['rehearse', '--url', url, ...args], env);
  return { code, said: stdout + stderr };
}

const received = () => createChain(chain.rpc, network).balanceOf(payTo);

interface Answer {
  accepts: [PaymentRequirements];
  error?: string;
  notice?: string;
}

async function ask(path: string, payment?: object) {
  const response = await service.get(
    path,
    payment && { headers: { 'PAYMENT-SIGNATURE': toHeader(payment) } },
  );
  return { status: response.status, ...((await response.json()) as Answer) };
}

describe('a service on the test network', () => {
  it.each(['', '?x402Version=1'])(
    'asks for test money, and says in words that it is: %s',
    async (version) => {
      const { accepts, notice } = await ask(`/v1/recalls${version}`);
      expect(notice).toMatch(NOTICE);
      const terms = {
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        extra: { name: 'USDC', version: '2' },
      };
      const named = version === '' ? 'eip155:84532' : 'base-sepolia';
      expect(accepts).toMatchObject([{ ...terms, network: named }]);
    },
  );

  it('says it to agents', async () => {
    await using mcp = await connectMcp(service.url, '2025-11-25');
    const parameters = { vin: SAMPLE_VIN };
    const challenge = (await mcp.call('get_decode', parameters)).body;
    expect(challenge).toMatchObject({ notice: expect.stringMatching(NOTICE) });
    const message = { messageId: '1', role: 'ROLE_USER', parts: [{ data: { skill: 'decode', parameters } }] };
    const asked = await service.get('/a2a', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }),
    });
    expect(await asked.text()).toContain('REHEARSAL: this service takes test money only');
  });

  const documents =
    'openapi.json llms.txt llms-full.txt discovery terms.txt terms.json skill.md health .well-known/catalog ' +
    '.well-known/x402 .well-known/agent-card.json .well-known/mcp/server-card.json';
  it.each(documents.split(' '))('says it in /%s, and speaks of no other network', async (path) => {
    const text = await (await service.get(`/${path}`)).text();
    expect(text).toContain('REHEARSAL: this service takes test money only');
    expect(text).not.toMatch(/eip155:8453\b|(?<!test )USDC on Base/);
  });

  it.each(['', 'prices', 'terms', 'buy', 'docs', 'report', 'health', 'v1/prepurchase'])(
    'says it to people on /%s',
    async (path) => {
      const page = await service.get(`/${path}`, { headers: { Accept: 'text/html' } });
      const text = await page.text();
      expect(text).toContain('<p class="test">REHEARSAL: this service takes test money only');
      expect(text).not.toMatch(/eip155:8453\b|(?<!test )USDC on Base/);
    },
  );

  it('sells for test money, and its receipt names the network', async () => {
    const before = await received();
    const { accepts } = await ask(DECODE);
    const payment = await signPayment(wallet, { requirements: accepts[0] });
    const headers = { 'PAYMENT-SIGNATURE': toHeader(payment) };
    const bought = await service.get(DECODE, { headers });
    expect(bought.status).toBe(200);
    const receipt = JSON.parse(atob(bought.headers.get('PAYMENT-RESPONSE') ?? ''));
    expect(receipt).toMatchObject({ success: true, network: network.id });
    expect((await received()) - before).toBe(10_000n);
  });

  it.skipIf(skipped)(`is paid by a wallet in a browser, which is sent to its network${skipped}`, async () => {
    const before = await received();
    const browser = await startBrowser();
    try {
      const context = await browser.newContext();
      let chainId = '0x2105';
      const added: unknown[] = [];
      await putWallet(context, async (method, params) => {
        if (method === 'eth_chainId') return chainId;
        if (method === 'eth_call') return chain.rpc.call(method, params);
        if (method === 'wallet_switchEthereumChain') return { refusal: { code: 4902, message: 'Unknown' } };
        if (method !== 'wallet_addEthereumChain') return answerWith(wallet, method, params);
        added.push(params[0]);
        chainId = '0x14a34';
        return null;
      });
      const page = await context.newPage();
      await page.goto(`${service.url}/buy?vin=${SAMPLE_VIN}`);
      await page.getByRole('button', { name: 'Pay with Injected' }).click();
      await page.getByRole('heading', { level: 1, name: '2013 Hyundai Elantra' }).waitFor();
      expect(added).toMatchObject([{ chainId: '0x14a34', chainName: 'Base Sepolia' }]);
      expect(await page.locator('#answer').textContent()).toContain('REHEARSAL');
    } finally {
      await browser.close();
    }
    expect((await received()) - before).toBe(250_000n);
  });

  it('takes nothing that was signed for real money, whatever it calls itself', async () => {
    const before = await received();
    const { accepts } = await ask(DECODE);
    const { id, usdc } = BASE;
    const real = { ...accepts[0], network: id, asset: usdc.address };
    const payment = await signPayment(wallet, { requirements: real });
    expect(await ask(DECODE, payment)).toMatchObject({ status: 402, error: 'wrong_network' });
    const posing = await ask(DECODE, { ...payment, accepted: accepts[0] });
    expect(posing).toMatchObject({ status: 402, error: 'invalid_signature' });
    const { authorization } = payment.payload;
    const signature = await signAuthorization(wallet, authorization, {
      ...domainOf(network),
      name: 'USD Coin',
    });
    const misnamed = { ...payment, accepted: accepts[0], payload: { signature, authorization } };
    expect(await ask(DECODE, misnamed)).toMatchObject({ status: 402, error: 'invalid_signature' });
    expect(await received()).toBe(before);
  });

  it('keeps its storage to itself: real money is taken with another one', async () => {
    const real = { ...environment, NETWORK: 'base', DATA_DIR: service.folder };
    const words = /storage holds payments on eip155:84532\. With NETWORK=base use another one/;
    await expect(runService({ ...real, RPC_URL: base.rpcUrl })).rejects.toThrow(words);
    const findings = await examine({ environment: { ...real, RPC_URL: base.rpcUrl } });
    const what = expect.stringMatching(/holds payments on eip155:84532, not on eip155:8453$/);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'storage', state: 'problem', what }));
  });

  it('is examined by the chain that it is on', async () => {
    const findings = await examine({ environment: { ...environment, DATA_DIR: service.folder } });
    const whats = findings.map(({ check, what }) => `${check}: ${what}`).join('\n');
    expect(whats).toContain('payments are a rehearsal with test USDC on Base Sepolia');
    expect(whats).toContain('chain: the node is one of Base Sepolia');
    const seen = await examineService(service.url);
    const asks = expect.stringMatching(/^asks for test USDC on Base Sepolia, to 0x/);
    expect(seen).toContainEqual({ check: 'challenge', state: 'ok', what: asks });
    const fix = 'Set RPC_URL to a node of Base Sepolia, chain 84532.';
    const wrong = await examine({ environment: { ...environment, RPC_URL: base.rpcUrl } });
    expect(wrong).toContainEqual(expect.objectContaining({ what: 'the node is one of chain 8453', fix }));
    await expect(runService({ ...environment, RPC_URL: base.rpcUrl })).rejects.toThrow(fix);
  });
});

describe('forecourt rehearse', () => {
  it('buys one of each as a stranger would, each charged once, and says what it saw', async () => {
    const before = await received();
    const { code, said } = await rehearse({}, '--json');
    const { failed, steps }: { failed: number; steps: Step[] } = JSON.parse(said);
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    expect([code, failed]).toEqual([0, 0]);
    const words = (name: string) => steps.filter(({ step }) => step === name).map(({ what }) => what);
    expect(words('service')).toEqual([expect.stringMatching(/ for \$0\.34 in test USDC on Base Sepolia$/)]);
    const prices = ['0.01', '0.01', '0.05', '0.02', '0.25'];
    expect(words('chain')).toEqual(prices.map((price) => `$${price} left the wallet, once`));
    expect(words('payment')[0]).toMatch(/https:\/\/sepolia\.basescan\.org\/tx\/0x[0-9a-f]{64}$/);
    expect(words('again')).toHaveLength(prices.length);
    expect((await received()) - before).toBe(340_000n);
  });

  it('ends with code 1 and the step that failed, and goes on with the others', async () => {
    const { code, said } = await rehearse({}, '--products', 'decode,recalls');
    expect(code).toBe(1);
    const why = 'nothing is sold: this wallet bought the same within the last ten minutes';
    expect(said.match(/FAILED .*/g)).toEqual([
      expect.stringMatching(new RegExp(`decode +payment .*${why}`)),
      expect.stringMatching(new RegExp(`recalls +payment .*${why}`)),
    ]);
  });

  it.each([
    ['more than may be spent', {}, ['--max-spend', '0.1'], /asks \$0\.34 .*: more than --max-spend 0\.1/],
    ['what is not sold', {}, ['--products', 'titles'], /does not sell "titles"/],
    [
      'by an empty wallet',
      { REHEARSAL_PRIVATE_KEY: generatePrivateKey() },
      [],
      /holds \$0\.00: send it test USDC.*faucet/,
    ],
    [
      'by nodes of another chain',
      { RPC_URL: 'BASE' },
      [],
      /is one of chain 8453\. Set RPC_URL to a node of Base Sepolia/,
    ],
    ['without a key of its own', { REHEARSAL_PRIVATE_KEY: '' }, [], /Set REHEARSAL_PRIVATE_KEY/, 2],
  ])('pays nothing for %s', async (_what, given, args, words, expected = 1) => {
    const before = await received();
    const { code, said } = await rehearse(
      { ...given, ...('RPC_URL' in given && { RPC_URL: base.rpcUrl }) },
      ...args,
    );
    expect([code, said]).toEqual([expected, expect.stringMatching(words)]);
    expect(await received()).toBe(before);
  });

  it('spends real money only where it is told to', async () => {
    await using real = await startDevService();
    const { rpcUrl } = await real.payments.ready;
    const given = { REHEARSAL_PRIVATE_KEY: real.payments.wallet.privateKey, RPC_URL: rpcUrl };
    const args = ['--url', `http://localhost:${real.port}`, '--products', 'decode'];
    const refused = await rehearse(given, ...args);
    const words = expect.stringMatching(/takes real money, USDC on Base: add --real to spend it/);
    expect(refused).toEqual({ code: 1, said: words });
    const { code, said } = await rehearse(given, ...args, '--real');
    expect([code, said]).toEqual([0, expect.stringMatching(/decode +chain .*\$0\.01 left the wallet, once/)]);
  });
});
