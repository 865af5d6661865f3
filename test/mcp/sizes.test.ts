import { randomUUID } from 'node:crypto';
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import { x402Extensions } from '../../src/agents/a2a/x402-extension.ts';
import { briefMembers } from '../../src/products/product.ts';
import { products } from '../../src/products/table.ts';
import { newWallet, signPayment } from '../payments/wallet.ts';
import { ASKED, argumentsOf, bytesOf, startOffline } from './asked-offline.ts';
import { connectMcp } from './connect.ts';

const VIN = ASKED.vin;
const service = await startOffline();
const mcp = await connectMcp(service.url);
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe('what an agent reads whole is small:', () => {
  test.each([
    ['/openapi.json', 120_000],
    ['/llms-full.txt', 60_000],
  ])('%s has at most %i bytes', async (path, most) => {
    expect(bytesOf(await (await service.get(path)).text())).toBeLessThanOrEqual(most);
  });

  test('the list of tools has at most 16 kB', async () => {
    expect(bytesOf(await mcp.client.listTools())).toBeLessThanOrEqual(16_000);
  });

  test.each(products)('the descriptions of $slug in OpenAPI at most 300 characters', async ({ path }) => {
    const { paths } = JSON.parse(await (await service.get('/openapi.json')).text());
    expect(paths[path].get.description.length).toBeLessThanOrEqual(300);
  });

  test.each(products)(
    'the price of $slug over MCP has at most 4 kB, its payment less than 8,192 bytes',
    async (product) => {
      const name = `get_${product.slug.replaceAll('-', '_')}`;
      const asked = await mcp.client.callTool({ name, arguments: argumentsOf(product) });
      expect(asked.structuredContent).toMatchObject({ error: 'payment_required' });
      expect(bytesOf(asked)).toBeLessThanOrEqual(4_000);
      const {
        accepts: [requirements],
        extensions,
        resource,
      } = Object(asked.structuredContent);
      const payment = await signPayment(newWallet(), { requirements });
      const header = Buffer.from(JSON.stringify({ ...payment, extensions, resource })).toString('base64');
      expect(header.length).toBeLessThan(8_192);
    },
  );

  const versions = [
    ['1.0', 'SendMessage', 'ROLE_USER', 'A2A-Extensions'],
    ['0.3', 'message/send', 'user', 'X-A2A-Extensions'],
  ] as const;
  const asked = products.flatMap((product) =>
    versions.flatMap((version) =>
      Object.entries(x402Extensions).map(([payments, uri]) => ({ product, version, payments, uri })),
    ),
  );
  test.each(asked)(
    'the price of $product.slug over A2A $version.0 with payments of the $payments extension has at most 4 kB, also when it is told again',
    async ({ product, version: [version, method, role, header], uri }) => {
      const data = { skill: product.slug, parameters: argumentsOf(product) };
      const headers = { 'Content-Type': 'application/json', 'A2A-Version': version, [header]: uri };
      const send = async (more: object) => {
        const message = { messageId: randomUUID(), role, parts: [{ kind: 'data', data }], ...more };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { message } });
        const response = await fetch(`${service.url}/a2a`, { method: 'POST', headers, body });
        const text = await response.text();
        expect(text).toContain('"x402.payment.status":"payment-required"');
        expect(bytesOf(text)).toBeLessThanOrEqual(4_096);
        const { result } = JSON.parse(text);
        return String((result.task ?? result).id);
      };
      const taskId = await send({});
      const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': 'money' };
      await send({ taskId, metadata });
    },
  );

  test.each([
    ['known_issues', 5_000],
    ['prepurchase', 8_000],
  ])('the answer of %s in brief has at most %i bytes', async (slug, most) => {
    const { body } = await mcp.call(`get_${slug}`, { sample: true });
    expect(body).toMatchObject({ view: 'brief', vin: VIN });
    expect(bytesOf(body)).toBeLessThanOrEqual(most);
  });
});

test('a report for a place in brief has at most 8 kB, and the five failures that are named alone', async () => {
  const account = privateKeyToAccount(service.payments.wallet.privateKey);
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(account));
  const buy = async (call: string) => {
    const bought = await wrapFetchWithPayment(fetch, payer)(`${service.url}/v1/${call}&view=brief`);
    return bought.text();
  };
  const sale = 'state=TX&price=9500&odometer=112000&odometer_unit=mi';
  const report = await buy(`prepurchase?vin=${VIN}&${sale}`);
  expect(bytesOf(report)).toBeLessThanOrEqual(8_000);
  const read = JSON.parse(report);
  expect(read).toMatchObject({ view: 'brief', charged: true, purchaseCosts: { bill: { state: 'TX' } } });
  const alone = await buy(`known-issues?vin=${VIN}`);
  expect(bytesOf(alone)).toBeLessThanOrEqual(5_000);
  const issues: { check?: string }[] = JSON.parse(alone).knownIssues;
  expect(issues).toHaveLength(5);
  expect(issues).toMatchObject(read.knownIssues.topIssues);
  // A report has them among its advice.
  const checks = issues.flatMap(({ check }) => check ?? []);
  expect(checks.length).toBeGreaterThanOrEqual(4);
  expect(read.decision.atTheCar).toEqual(expect.arrayContaining(checks));
  expect(JSON.stringify(read.knownIssues)).not.toContain('"check"');
});

describe('the brief form', () => {
  test.each(products)(
    'of $slug has nothing that is not described, and what every answer has',
    async (product) => {
      const sample = Object(await (await service.get(product.sample.path)).json());
      const { sample: _sample, note: _note, disclaimer: _disclaimer, ...answer } = sample;
      const parts = product.slug === 'purchase-costs' ? [answer.ca, answer.us] : [answer];
      for (const part of parts) {
        const { view, more, vinWarning: _, ...own } = Object(product.inView(part, 'brief'));
        expect(product.brief.response.parse(own)).toEqual(own);
        expect(briefMembers.view.parse(view)).toBe('brief');
        expect(more).toContain('view=full');
      }
    },
  );

  test('is asked for by no other word', async () => {
    const { body } = await mcp.call('get_decode', { vin: VIN, view: 'short' });
    expect(body).toMatchObject({
      error: 'invalid_parameters',
      issues: [{ parameter: 'view', allowed: ['brief', 'full'] }],
    });
  });
});
