import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { folderOfTest } from '../own-folder.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';

/** As long as addresses usually are at most. */
const PUBLIC_URL = 'https://forecourt.some-company-name.example';

const nginx = spawnSync('nginx', ['-v']).status === 0;
const caddy = spawnSync('caddy', ['version']).status === 0;

let service: DevService;
/** A second address that nobody listens at, as while an instance is started anew. */
let nobody: number;
let nextPrice = 25_000;

beforeAll(async () => {
  if (!nginx && !caddy) return;
  nobody = await freePort();
  service = await startDevService({ PUBLIC_URL, TRUSTED_PROXIES: '1' });
});
afterAll(() => service?.[Symbol.asyncDispose]());

interface Proxy extends AsyncDisposable {
  url: string;
}

async function start(command: string, options: string[], url: string, folder: string): Promise<Proxy> {
  const child = spawn(command, options, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'exit');
  await expect.poll(() => fetch(`${url}/health`).then(({ status }) => status, String)).toBe(200);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A whole configuration around what stands in the http block: beside folders and logs all is as nginx has it. */
async function startNginx(http: (port: number) => string): Promise<Proxy> {
  const port = await freePort();
  const folder = folderOfTest();
  const file = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root root;' : '';
  const block = `http {\naccess_log off;\n${temporary}\n${http(port)}\n}\n`;
  writeFileSync(file, `${user}\npid ${folder}/pid;\nevents {}\n${block}`);
  const options = ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  return start('nginx', options, `http://127.0.0.1:${port}`, folder);
}

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

async function startCaddy(): Promise<Proxy> {
  const folder = folderOfTest();
  const file = join(folder, 'Caddyfile');
  const url = `http://127.0.0.1:${await freePort()}`;
  const sites = shipped('Caddyfile').replace('forecourt.example {', `${url} {`);
  writeFileSync(file, `{\n\tadmin off\n}\n${sites}`);
  return start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], url, folder);
}

const noNginx = nginx ? '' : ' (skipped: no nginx here)';
const noCaddy = caddy ? '' : ' (skipped: no caddy here)';
const proxies: [name: string, skipped: string, open: () => Promise<Proxy>][] = [
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
