import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { MAX_HEADER_CHARACTERS } from '../../src/payments/wire/header.ts';
import { products } from '../../src/products/table.ts';
import { freePort } from '../free-port.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { type FrontProxy, hasCaddy, hasNginx, startNginx, startProxy } from './open-proxy.ts';

/** As long as addresses usually are at most. */
const PUBLIC_URL = 'https://forecourt.some-company-name.example';

let service: DevService;
/** A second address that nobody listens at, as while an instance is started anew. */
let nobody: number;
let nextPrice = 25_000;

beforeAll(async () => {
  if (!hasNginx && !hasCaddy) return;
  nobody = await freePort();
  service = await startDevService({ PUBLIC_URL, TRUSTED_PROXIES: '1' });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const withDefaults = () => {
  const location = `location / { proxy_pass http://127.0.0.1:${service.port}; }`;
  return startNginx((port) => `server { listen 127.0.0.1:${port}; ${location} }`);
};

/** A shipped file with other ports to ask. */
const shipped = (name: string) =>
  readFileSync(`deploy/${name}`, 'utf8')
    .replace('127.0.0.1:8402', `127.0.0.1:${service.port}`)
    .replace('127.0.0.1:8403', `127.0.0.1:${nobody}`);

/** At another port too, and without a certificate. */
const asShipped = () =>
  startNginx((port) =>
    shipped('nginx.conf')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/ssl_certificate.*;/g, ''),
  );

async function startCaddy(): Promise<FrontProxy> {
  const url = `http://127.0.0.1:${await freePort()}`;
  return startProxy('caddy', url, (folder) => {
    const file = join(folder, 'Caddyfile');
    const sites = shipped('Caddyfile').replace('forecourt.example {', `${url} {`);
    writeFileSync(file, `{\n\tadmin off\n}\n${sites}`);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  });
}

const noNginx = hasNginx ? '' : ' (skipped: no nginx here)';
const noCaddy = hasCaddy ? '' : ' (skipped: no caddy here)';
const proxies: [name: string, skipped: string, open: () => Promise<FrontProxy>][] = [
  ['nginx with its defaults', noNginx, withDefaults],
  ['nginx as in deploy/nginx.conf', noNginx, asShipped],
  ['Caddy as in deploy/Caddyfile', noCaddy, startCaddy],
];

describe.each(proxies)('behind %s', (_name, skipped, open) => {
  test.skipIf(skipped)(`every product asks for its price, and is sold${skipped}`, async () => {
    await using proxy = await open();
    for (const { path } of products) {
      for (const accept of ['application/json', 'text/html']) {
        const response = await fetch(`${proxy.url}${path}`, { headers: { accept } });
        expect(response.status, path).toBe(402);
        expect(response.headers.get('PAYMENT-REQUIRED'), path).not.toBeNull();
        await response.arrayBuffer();
      }
    }
    const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
    const path = `/v1/purchase-costs?country=CA&province=ON&sale_type=private&price=${nextPrice++}`;
    const response = await wrapFetchWithPayment(fetch, client)(`${proxy.url}${path}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ province: 'ON', charged: true });
    expect(response.headers.get('PAYMENT-RESPONSE')).not.toBeNull();
  });
});

describe.each(proxies.slice(1))('%s', (_name, skipped, open) => {
  test.skipIf(skipped)(`lets the longest payment through to the service${skipped}`, async () => {
    await using proxy = await open();
    const headers = { 'PAYMENT-SIGNATURE': 'x'.repeat(MAX_HEADER_CHARACTERS) };
    const response = await fetch(`${proxy.url}/v1/decode`, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_payment_payload' });
  });

  test.skipIf(skipped)(`lets nobody walk round a limit with addresses of his own${skipped}`, async () => {
    await using proxy = await open();
    const statuses = [];
    for (let caller = 1; caller <= 20; caller += 1) {
      const headers = { 'X-Forwarded-For': `198.51.100.${caller}` };
      const response = await fetch(`${proxy.url}/v1/sample/decode`, { headers });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

test('proxies wait longer than an answer may take', () => {
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(readConfig({}).requestDeadlineMs / 1000);
});
