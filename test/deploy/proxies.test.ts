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
const unless = (isThere: boolean, name: string) => (isThere ? '' : ` (skipped: no ${name} here)`);

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
function writeNginx(http: string): { folder: string; options: string[] } {
  const folder = folderOfTest();
  const file = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root root;' : '';
  writeFileSync(
    file,
    `${user}\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${http}\n}\n`,
  );
  return { folder, options: ['-p', folder, '-c', file, '-e', join(folder, 'error.log')] };
}

async function startNginx(http: (port: number) => string): Promise<Proxy> {
  const port = await freePort();
  const { folder, options } = writeNginx(http(port));
  return start('nginx', [...options, '-g', 'daemon off;'], `http://127.0.0.1:${port}`, folder);
}

const withDefaults = () =>
  startNginx(
    (port) =>
      `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${service.port}; } }`,
  );

/** The shipped file with other ports, and without a certificate. */
const asShipped = () =>
  startNginx((port) =>
    readFileSync('deploy/nginx.conf', 'utf8')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replaceAll(/ssl_certificate.*;/g, '')
      .replace('127.0.0.1:8402', `127.0.0.1:${service.port}`)
      .replace('127.0.0.1:8403', `127.0.0.1:${nobody}`),
  );

async function startCaddy(): Promise<Proxy> {
  const folder = folderOfTest();
  const file = join(folder, 'Caddyfile');
  const port = await freePort();
  const shipped = readFileSync('deploy/Caddyfile', 'utf8');
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(
    file,
    `{\n\tadmin off\n}\n${shipped
      .replace('forecourt.example {', `${url} {`)
      .replace('127.0.0.1:8402', `127.0.0.1:${service.port}`)
      .replace('127.0.0.1:8403', `127.0.0.1:${nobody}`)}`,
  );
  return start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], url, folder);
}

const proxies: [name: string, isThere: boolean, open: () => Promise<Proxy>][] = [
  ['nginx with its defaults', nginx, withDefaults],
  ['nginx as in deploy/nginx.conf', nginx, asShipped],
  ['Caddy as in deploy/Caddyfile', caddy, startCaddy],
];

describe.each(proxies)('behind %s', (name, isThere, open) => {
  const skipped = unless(isThere, name.startsWith('Caddy') ? 'caddy' : 'nginx');

  test.skipIf(!isThere)(`every product asks for its price, and is sold${skipped}`, async () => {
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
    const response = await wrapFetchWithPayment(
      fetch,
      client,
    )(`${proxy.url}/v1/purchase-costs?country=CA&province=ON&sale_type=private&price=${nextPrice++}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ province: 'ON', charged: true });
    expect(response.headers.get('PAYMENT-RESPONSE')).not.toBeNull();
  });
});

describe.each(proxies.slice(1))('%s', (name, isThere, open) => {
  const skipped = unless(isThere, name.startsWith('Caddy') ? 'caddy' : 'nginx');

  test.skipIf(!isThere)(`lets the longest payment through to the service${skipped}`, async () => {
    await using proxy = await open();
    const response = await fetch(`${proxy.url}/v1/decode`, {
      headers: { 'PAYMENT-SIGNATURE': 'x'.repeat(MAX_HEADER_CHARACTERS) },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_payment_payload' });
  });

  test.skipIf(!isThere)(`lets nobody walk round a limit with addresses of his own${skipped}`, async () => {
    await using proxy = await open();
    const statuses = [];
    for (let caller = 1; caller <= 20; caller += 1) {
      const response = await fetch(`${proxy.url}/v1/sample/decode`, {
        headers: { 'X-Forwarded-For': `198.51.100.${caller}` },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

test.skipIf(!nginx)(`deploy/nginx.conf is one that nginx takes${unless(nginx, 'nginx')}`, () => {
  const { options } = writeNginx(
    readFileSync('deploy/nginx.conf', 'utf8')
      .replace('listen 443 ssl;', 'listen 127.0.0.1:8443;')
      .replaceAll(/ssl_certificate.*;/g, ''),
  );
  const { status, stderr } = spawnSync('nginx', ['-t', ...options], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('proxies wait longer than an answer may take', () => {
  const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(readConfig({}).requestDeadlineMs / 1000);
});
