import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createClient, type Paid } from '@forecourt/client';
import { verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Description } from '../../tools/clients/description.ts';
import { generateTypescript } from '../../tools/clients/typescript.ts';
import { programPath } from '../../tools/programs/fetch.ts';
import { startDevService } from '../payments/dev-service.ts';

const VIN = '5NPDH4AE8DH100013';
const sale = { country: 'CA', province: 'ON', saleType: 'private', price: 25_000 } as const;

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());

const account = () => privateKeyToAccount(service.payments.wallet.privateKey);
const received = () => service.payments.chain.balanceOf(service.payments.payTo);

async function watch<Result>(buy: () => Promise<Result>) {
  const before = await received();
  const result = await buy();
  return { result, received: (await received()) - before };
}

test('its types are those of /openapi.json ("npm run clients:build" makes them)', async () => {
  const description = (await (await service.get('/openapi.json')).json()) as Description;
  for (const [name, input] of Object.entries(generateTypescript(description))) {
    const path = `packages/client/src/${name}`;
    const format = ['format', `--stdin-file-path=${path}`];
    const { stdout } = spawnSync(programPath('biome'), format, { input, encoding: 'utf8' });
    expect(await readFile(path, 'utf8'), path).toBe(stdout);
  }
});

describe('against the real service and chain', () => {
  test('answers are bought, typed, and given with their transaction', async () => {
    const paid: Paid[] = [];
    const onPaid = (payment: Paid) => paid.push(payment);
    const client = createClient({ url: service.url, account: account(), onPaid });
    const inUs = { country: 'US', state: 'SC', saleType: 'dealer', price: '9000', tradeIn: 500 } as const;
    const bought = await watch(async () => ({
      decoded: await client.decode(VIN),
      costs: await client.purchaseCosts(sale),
      us: await client.purchaseCosts(inUs),
    }));
    const { decoded, costs, us } = bought.result;
    expect(decoded.vehicle.model).toBe('Elantra');
    expect(decoded.warranty?.coverages.basic?.months).toBe(60);
    expect(costs).toMatchObject({ province: 'ON', price: 25_000, charged: true });
    expect(us).toMatchObject({ state: 'SC', charged: true });
    expect(bought.received).toBe(50_000n);
    expect(client.spentUsd).toBe(0.05);
    expect(paid.map(({ priceUsd }) => priceUsd)).toEqual([0.01, 0.02, 0.02]);
    for (const { transaction, receipt, url } of paid) {
      expect(transaction).toMatch(/^0x[0-9a-f]{64}$/);
      const signed = await verifyReceiptSignatureJWS({ format: 'jws', signature: receipt ?? '' });
      const resourceUrl = expect.stringMatching(new URL(url).pathname);
      expect(signed).toMatchObject({ transaction, resourceUrl });
    }
  });

  test('samples are free and need no account', async () => {
    const { sample } = createClient({ url: service.url });
    expect((await sample.decode()).vehicle.make).toBe('Hyundai');
    expect((await sample.recalls()).counts.us).toBeGreaterThan(0);
    expect((await sample.knownIssues()).status).toBe('ok');
    expect((await sample.purchaseCosts()).ca.province).toBe('ON');
    expect((await sample.prepurchase()).sections.decode).toBe('ok');
  });

  describe('an answer that is lost on its way', () => {
    /** The service is asked and settles, and its answer to a payment does not arrive. */
    function losing(count: number): typeof fetch {
      let lost = 0;
      return async (input, init) => {
        const response = await fetch(input, init);
        const isPaid = new Headers(init?.headers).has('PAYMENT-SIGNATURE');
        if (!isPaid || lost >= count) return response;
        lost += 1;
        await response.arrayBuffer();
        throw new TypeError('The connection was closed');
      };
    }

    test('is fetched again within the call', async () => {
      const client = createClient({ url: service.url, account: account(), fetch: losing(2) });
      const { result, received: taken } = await watch(() => client.purchaseCosts({ ...sale, price: 25_001 }));
      expect(result.charged).toBe(true);
      expect(taken).toBe(20_000n);
    });

    test('is fetched by the next call when this one has given up', async () => {
      const options = { url: service.url, account: account(), fetch: losing(1), repeatForMs: 0 };
      const client = createClient(options);
      const { result, received: taken } = await watch(async () => {
        const call = () => client.purchaseCosts({ ...sale, price: 25_002 });
        await expect(call()).rejects.toMatchObject({ code: 'payment_uncertain', charged: 'unknown' });
        return call();
      });
      expect(result.charged).toBe(true);
      expect(taken).toBe(20_000n);
      expect(client.spentUsd).toBe(0.02);
    });
  });

  test('ten calls for the same at once are one purchase', async () => {
    const client = createClient({ url: service.url, account: account() });
    const { result, received: taken } = await watch(() =>
      Promise.all(Array.from({ length: 10 }, () => client.purchaseCosts({ ...sale, price: 25_003 }))),
    );
    expect(result.every(({ charged }) => charged)).toBe(true);
    expect(taken).toBe(20_000n);
  });
});
