import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { toHeader } from '../payments/wallet.ts';
import { connectMcp } from './connect.ts';

const SALE = { country: 'CA', province: 'ON', price: 25_000, sale_type: 'private' };
const query = () => `country=CA&price=${SALE.price}&province=ON&sale_type=private`;
const VIN = '5NPDH4AE8DH100013';
const PRICE = 20_000n;

describe.each(['2025-11-25', '2026-07-28'] as const)('over revision %s', (revision) => {
  let service: DevService;
  let mcp: Awaited<ReturnType<typeof connectMcp>>;
  let payer: x402Client;

  beforeAll(async () => {
    service = await startDevService();
    mcp = await connectMcp(service.url, revision);
    const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
    payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  });
  /** Each test buys something else: what the wallet has bought already, it would get for nothing. */
  beforeEach(() => {
    SALE.price += 1;
  });
  afterAll(async () => {
    await mcp?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const received = () => service.payments.chain.balanceOf(service.payments.payTo);

  async function sign(tool = 'get_purchase_costs', parameters: Record<string, unknown> = SALE) {
    const { body } = await mcp.call(tool, parameters);
    return payer.createPaymentPayload(body as unknown as PaymentRequired);
  }

  describe('the official MCP client', () => {
    test('learns what to pay, where clients look first', async () => {
      const unpaid = await mcp.call('get_purchase_costs', SALE);
      expect(unpaid.isError).toBe(true);
      expect(unpaid.body).toMatchObject({
        x402Version: 2,
        error: 'payment_required',
        resource: { url: expect.stringMatching(/^http:.*\/mcp#get_purchase_costs$/) },
        accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '20000' }],
        charged: false,
        disclaimer: expect.any(String),
      });
    });

    test('and its user where a person can pay, with the call as it was asked', async () => {
      const { words } = await mcp.call('get_purchase_costs', SALE);
      expect(words).toMatch(/^Purchase costs: \$0\.02 in USDC\. A person can pay in a browser/);
      const [page = ''] = /http:\S+/.exec(words) ?? [];
      const { pathname, searchParams } = new URL(page);
      expect(pathname).toBe('/v1/purchase-costs');
      expect(searchParams.get('province')).toBe('ON');
      const shown = await service.get(`${pathname}?${searchParams}`, { headers: { Accept: 'text/html' } });
      expect(shown.status).toBe(402);
      expect(shown.headers.get('Content-Type')).toContain('text/html');
    });

    test('buys an answer and gets the receipt, also after it has listed the tools and their schemas', async () => {
      await mcp.client.listTools();
      const before = await received();
      const bought = await mcp.call('get_purchase_costs', SALE, await sign());
      expect(bought).toMatchObject({
        isError: false,
        body: { view: 'brief', province: 'ON', charged: true, disclaimer: expect.any(String) },
        receipt: {
          success: true,
          network: 'eip155:8453',
          transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      });
      expect(bought.words).toMatch(
        /^A car bought for [\d,]+ CAD from a private seller in Ontario costs [\d,.]+/,
      );
      expect((await received()) - before).toBe(PRICE);
    });

    test('buys a decode', async () => {
      const bought = await mcp.call('get_decode', { vin: VIN }, await sign('get_decode', { vin: VIN }));
      const vehicle = { make: 'Hyundai', year: 2013 };
      expect(bought.body).toMatchObject({ vin: VIN, vehicle, charged: true });
      expect(bought.words).toContain(`${VIN} is a 2013 Hyundai Elantra`);
    });
  });

  describe('one payment buys one answer', () => {
    test('which the same call gets again, over MCP and over HTTP, without a second charge', async () => {
      const before = await received();
      const payment = await sign();
      const first = await mcp.call('get_purchase_costs', SALE, payment);
      const again = await mcp.call('get_purchase_costs', SALE, payment);
      const response = await fetch(`${service.url}/v1/purchase-costs?${query()}&view=brief`, {
        headers: { 'PAYMENT-SIGNATURE': toHeader(payment) },
      });
      expect(again.body).toEqual(first.body);
      expect(again.receipt).toMatchObject({ transaction: Object(first.receipt).transaction });
      expect(await response.json()).toEqual(first.body);
      expect((await received()) - before).toBe(PRICE);
    });

    test('in its brief and in its full form, whichever was bought', async () => {
      const before = await received();
      const payment = await sign();
      const brief = await mcp.call('get_purchase_costs', SALE, payment);
      const full = await mcp.call('get_purchase_costs', { ...SALE, view: 'full' }, payment);
      const again = await mcp.call('get_purchase_costs', { ...SALE, view: 'full' }, await sign());
      const response = await fetch(`${service.url}/v1/purchase-costs?${query()}`, {
        headers: { 'PAYMENT-SIGNATURE': toHeader(payment) },
      });
      expect(brief.body).toMatchObject({ view: 'brief', more: expect.stringContaining('view=full') });
      expect(full.body).toMatchObject({ province: 'ON', lines: expect.any(Array), charged: true });
      expect(full.body).not.toHaveProperty('view');
      expect(again.body).toMatchObject({ province: 'ON', charged: false, paidBefore: expect.any(Object) });
      expect(await response.json()).toEqual(full.body);
      expect((await received()) - before).toBe(PRICE);
    });

    test('whether the place is named or given by its code', async () => {
      const before = await received();
      const named = { ...SALE, country: 'Canada', province: 'Ontario' };
      const payment = await sign('get_purchase_costs', named);
      const first = await mcp.call('get_purchase_costs', named, payment);
      expect(first.body).toMatchObject({ province: 'ON', charged: true });
      expect((await mcp.call('get_purchase_costs', SALE, payment)).body).toEqual(first.body);
      const again = await mcp.call('get_purchase_costs', SALE, await sign());
      expect(again.body).toMatchObject({ charged: false, paidBefore: expect.any(Object) });
      expect((await received()) - before).toBe(PRICE);
    });

    test('also when the call comes five times at once', async () => {
      const before = await received();
      const payment = await sign();
      const calls = Array.from({ length: 5 }, () => mcp.call('get_purchase_costs', SALE, payment));
      expect((await Promise.all(calls)).map(({ body }) => body.charged)).toEqual(Array(5).fill(true));
      expect((await received()) - before).toBe(PRICE);
    });

    test('and no other answer', async () => {
      const payment = await sign();
      await mcp.call('get_purchase_costs', SALE, payment);
      const other = await mcp.call('get_purchase_costs', { ...SALE, province: 'QC' }, payment);
      expect(other).toMatchObject({ isError: true, body: { error: 'payment_already_used', charged: false } });
    });
  });

  describe('nothing is charged', () => {
    test.each([
      ['wrong arguments', { ...SALE, province: 'XX' }],
      ['arguments that are no values', { ...SALE, province: ['ON'] }],
      ['arguments that are not known', { ...SALE, colour: 'red' }],
    ])('for %s, and the payment stays good', async (_name, wrong) => {
      const before = await received();
      const payment = await sign();
      const refused = await mcp.call('get_purchase_costs', wrong, payment);
      const failure = { error: 'invalid_parameters', charged: false, issues: expect.any(Array) };
      expect(refused).toMatchObject({ isError: true, body: { ...failure, requestId: expect.any(String) } });
      expect(await received()).toBe(before);
      expect((await mcp.call('get_purchase_costs', SALE, payment)).body.charged).toBe(true);
    });

    test.each([
      ['a payment that is no payment', { hello: 'world' }, 'invalid_payment_payload'],
      ['a payment of the wrong size', { text: 'x'.repeat(9_000) }, 'invalid_payment_payload'],
    ])('for %s', async (_name, payment, error) => {
      const refused = await mcp.call('get_purchase_costs', SALE, payment);
      expect(refused).toMatchObject({ isError: true, body: { error, x402Version: 2, charged: false } });
    });

    test('for a fact that other tools take, which are named', async () => {
      const { body, words } = await mcp.call('get_decode', { vin: VIN, price: 9500, colour: 'red' });
      const message = expect.stringMatching(
        /price, colour .* get_purchase_costs takes price\. get_prepurchase takes price\.$/,
      );
      expect(body).toMatchObject({ error: 'invalid_parameters', charged: false, message });
      expect(words).toEqual(message);
    });

    test('for a payment of another price', async () => {
      const refused = await mcp.call('get_purchase_costs', SALE, await sign('get_decode', { vin: VIN }));
      expect(refused).toMatchObject({ isError: true, body: { error: 'wrong_amount', charged: false } });
    });
  });
});
