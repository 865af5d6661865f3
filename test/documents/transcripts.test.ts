import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wrapAxiosWithPayment, x402Client as x402AxiosClient } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import axios from 'axios';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { wrapFetchWithPayment as wrapFetchWithLegacyPayment } from 'x402-fetch';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { clients } from '../a2a/clients.ts';
import { connectMcp } from '../mcp/connect.ts';
import { startDevService } from '../payments/dev-service.ts';
import { signPayment } from '../payments/wallet.ts';

const DOCUMENT = 'docs/recipes/transcripts.md';
const HEAD = `# What goes over the wire

Purchases by the official clients of each protocol, as they went over the wire to a service in dev mode: one line for
each request and what came back. Written by \`test/documents/transcripts.test.ts\` (with \`WRITE_TRANSCRIPTS=1\`), which
buys again and compares. The answers are cut to what a purchase shows.
`;

const parameters = (price: number) => ({ country: 'CA', province: 'ON', sale_type: 'private', price });
const query = (price: number) => `country=CA&province=ON&sale_type=private&price=${price}`;

/** Buys at the address. Each client buys something else: what a wallet has bought already it would get for nothing. */
type Buy = (url: string, wallet: PrivateKeyAccount, price: number) => Promise<unknown>;

const x402 = (wallet: PrivateKeyAccount) => new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
const firstOf = (accepts: unknown) => (accepts as PaymentRequirements[])[0] as PaymentRequirements;

const purchases: Record<string, Buy> = {
  '@x402/fetch': (url, wallet, price) =>
    wrapFetchWithPayment(fetch, x402(wallet))(`${url}/v1/purchase-costs?${query(price)}`),
  '@x402/axios': (url, wallet, price) =>
    wrapAxiosWithPayment(
      axios.create(),
      new x402AxiosClient().register('eip155:*', new ExactEvmScheme(wallet)),
    ).get(`${url}/v1/purchase-costs?${query(price)}`),
  'x402-fetch 1, the protocol before': (url, wallet, price) =>
    wrapFetchWithLegacyPayment(fetch, wallet)(`${url}/v1/purchase-costs?${query(price)}&x402Version=1`),
  '@modelcontextprotocol/client, revision 2026-07-28': async (url, wallet, price) => {
    await using mcp = await connectMcp(url);
    const { body } = await mcp.call('get_purchase_costs', parameters(price));
    const payment = await signPayment(wallet, { requirements: firstOf(body.accepts) }, {});
    return await mcp.call('get_purchase_costs', parameters(price), payment);
  },
  '@a2a-js/sdk 1, protocol 1.0': buyOverA2a('1.0'),
  '@a2a-js/sdk 0.3, protocol 0.3': buyOverA2a('0.3'),
};

function buyOverA2a(version: keyof typeof clients): Buy {
  return async (url, wallet, price) => {
    const client = await clients[version](url);
    const asked = await client.send({ skill: 'purchase-costs', parameters: parameters(price) });
    const { accepts } = asked.metadata['x402.payment.required'] as { accepts: unknown };
    const payment = await signPayment(wallet, { requirements: firstOf(accepts) }, {});
    const paid = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment };
    return client.send('Here is the payment.', { taskId: asked.id, metadata: paid });
  };
}

test('the transcripts are those of purchases that are made here', async () => {
  await using service = await startDevService();
  await using recorder = await startRecorder(service.url);
  const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
  const parts: string[] = [];
  for (const [at, [name, buy]] of Object.entries(purchases).entries()) {
    await buy(recorder.url, wallet, 25_001 + at);
    parts.push(`## ${name}\n\n\`\`\`\n${recorder.take().join('\n')}\n\`\`\`\n`);
  }
  const text = `${HEAD}\n${parts.join('\n')}`;
  if (process.env.WRITE_TRANSCRIPTS) await writeFile(DOCUMENT, text);
  expect(text.match(/charged: true/g)).toHaveLength(parts.length);
  expect(await readFile(DOCUMENT, 'utf8')).toBe(text);
});

/** Stands before the service and writes down what passes. */
async function startRecorder(target: string) {
  let lines: string[] = [];
  const served = new RegExp(`http://(localhost|127\\.0\\.0\\.1):${new URL(target).port}`, 'g');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/', headers } = request;
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const reply = await fetch(`${target}${url}`, {
      method,
      headers: { ...(passed as Record<string, string>), 'accept-encoding': 'identity' },
      ...(body.length > 0 && { body }),
    });
    // Addresses in the reply lead back here.
    const text = (await reply.text()).replaceAll(served, ownUrl());
    const header = ['payment-signature', 'x-payment'].find((name) => headers[name] !== undefined);
    const said = body.length > 0 ? ` ${describeCall(JSON.parse(body.toString()))}` : '';
    lines.push(
      `> ${method} ${url}${header ? ` with ${header.toUpperCase()}` : ''}${said}`,
      `< ${reply.status}${describeReply(text)}`,
    );
    const kept = [...reply.headers].filter(
      ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
    );
    response.writeHead(reply.status, Object.fromEntries(kept)).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ownUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: ownUrl(),
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function describeCall({ method, params }: { method: string; params?: object }): string {
  const pays = /"x402\/payment"|"x402\.payment\.payload"/.test(JSON.stringify(params ?? {}));
  const tool = Object(params).name;
  return `${method}${tool ? ` ${tool}` : ''}${pays ? ' with a payment in its metadata' : ''}`;
}

/** What a purchase shows of a reply, in whatever protocol. */
function describeReply(text: string): string {
  const facts = [
    // An answer over A2A has the whole exchange in it.
    !/"charged":\s*true/.test(text) && /payment_required/.exec(text) && 'payment_required',
    /"amount":\s*"(\d+)"/.exec(text)?.[1]?.replace(/^/, 'amount: '),
    /"maxAmountRequired":\s*"(\d+)"/.exec(text)?.[1]?.replace(/^/, 'maxAmountRequired: '),
    /"network":\s*"([^"]+)"/.exec(text)?.[1]?.replace(/^/, 'network: '),
    /"(?:state)":\s*"([^"]+)"/.exec(text)?.[1]?.replace(/^/, 'state: '),
    /"charged":\s*true/.exec(text) && 'charged: true',
    /"totalKnownCad":\s*([\d.]+)/.exec(text)?.[1]?.replace(/^/, 'totalKnownCad: '),
  ].filter(Boolean);
  return facts.length > 0 ? ` ${facts.join(', ')}` : '';
}
