import { spawnSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type LocalServerOptions, startLocalServer } from '../../src/cli/local-mcp/local-server.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { readResult } from './connect.ts';

const SALE = { country: 'US', state: 'IL', price: 25_000, sale_type: 'private' };
const CALL = { name: 'get_purchase_costs', arguments: SALE };
const PRICE = 20_000n;

let service: DevService;
beforeAll(async () => {
  service = await startDevService();
});
afterAll(() => service?.[Symbol.asyncDispose]());
/** Each test buys something else: what the wallet has bought already, it would get for nothing. */
beforeEach(() => {
  SALE.price += 1;
});

const received = () => service.payments.chain.balanceOf(service.payments.payTo);
const read = (result: unknown) => readResult(result as CallToolResult);

/** A program on this machine, connected to its own local server. */
async function connectLocal(wallet: Partial<LocalServerOptions['wallet']> | undefined) {
  const lines: string[] = [];
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  const { privateKey } = service.payments.wallet;
  const server = await startLocalServer(theirs, {
    url: service.url,
    ...(wallet && { wallet: { privateKey, maxSpendUsd: '1.00', maxPriceUsd: '0.25', ...wallet } }),
    log: (line) => lines.push(line),
  });
  const client = new Client({ name: 'forecourt-test', version: '1.0.0' });
  await client.connect(mine);
  return {
    client,
    lines,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('the local server', () => {
  test('pays for a call by itself and says so', async () => {
    await using local = await connectLocal({});
    const before = await received();
    const bought = read(await local.client.callTool(CALL));
    expect(bought).toMatchObject({
      isError: false,
      body: { state: 'IL', charged: true },
      receipt: { success: true },
    });
    expect((await received()) - before).toBe(PRICE);
    expect(local.lines).toEqual(['paid for get_purchase_costs; $0.02 of $1.00 signed for']);
  });

  test('says of paid tools that they spend money, and of samples that they do not', async () => {
    await using local = await connectLocal({});
    const { tools } = await local.client.listTools();
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
    expect(hints).toMatchObject({ get_decode: false, get_purchase_costs: false, sample_decode: true });
  });

  test('signs for no more than the whole may cost', async () => {
    await using local = await connectLocal({ maxSpendUsd: '0.03' });
    expect(read(await local.client.callTool(CALL)).body.charged).toBe(true);
    const before = await received();
    const refused = read(await local.client.callTool(CALL));
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/\$0\.02 of \$0\.03 .*--max-spend/),
    });
    expect(await received()).toBe(before);
  });

  test('signs for no call that costs more than one may', async () => {
    await using local = await connectLocal({ maxPriceUsd: '0.01' });
    const refused = read(await local.client.callTool(CALL));
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('--max-price') });
  });

  test('uses a payment again that was not taken', async () => {
    await using local = await connectLocal({ maxSpendUsd: '0.02' });
    const wrong = read(await local.client.callTool({ ...CALL, arguments: { ...SALE, state: 'XX' } }));
    expect(wrong).toMatchObject({ isError: true, body: { error: 'invalid_parameters', charged: false } });
    const before = await received();
    expect(read(await local.client.callTool(CALL)).body.charged).toBe(true);
    expect((await received()) - before).toBe(PRICE);
  });

  test('buys two identical calls at once with one payment', async () => {
    await using local = await connectLocal({});
    const before = await received();
    const both = await Promise.all([local.client.callTool(CALL), local.client.callTool(CALL)]);
    expect(both.map((result) => read(result).body.state)).toEqual(['IL', 'IL']);
    expect((await received()) - before).toBe(PRICE);
    expect(local.lines).toHaveLength(1);
  });

  test('never signs test payments with a wallet that may hold real money', async () => {
    await using local = await connectLocal({ privateKey: generatePrivateKey() });
    const refused = read(await local.client.callTool(CALL));
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('test payments only') });
  });

  test('gives samples and prices without a wallet', async () => {
    await using local = await connectLocal(undefined);
    expect(read(await local.client.callTool({ name: 'sample_purchase_costs' })).body.sample).toBe(true);
    expect(read(await local.client.callTool(CALL)).body).toMatchObject({ error: 'payment_required' });
  });

  test('says what is wrong as the service does, once and in plain words', async () => {
    await using local = await connectLocal({});
    const problemOf = (calling: Promise<unknown>) =>
      calling.then(
        () => undefined,
        ({ code, message }) => [code, message],
      );
    expect(await problemOf(local.client.callTool({ name: 'get_money' }))).toEqual([
      -32602,
      'MCP error -32602: There is no such tool; tools/list lists all.',
    ]);
    expect(await problemOf(local.client.readResource({ uri: 'x:y' }))).toEqual([
      -32002,
      'MCP error -32002: There is no such resource; resources/list lists all.',
    ]);
    const bent = { method: 'tools/call', params: { name: 'get_decode', arguments: 'text' } };
    expect(await problemOf(local.client.request(bent, z.unknown()))).toEqual([
      -32602,
      'MCP error -32602: tools/call takes a name, arguments and _meta.',
    ]);
    expect(await problemOf(local.client.request({ method: 'logging/setLevel' }, z.unknown()))).toEqual([
      -32601,
      'MCP error -32601: Method not found',
    ]);
  });

  test('passes on what the service answers besides tools', async () => {
    await using local = await connectLocal(undefined);
    const ref = { type: 'ref/prompt', name: 'estimate_closing_costs' } as const;
    const { completion } = await local.client.complete({ ref, argument: { name: 'place', value: 'on' } });
    expect(completion.values).toEqual(['ON']);
    const { resources } = await local.client.listResources();
    const { contents } = await local.client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(contents).toHaveLength(1);
    expect((await local.client.listPrompts()).prompts).not.toEqual([]);
  });

  test('takes no address that is none', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['bin/forecourt.js', 'mcp', '--url', 'ftp://forecourt.example'],
      { encoding: 'utf8', input: '' },
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining('--url must be an http or https address')]);
  });

  test('runs over stdio as a command, with its wallet from the environment', async () => {
    const client = new Client({ name: 'forecourt-test', version: '1.0.0' });
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
    expect(read(await client.callTool(CALL)).body).toMatchObject({ state: 'IL', charged: true });
    await client.close();
    expect(said).toContain('paid for get_purchase_costs');
    expect(said).not.toContain(service.payments.wallet.privateKey.slice(2));
  });
});
