import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { examine } from '../../src/cli/doctor/examine.ts';
import { examineService } from '../../src/cli/doctor/examine-service.ts';
import { defaultDatasetPath } from '../../src/sources/vpic/dataset-file.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { folderOfFile } from '../own-folder.ts';
import { withPostgres } from '../postgres.ts';
import { runService } from '../running-service.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { aChannel } from '../storage/channels.contract.ts';
import { startWorld, type World } from './world.ts';

/** A key of nobody: it only has to be well formed. */
const GAS_KEY = `0x${'5e'.repeat(32)}`;

const folder = folderOfFile();
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const healthy = () => ({
  PORT: '0',
  DATA_DIR: join(folder, 'storage'),
  VPIC_URL: `${world.url}/vpic`,
  NHTSA_URL: `${world.url}/nhtsa`,
  TRANSPORT_CANADA_URL: `${world.url}/canada`,
  PAY_TO: '0x1111111111111111111111111111111111111111',
  FACILITATOR_URL: `${world.url}/facilitator`,
  RPC_URL: world.url,
});
const settlingHere = () => ({ ...healthy(), FACILITATOR_URL: '', FACILITATOR_PRIVATE_KEY: GAS_KEY });

const withModel = () => ({
  ...healthy(),
  LLM_PROVIDER: 'openai',
  LLM_MODEL: 'gpt-nano',
  LLM_API_KEY: 'hunter2',
  LLM_BASE_URL: `${world.url}/llm`,
  LLM_PRICE: '0.25,2',
});

/** Soon after the newest row of the committed VIN data. */
const DATA_DAY = Date.parse('2026-10-20');

test('nothing is found where all is well', async () => {
  for (const environment of [healthy(), settlingHere()]) {
    const findings = await examine({ environment, dataNowMs: DATA_DAY });
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    const some = ['configuration', 'storage', 'NHTSA vPIC', 'chain', 'clock', 'decoder data'];
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(some));
  }
});

test('the language model is named with its price and its cap', async () => {
  reply('/llm/models', { body: { data: [] } });
  const findings = await examine({ environment: withModel(), dataNowMs: DATA_DAY });
  expect(findings.find(({ check }) => check === 'language model')).toEqual({
    check: 'language model',
    state: 'ok',
    what: 'openai/gpt-nano, $0.25 a million tokens read and $2 written, at most $50 a month',
  });
});

test('a PostgreSQL database that holds the key of its own digests is warned of', async () => {
  await using postgres = await withPostgres();
  const shared = { ...healthy(), DATABASE_URL: postgres.url };
  const storageOf = async (environment: Record<string, string>) =>
    (await examine({ environment, dataNowMs: DATA_DAY })).find(({ check }) => check === 'storage');
  expect(await storageOf(shared)).toEqual({
    check: 'storage',
    state: 'warning',
    what: expect.stringContaining('it holds the key of its own digests'),
    fix: expect.stringContaining('Set DIGEST_SECRET'),
  });
  expect(await storageOf({ ...shared, DIGEST_SECRET: 'x'.repeat(32) })).toMatchObject({ state: 'ok' });
});

test('an own copy that nobody compared with its source for days is warned of', async () => {
  const environment = { ...healthy(), DATA_DIR: join(folder, 'old-copy') };
  const copyOf = async (settings: Record<string, string>) =>
    (await examine({ environment: settings, dataNowMs: DATA_DAY })).find(({ check }) => check === 'own copy');
  const none = expect.stringContaining('there is none');
  expect(await copyOf(environment)).toMatchObject({ state: 'ok', what: none });

  const publish = async (checkedAtMs: number) => {
    await using storage = await openSqliteStorage({ file: join(environment.DATA_DIR, 'forecourt.sqlite') });
    await storage.mirror.publish('recalls', [], checkedAtMs);
  };
  await publish(Date.now());
  expect(await copyOf(environment)).toMatchObject({ state: 'ok' });
  await publish(Date.now() - 5 * 86_400_000);
  expect(await copyOf(environment)).toMatchObject({
    state: 'warning',
    what: expect.stringMatching(/^recalls last compared on .* older than 72 hours/),
    fix: expect.stringContaining('MIRROR_REFRESH=daily'),
  });
});

test('what channels hold is asked of the node, where there are any', async () => {
  const environment = { ...healthy(), DATA_DIR: join(folder, 'channels') };
  const channels = async () =>
    (await examine({ environment, dataNowMs: DATA_DAY })).filter(({ check }) => check === 'channels');
  expect(await channels()).toEqual([]);
  await using storage = await openSqliteStorage({ file: join(environment.DATA_DIR, 'forecourt.sqlite') });
  await storage.channels.updateChannel(aChannel().channelId, () => aChannel());
  const what = 'the node does not say what they hold';
  expect(await channels()).toEqual([{ check: 'channels', state: 'warning', what, fix: expect.any(String) }]);
});

test('VIN data that missed a month is warned of', async () => {
  const findings = await examine({ environment: healthy(), dataNowMs: DATA_DAY + 60 * 86_400_000 });
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
    {
      check: 'decoder data',
      state: 'warning',
      what: expect.stringMatching(/^its newest row is \d+ days old/),
      fix: expect.stringMatching(/vpic update.*VPIC_REFRESH=monthly/),
    },
  ]);
});

/** Has the world say this at a path or to a method. */
function reply(to: string, answer: World['replies'][string]) {
  world.replies[to] = answer;
  return {};
}

interface Fault {
  check: string;
  what: RegExp;
  fix: RegExp;
  plant(): Promise<Partial<Parameters<typeof examine>[0]>> | Partial<Parameters<typeof examine>[0]>;
}

const faults: Record<string, Fault> = {
  'a variable with a wrong value': {
    check: 'configuration',
    what: /^TRUSTED_PROXIES must be a whole number/,
    fix: /serve --help/,
    plant: () => ({ environment: { ...healthy(), TRUSTED_PROXIES: 'many' } }),
  },
  'a folder that cannot be written to': {
    check: 'storage',
    what: /SQLite in .*file cannot be used \(E/,
    fix: /DATA_DIR/,
    async plant() {
      const file = join(folder, 'file');
      await writeFile(file, '');
      return { environment: { ...healthy(), DATA_DIR: file } };
    },
  },
  'a database file that another process holds': {
    check: 'storage',
    what: /SQLite in .*held cannot be used/,
    fix: /Another process holds it/,
    async plant() {
      const dataDir = join(folder, 'held');
      const file = join(dataDir, 'forecourt.sqlite');
      await (await openSqliteStorage({ file }))[Symbol.asyncDispose]();
      const other = new DatabaseSync(file);
      onTestFinished(() => other.close());
      other.exec('BEGIN EXCLUSIVE');
      return { environment: { ...healthy(), DATA_DIR: dataDir } };
    },
  },
  'a storage that a later version has written': {
    check: 'storage',
    what: /was written by a later version of Forecourt: it has schema version 999, and this one knows up to \d+/,
    fix: /Start the version that wrote it.* restore a backup from before the upgrade/,
    async plant() {
      const dataDir = join(folder, 'later');
      const file = join(dataDir, 'forecourt.sqlite');
      await (await openSqliteStorage({ file }))[Symbol.asyncDispose]();
      using database = new DatabaseSync(file);
      database.exec('UPDATE schema_version SET version = 999');
      return { environment: { ...healthy(), DATA_DIR: dataDir } };
    },
  },
  'a key that the provider of the model refuses': {
    check: 'language model',
    what: /^openai refuses the key \(status 401\)/,
    fix: /LLM_API_KEY/,
    plant: () => ({ ...reply('/llm/models', { status: 401, body: {} }), environment: withModel() }),
  },
  'a provider of the model out of reach': {
    check: 'language model',
    what: /^openai cannot be reached/,
    fix: /LLM_BASE_URL/,
    plant: () => ({ environment: { ...withModel(), LLM_BASE_URL: 'http://127.0.0.1:1' } }),
  },
  'a PostgreSQL that does not run': {
    check: 'storage',
    what: /^PostgreSQL cannot be used$/,
    fix: /DATABASE_URL/,
    plant: () => ({ environment: { ...healthy(), DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' } }),
  },
  'a source out of reach': {
    check: 'NHTSA recalls',
    what: /cannot be reached: no connection/,
    fix: /127\.0\.0\.1:1, or correct NHTSA_URL/,
    plant: () => ({ environment: { ...healthy(), NHTSA_URL: 'http://127.0.0.1:1/' } }),
  },
  'a login page before a source': {
    check: 'Transport Canada',
    what: /answers something that is not JSON/,
    fix: /TRANSPORT_CANADA_URL/,
    plant: () => reply('/canada/', { body: '<html>Sign in to the network</html>' }),
  },
  'a source that fails': {
    check: 'NHTSA vPIC',
    what: /answers with status 503/,
    fix: /later/,
    plant: () => reply('/vpic/', { status: 503, body: {} }),
  },
  'a facilitator out of reach': {
    check: 'facilitator',
    what: /cannot be reached/,
    fix: /FACILITATOR_URL/,
    plant: () => ({ environment: { ...healthy(), FACILITATOR_URL: 'http://127.0.0.1:1' } }),
  },
  'a facilitator whose certificate nobody vouches for': {
    check: 'facilitator',
    what: /cannot be reached: its certificate is refused \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    fix: /FACILITATOR_URL/,
    async plant() {
      const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
      const made = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost'.split(' ');
      execFileSync('openssl', [...made, '-keyout', files.key, '-out', files.cert], { stdio: 'ignore' });
      const [key, cert] = await Promise.all([readFile(files.key), readFile(files.cert)]);
      const server = createSecureServer({ key, cert });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      return { environment: { ...healthy(), FACILITATOR_URL: `https://localhost:${port}` } };
    },
  },
  'a facilitator of a test network': {
    check: 'facilitator',
    what: /does not settle "exact" on eip155:8453/,
    fix: /for Base, or set NETWORK/,
    plant() {
      const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }];
      return reply('/facilitator/supported', { body: { kinds } });
    },
  },
  'an address that is no facilitator': {
    check: 'facilitator',
    what: /is none: it answers \/supported with status 404/,
    fix: /FACILITATOR_URL/,
    plant: () => ({ environment: { ...healthy(), FACILITATOR_URL: `${world.url}/elsewhere` } }),
  },
  'a node of another chain': {
    check: 'chain',
    what: /one of chain 1$/,
    fix: /RPC_URL/,
    plant: () => reply('eth_chainId', { body: '0x1' }),
  },
  'a node without USDC': {
    check: 'chain',
    what: /no USDC/,
    fix: /another|node of Base/,
    plant: () => reply('eth_getCode', { body: '0x' }),
  },
  'a node that has fallen behind': {
    check: 'chain',
    what: /has a newest block that is \d{4} seconds old/,
    fix: /caught up/,
    plant() {
      const timestamp = `0x${(Math.floor(Date.now() / 1000) - 3600).toString(16)}`;
      return reply('eth_getBlockByNumber', { body: { number: '0x1', timestamp } });
    },
  },
  'a node that lists no events': {
    check: 'chain',
    what: /lists no events, not even of ten blocks/,
    fix: /that answers eth_getLogs/,
    plant() {
      world.refused = 'eth_getLogs';
      return {};
    },
  },
  'a wallet without gas': {
    check: 'wallet gas',
    what: /cannot pay for one settlement/,
    fix: /Send ETH on Base to 0x[0-9a-fA-F]{40}/,
    plant() {
      world.replies.eth_getBalance = { body: '0x0' };
      return { environment: settlingHere() };
    },
  },
  'a node that does not say what an account has': {
    check: 'chain',
    what: /does not answer eth_getBalance/,
    fix: /another node/,
    plant() {
      world.refused = 'eth_getBalance';
      return { environment: settlingHere() };
    },
  },
  'a clock that is slow': {
    check: 'clock',
    what: /is (89|90|91) seconds behind/,
    fix: /NTP/,
    plant() {
      world.clockLeadsSeconds = 90;
      return {};
    },
  },
  'a dataset that was cut short': {
    check: 'decoder data',
    what: /cannot be read/,
    fix: /vpic update/,
    async plant() {
      const cut = join(folder, 'cut.dataset');
      await copyFile(defaultDatasetPath(), cut);
      await truncate(cut, 1_000_000);
      return { environment: { ...healthy(), VPIC_DATASET: cut } };
    },
  },
  'a province that is missing': {
    check: 'data files',
    what: /costs\/ca\/on\.json/,
    fix: /Install forecourt again/,
    async plant() {
      const data = await copyData();
      await rm(new URL('costs/ca/on.json', data));
      return { dataFolder: data };
    },
  },
};

async function copyData(): Promise<URL> {
  const copy = await mkdtemp(join(folder, 'data-'));
  await cp('data', copy, { recursive: true });
  return pathToFileURL(`${copy}/`);
}

describe('a planted fault is found, by itself, with what to do', () => {
  test.each(Object.entries(faults))('%s', async (_name, { check, what, fix, plant }) => {
    const findings = await examine({ environment: healthy(), ...(await plant()) });
    const found = findings.filter(({ state }) => state === 'problem');
    expect(found).toEqual([
      { check, state: 'problem', what: expect.stringMatching(what), fix: expect.stringMatching(fix) },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/hunter2|5e5e5e/);
  });
});

test('warns of a port that is taken and of gas that runs out', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  world.replies.eth_getBalance = { body: `0x${(150_000n * 10_000_000n * 20n).toString(16)}` };
  const findings = await examine({ environment: { ...settlingHere(), PORT: String(port) } });
  squatter.close();
  // The data that ships grows old: on a later day there is a warning of that too.
  const others = findings.filter(({ check, state }) => state !== 'ok' && check !== 'decoder data');
  expect(others).toMatchObject([
    { check: 'port', state: 'warning' },
    { check: 'wallet gas', state: 'warning', what: expect.stringContaining('20 settlements') },
  ]);
  world.replies.eth_maxPriorityFeePerGas = { body: `0x${(10n ** 9n).toString(16)}` };
  const dear = await examine({ environment: settlingHere(), dataNowMs: DATA_DAY });
  expect(dear.find(({ check }) => check === 'gas price')).toMatchObject({
    state: 'warning',
    what: expect.stringContaining('more than 0.5 of the lowest price'),
  });
});

describe('a running service, seen from outside', () => {
  test('is well', async () => {
    await using service = await runService({ ...healthy(), PORT: '0' });
    const findings = await examineService(service.url);
    expect(findings.map(({ check }) => check)).toContain('challenge');
    expect(
      findings.filter(({ check }) => ['service', 'storage', 'challenge', 'clock'].includes(check)),
    ).toEqual(Array(4).fill(expect.objectContaining({ state: 'ok' })));
  });

  test.each([
    ['writes on what the caller wrote', (_: IncomingMessage, told: string) => told, 'problem'],
    [
      'appends the address that it sees',
      ({ socket }: IncomingMessage, told: string) => `${told}, ${socket.remoteAddress}`,
      'ok',
    ],
  ] as const)('is behind a proxy that %s', async (_what, tell, state) => {
    await using service = await runService({ ...healthy(), PORT: '0', TRUSTED_PROXIES: '1' });
    await using proxy = await startFakeSource(async (request, response) => {
      const told = tell(request, String(request.headers['x-forwarded-for'] ?? ''));
      const headers = { 'X-Forwarded-For': told, 'Accept-Encoding': 'identity' };
      const answer = await fetch(`${service.url}${request.url}`, { headers });
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    });
    const findings = await examineService(proxy.url);
    expect(findings.find(({ check }) => check === 'addresses')).toMatchObject({ state });
  });

  test('is something else', async () => {
    const [first, challenge] = await examineService(world.url);
    expect(first).toMatchObject({
      check: 'service',
      state: 'problem',
      what: expect.stringContaining('no Forecourt'),
    });
    expect(challenge).toMatchObject({ check: 'challenge', state: 'problem' });
  });

  test('is behind a proxy that cannot hold the headers of a 402', async () => {
    await using proxy = await startFakeSource((request, response) => {
      response.statusCode = request.url === '/health' ? 200 : 502;
      response.end(JSON.stringify({ interfaceVersion: '0.2.1', payments: {} }));
    });
    const findings = await examineService(proxy.url);
    expect(findings.find(({ check }) => check === 'challenge')).toMatchObject({
      state: 'problem',
      what: expect.stringContaining('502'),
      fix: expect.stringContaining('proxy_buffer_size'),
    });
  });
});
