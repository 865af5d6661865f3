import { json } from 'node:stream/consumers';
import { x402Client } from '@x402/core/client';
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { extractDiscoveryInfo, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toolName } from '../../src/agents/mcp/tool-offer.ts';
import { describeQuery, exampleQuery, exampleSearch } from '../../src/products/describe-query.ts';
import { products } from '../../src/products/table.ts';
import { connectMcp } from '../mcp/connect.ts';
import { runService } from '../running-service.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { newWallet } from './wallet.ts';

const PUBLIC_URL = 'https://api.forecourt.example';

interface Forwarded {
  paymentPayload: PaymentPayload;
  paymentRequirements: PaymentRequirements;
}

/** Refuses every payment before anything is computed, and keeps what it was sent. */
let forwarded: Forwarded[] = [];
const facilitator = await startFakeSource(async (request, response) => {
  if (request.method === 'POST') forwarded.push((await json(request)) as Forwarded);
  response.end(JSON.stringify({ isValid: false, invalidReason: 'insufficient_funds', kinds: [] }));
});

const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const service = await runService({ PUBLIC_URL, PAY_TO, FACILITATOR_URL: facilitator.url });
const mcp = await connectMcp(service.url);
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await facilitator[Symbol.asyncDispose]();
});
const payer = new x402Client().register('eip155:*', new ExactEvmScheme(newWallet()));

beforeEach(() => {
  forwarded = [];
});

const find = ({ paymentPayload, paymentRequirements }: Forwarded) =>
  extractDiscoveryInfo(paymentPayload, paymentRequirements);

/** The extensions as a hostile client sends them back. */
const bent = {
  bazaar: { info: { input: { type: 'http', method: 'GET' } }, schema: {} },
  advertisement: { info: 'cheap cars' },
};

describe.each(products)('$slug is found by the official extractor', (product) => {
  const { path, query, summary, slug } = product;
  const example = exampleQuery(describeQuery(query));
  const listing = {
    description: summary,
    mimeType: 'application/json',
    serviceName: 'Forecourt',
    tags: ['vehicle', 'vin', slug],
  };

  async function buy(change: (payment: PaymentPayload) => PaymentPayload = (payment) => payment) {
    const url = `${path}?${exampleSearch(example)}`;
    const { headers } = await service.get(url);
    const required = decodePaymentRequiredHeader(headers.get('PAYMENT-REQUIRED') ?? '');
    const payment = change(await payer.createPaymentPayload(required));
    const response = await service.get(url, {
      headers: { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) },
    });
    expect(await response.json()).toMatchObject({ error: 'insufficient_funds' });
  }

  test('in what is forwarded to the facilitator', async () => {
    await buy();
    const [sent] = forwarded;
    expect(sent && find(sent)).toMatchObject({
      ...listing,
      resourceUrl: `${PUBLIC_URL}${path}`,
      method: 'GET',
      discoveryInfo: { input: { type: 'http', method: 'GET', queryParams: example } },
    });
  });

  test('in our own words, whatever the client says', async () => {
    await buy((payment) => ({
      ...payment,
      extensions: bent,
      resource: { url: 'https://elsewhere.example/', description: 'Ours', mimeType: 'text/html' },
    }));
    await buy(({ extensions: _dropped, resource: _unnamed, ...payment }) => payment);
    const [bentOne, bareOne] = forwarded;
    expect(bentOne && find(bentOne)).toMatchObject({ ...listing, resourceUrl: `${PUBLIC_URL}${path}` });
    expect(bareOne?.paymentPayload.extensions).toEqual(bentOne?.paymentPayload.extensions);
    expect(JSON.stringify(forwarded)).not.toMatch(/elsewhere|advertisement/);
  });

  test('as a tool, in the challenge over MCP and in what is forwarded of its payment', async () => {
    const name = toolName(product);
    const required = (await mcp.call(name, example)).body as unknown as PaymentRequired;
    const { bazaar = {} } = required.extensions ?? {};
    expect(validateDiscoveryExtensionSpec(bazaar as Record<string, unknown>)).toEqual({ valid: true });

    const payment = await payer.createPaymentPayload(required);
    await mcp.call(name, example, payment);
    const [sent] = forwarded;
    const tool = (await mcp.client.listTools()).tools.find((listed) => listed.name === name);
    for (const found of [extractDiscoveryInfo(payment, payment.accepted), sent && find(sent)]) {
      expect(found).toMatchObject({
        ...listing,
        resourceUrl: `${PUBLIC_URL}/mcp`,
        toolName: name,
        discoveryInfo: { input: { type: 'mcp', toolName: name, example } },
      });
      // The arguments that must be given, in the words of the tool; an agent that found it asks the server for the rest.
      const { inputSchema } = Object(found?.discoveryInfo.input);
      expect(inputSchema.required).toEqual(tool?.inputSchema.required);
      expect(tool?.inputSchema).toMatchObject(inputSchema);
    }
  });
});
