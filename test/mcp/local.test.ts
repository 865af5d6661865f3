import {
  type CallToolResult,
  Client,
  type ClientCapabilities,
  InMemoryTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLocalKnowledge } from '../../src/cli/local-mcp/local-knowledge.ts';
import { type LocalServerOptions, startLocalServer } from '../../src/cli/local-mcp/local-server.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { startDevService } from '../payments/dev-service.ts';
import { canada, nhtsaModels, nhtsaRecalls } from '../recalls/recorded-world.ts';
import { runService } from '../running-service.ts';
import { faults, startFakeSource } from '../sources/fake-source.ts';
import { eras, readResult } from './connect.ts';

const PRICE = 10_000n;
const CALL = { name: 'get_recalls', arguments: { vin: '' } };

const replay = await startReplayServer([
  nhtsaModels('HYUNDAI', 2013, ['ELANTRA']),
  nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [{ campaign: '23V651000', date: '22/09/2023' }]),
  ...canada('HYUNDAI', 2013, []),
]);
const { nhtsaUrl, transportCanadaUrl } = replay.sources;
const service = await startDevService({ NHTSA_URL: nhtsaUrl, TRANSPORT_CANADA_URL: transportCanadaUrl });
const knowledge = openLocalKnowledge();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await replay[Symbol.asyncDispose]();
});
let serial = 0;
/** Each test buys another car: what the wallet has bought already, it would get for nothing. */
beforeEach(() => {
  serial += 1;
  CALL.arguments.vin = `5NPDH4AE8DH1${String(serial).padStart(5, '0')}`;
});

const received = () => service.payments.chain.balanceOf(service.payments.payTo);

interface LocalOptions {
  wallet?: Partial<LocalServerOptions['wallet']>;
  url?: string;
  revision?: keyof typeof eras;
  timeoutSeconds?: number;
  capabilities?: ClientCapabilities;
}

/** A program on this machine, connected to its own local server. */
async function connectLocal({
  wallet,
  url = service.url,
  revision = '2026-07-28',
  capabilities = {},
  ...others
}: LocalOptions) {
  const lines: string[] = [];
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const { privateKey } = service.payments.wallet;
  const server = startLocalServer(theirs, {
    url,
    knowledge,
    ...(wallet && { wallet: { privateKey, maxSpendUsd: '1.00', maxPriceUsd: '0.25', ...wallet } }),
    ...others,
    log: (line) => lines.push(line),
  });
  const versionNegotiation = { mode: eras[revision] };
  const client = new Client(
    { name: 'forecourt-test', version: '1.0.0' },
    { versionNegotiation, capabilities },
  );
  const opened: string[] = [];
  if (capabilities.elicitation) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (params.mode === 'url') opened.push(params.url);
      return { action: 'accept' };
    });
  }
  await client.connect(mine);
  return {
    client,
    lines,
    opened,
    call: async (call: { name: string; arguments?: Record<string, unknown> }) =>
      readResult((await client.callTool(call)) as CallToolResult),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.each(['2025-11-25', '2026-07-28'] as const)('the local server, revision %s', (revision) => {
  test('pays for a call by itself and says so', async () => {
    await using local = await connectLocal({ wallet: {}, revision });
    const before = await received();
    expect(await local.call(CALL)).toMatchObject({
      isError: false,
      body: { counts: { us: 1 }, charged: true },
      words: expect.stringContaining('2013 Hyundai Elantra: 1 safety recall in the United States'),
      receipt: { success: true },
    });
    expect((await received()) - before).toBe(PRICE);
    expect(local.lines).toEqual(['paid for get_recalls; $0.01 of $1.00 signed for']);
  });

  test('computes without a payment what needs no source, also where no service is', async () => {
    await using local = await connectLocal({ wallet: {}, revision, url: 'http://127.0.0.1:9' });
    expect(
      await local.call({ name: 'get_decode', arguments: { vin: CALL.arguments.vin.toLowerCase() } }),
    ).toMatchObject({
      isError: false,
      body: { view: 'brief', vehicle: { make: 'Hyundai' }, warranty: { market: 'US' }, charged: false },
      words: expect.stringContaining('nothing was charged'),
    });
    const sale = { country: 'US', state: 'IL', price: 25_000, sale_type: 'private' };
    expect(await local.call({ name: 'get_purchase_costs', arguments: sale })).toMatchObject({
      isError: false,
      body: { state: 'IL', charged: false, disclaimer: expect.any(String) },
    });
    const whole = await local.call({ name: 'get_purchase_costs', arguments: { ...sale, view: 'full' } });
    expect(whole.body).toMatchObject({ state: 'IL', lines: expect.any(Array) });
    expect(local.lines).toEqual([]);
    const words = expect.stringContaining('There is no Forecourt service at');
    expect(await local.call(CALL)).toMatchObject({ isError: true, words });
  });

  test('asks the user to open the page to pay where the client can, and names the wallet key', async () => {
    await using local = await connectLocal({ revision, capabilities: { elicitation: { url: {} } } });
    const asked = await local.call(CALL);
    expect(local.opened).toEqual([`${service.url}/v1/recalls?vin=${CALL.arguments.vin}`]);
    expect(asked).toMatchObject({ isError: true, words: expect.stringContaining('was opened for the user') });
    await using other = await connectLocal({ revision });
    expect(await other.call(CALL)).toMatchObject({
      isError: true,
      body: { error: 'payment_required', message: expect.stringContaining('FORECOURT_WALLET_KEY') },
      words: expect.stringMatching(/\$0\.01 .*no wallet.*FORECOURT_WALLET_KEY.*\/v1\/recalls\?vin=/),
    });
  });

  test('says what is wrong as the service does, once and in plain words', async () => {
    await using local = await connectLocal({ wallet: {}, revision });
    const noTool = { code: -32602, message: 'There is no such tool; tools/list lists all.' };
    await expect(local.client.callTool({ name: 'get_money' })).rejects.toMatchObject(noTool);
    const noResource = 'There is no such resource; resources/list and resources/templates/list list all.';
    const reading = local.client.readResource({ uri: 'x:y' });
    await expect(reading).rejects.toMatchObject({ code: -32602, message: noResource });
    const bent = { method: 'tools/call', params: { name: 'get_decode', arguments: 'text' } };
    const wrongCall = { code: -32602, message: 'tools/call takes a name, arguments and _meta.' };
    await expect(local.client.request(bent, z.unknown())).rejects.toMatchObject(wrongCall);
    const unknown = local.client.request({ method: 'poems/list' }, z.unknown());
    await expect(unknown).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
    const wrong = await local.call({ name: 'get_decode', arguments: { vin: 'short' } });
    expect(wrong).toMatchObject({ isError: true, body: { error: 'invalid_vin', charged: false } });
  });
});

describe('the local server', () => {
  test('says of tools what they cost here, and which of them spend money', async () => {
    await using local = await connectLocal({ wallet: { maxPriceUsd: '0.05' } });
    const { tools } = await local.client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    expect(hints).toMatchObject({ get_decode: true, get_purchase_costs: true });
    expect(hints).toMatchObject({ get_recalls: false, get_known_issues: false, get_prepurchase: false });
    const described = Object.fromEntries(tools.map(({ name, description }) => [name, description]));
    expect(described.get_recalls).toContain('pays by itself, up to $0.05 a call');
    expect(JSON.stringify(tools)).not.toContain('x402/payment');
    expect(described.get_decode).toContain('Computed on this machine');
  });

  test('tells the prices of its service, and says of the usual ones that they are', async () => {
    await using dear = await runService({ PRICES: 'recalls=0.0713' });
    const tell = async (url: string) => {
      await using local = await connectLocal({ url });
      const { tools } = await local.client.listTools();
      const prompt = { name: 'explain_recalls', arguments: { vin: CALL.arguments.vin } };
      const { messages } = await local.client.getPrompt(prompt);
      return [JSON.stringify(tools.find(({ name }) => name === 'get_recalls')), JSON.stringify(messages)];
    };
    const told = await tell(dear.url);
    expect(told).toEqual([
      expect.stringMatching(/Recalls \(\$0\.0713\).*Costs \$0\.0713 in USDC\. /),
      expect.stringContaining('get_decode free, get_recalls $0.0713'),
    ]);
    expect(told.join()).not.toContain('$0.01');
    await using local = await connectLocal({ url: dear.url });
    expect((await local.call(CALL)).words).toContain('$0.0713');
    await using broken = await startFakeSource(faults.html);
    for (const url of ['', 'http://127.0.0.1:9', broken.url]) {
      expect(await tell(url)).toEqual([
        expect.stringContaining('Costs $0.01 in USDC as a rule'),
        expect.stringContaining('get_recalls usually $0.01'),
      ]);
    }
  });

  test('signs for no more than the whole may cost', async () => {
    await using local = await connectLocal({ wallet: { maxSpendUsd: '0.015' } });
    expect((await local.call(CALL)).body.charged).toBe(true);
    const before = await received();
    const other = { ...CALL, arguments: { vin: '5NPDH4AE8DH199999' } };
    const refused = await local.call(other);
    const words = expect.stringMatching(/\$0\.01 of \$0\.015 .*--max-spend/);
    expect(refused).toMatchObject({ isError: true, words, body: { message: words } });
    expect(await received()).toBe(before);
  });

  test('signs for no call that costs more than one may', async () => {
    await using local = await connectLocal({ wallet: { maxPriceUsd: '0.005' } });
    const words = expect.stringContaining('--max-price');
    expect(await local.call(CALL)).toMatchObject({ isError: true, words });
  });

  test('uses a payment again that was not taken', async () => {
    await using local = await connectLocal({ wallet: { maxSpendUsd: '0.01' } });
    const wrong = await local.call({ ...CALL, arguments: { vin: 'short' } });
    expect(wrong).toMatchObject({ isError: true, body: { error: 'invalid_vin', charged: false } });
    const before = await received();
    expect((await local.call(CALL)).body.charged).toBe(true);
    expect((await received()) - before).toBe(PRICE);
  });

  test('buys two identical calls at once with one payment', async () => {
    await using local = await connectLocal({ wallet: {} });
    const before = await received();
    const both = await Promise.all([local.call(CALL), local.call(CALL)]);
    expect(both.map(({ body }) => body.charged)).toEqual([true, true]);
    expect((await received()) - before).toBe(PRICE);
    expect(local.lines).toHaveLength(1);
  });

  test('never signs test payments with a wallet that may hold real money', async () => {
    await using local = await connectLocal({ wallet: { privateKey: generatePrivateKey() } });
    const words = expect.stringContaining('test payments only');
    expect(await local.call(CALL)).toMatchObject({ isError: true, words });
  });

  test('gives every sample without a wallet and without a service, and says what needs one', async () => {
    await using local = await connectLocal({ url: '' });
    const { tools } = await local.client.listTools();
    expect(tools).toHaveLength(5);
    for (const { name } of tools)
      expect((await local.call({ name, arguments: { sample: true } })).body.sample, name).toBe(true);
    const words = expect.stringContaining('needs a Forecourt service, and none is set');
    expect(await local.call(CALL)).toMatchObject({ isError: true, words });
  });

  test('completes, prompts and passes on the resources of the service', async () => {
    await using local = await connectLocal({});
    const ref = { type: 'ref/prompt', name: 'estimate_closing_costs' } as const;
    const { completion } = await local.client.complete({ ref, argument: { name: 'place', value: 'Ont' } });
    expect(completion.values).toEqual(['ON']);
    const { resources } = await local.client.listResources();
    const { contents } = await local.client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(contents).toHaveLength(1);
    expect((await local.client.listPrompts()).prompts).not.toEqual([]);
  });

  test('waits for the service no longer than --timeout says', async () => {
    await using silent = await startFakeSource(faults.slow);
    await using local = await connectLocal({ url: silent.url, timeoutSeconds: 0.5 });
    const words = expect.stringContaining('did not answer within 0.5 s (--timeout)');
    expect(await local.call(CALL)).toMatchObject({ isError: true, words });
  });

  test.each([
    [['--url', 'forecourt.example'], '--url must be an http or https address'],
    [['--url', service.url, '--max-spend', 'a lot'], '--max-spend must be an amount of dollars'],
    [['--url', service.url, '--max-price', '-3'], '--max-price must be an amount of dollars'],
    [['--url', service.url], 'FORECOURT_WALLET_KEY must be a private key', '0xabc'],
  ])('says by its tools what is wrong with its settings: %j', async (args, words, key = '') => {
    const client = new Client({ name: 'forecourt-test', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['bin/forecourt.js', 'mcp', ...args],
      env: { FORECOURT_WALLET_KEY: key },
      stderr: 'ignore',
    });
    await client.connect(transport);
    expect(client.getInstructions()).toContain(words);
    const asked = readResult((await client.callTool(CALL)) as CallToolResult);
    expect(asked).toMatchObject({ isError: true, words: expect.stringContaining(words) });
    expect(asked.words).toMatch(/\. Decoding, purchase costs and samples work without\.$/);
    const free = { name: 'get_decode', arguments: CALL.arguments };
    expect(readResult((await client.callTool(free)) as CallToolResult).isError).toBe(false);
    await client.close();
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'runs over stdio as a command, revision %s, with its wallet from the environment',
    async (revision) => {
      const versionNegotiation = { mode: eras[revision] };
      const client = new Client({ name: 'forecourt-test', version: '1.0.0' }, { versionNegotiation });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['bin/forecourt.js', 'mcp', '--url', service.url, '--max-spend', '0.05'],
        env: { FORECOURT_WALLET_KEY: service.payments.wallet.privateKey },
        stderr: 'pipe',
      });
      let said = '';
      transport.stderr?.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      await client.connect(transport);
      expect(client.getNegotiatedProtocolVersion()).toBe(revision);
      expect(readResult((await client.callTool(CALL)) as CallToolResult).body.charged).toBe(true);
      await client.close();
      expect(said).toContain('paid for get_recalls');
      expect(said).not.toContain(service.payments.wallet.privateKey.slice(2));
    },
  );
});
