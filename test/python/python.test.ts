import { type ExecFileOptions, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mintUsdc } from '../../src/payments/dev/install-usdc.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import type { Description } from '../../tools/clients/description.ts';
import { generatePython } from '../../tools/clients/python.ts';
import { expectTranscript, startRecorder } from '../documents/transcript.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { clientFolder, preparePython } from './environment.ts';
import { bothTellTheSame } from './same-words.ts';

const run = promisify(execFile);
/** At least as many as tests that ask for the service. */
const WALLETS = 20;
const python = await preparePython();

let service: DevService;
beforeAll(async () => {
  service = await startDevService();
  if (!python.skipped) await python.install();
}, 600_000);
afterAll(() => service?.[Symbol.asyncDispose]());

/** The complaint of a program of the environment; empty where it is content. */
const complaintsOf = (name: string, args: string[], options: ExecFileOptions = {}) =>
  run(python.program(name), args, options).then(
    () => '',
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}` || String(error),
  );

test('its types and methods are those of /openapi.json ("npm run clients:build" makes them)', async () => {
  const description = (await (await service.get('/openapi.json')).json()) as Description;
  for (const [name, text] of Object.entries(generatePython(description)))
    expect(await readFile(join(clientFolder, 'src/forecourt', name), 'utf8'), name).toBe(text);
});

test('it has the version of the service', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const project = await readFile(join(clientFolder, 'pyproject.toml'), 'utf8');
  expect(project).toContain(`\nversion = "${version}"\n`);
});

describe.skipIf(python.skipped)(`the Python client${python.skipped}`, () => {
  const complaints = (name: string, ...args: string[]) =>
    complaintsOf(name, args, { cwd: clientFolder, env: environment() });
  let rpcUrl: string;
  const keys: string[] = [];
  beforeAll(async () => {
    ({ rpcUrl } = await service.payments.ready);
    // The service knows a wallet that has bought the same before: each test has one of its own.
    for (let wallet = 0; wallet < WALLETS; wallet += 1) {
      const key = generatePrivateKey();
      await mintUsdc(createRpc(rpcUrl), BASE.usdc, {
        to: privateKeyToAccount(key).address,
        amount: 1_000_000n,
      });
      keys.push(key);
    }
  });
  const environment = () => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TEST_SERVICE_URL: service.url,
    TEST_WALLET_KEYS: keys.join(),
    TEST_PAY_TO: service.payments.payTo,
    TEST_RPC_URL: rpcUrl,
    PYTHONDONTWRITEBYTECODE: '1',
  });

  test('passes its own tests against the running service and chain', { timeout: 600_000 }, async () => {
    expect(await complaints('pytest')).toBe('');
  });

  test('the official client of the protocol buys as its transcript says', async () => {
    await using recorder = await startRecorder(service.url);
    const env = {
      PATH: process.env.PATH,
      FORECOURT_URL: recorder.url,
      KEY: service.payments.wallet.privateKey,
    };
    await run(python.program('python'), ['examples/official.py'], { cwd: clientFolder, env });
    await expectTranscript('x402 for Python', recorder.lines);
  });

  test('has no mistake in its types', { timeout: 600_000 }, async () => {
    expect(await complaints('mypy', '--cache-dir', join(python.program('..'), '.mypy_cache'))).toBe('');
  });

  test('is linted and formatted', async () => {
    expect(await complaints('ruff', 'check', '--no-cache')).toBe('');
    expect(await complaints('ruff', 'format', '--check', '--no-cache')).toBe('');
  });
});

describe.skipIf(python.skipped)(`what runs on GitHub${python.skipped}`, () => {
  test.each([
    ['vendor.github-workflows', '.github/workflows/ci.yml'],
    ['vendor.github-workflows', '.github/workflows/release.yml'],
    ['vendor.dependabot', '.github/dependabot.yml'],
  ])('keeps to the schema %s: %s', async (schema, file) => {
    expect(await complaintsOf('check-jsonschema', ['--builtin-schema', schema, file])).toBe('');
  });

  test('is not open to attacks that zizmor knows', async () => {
    expect(await complaintsOf('zizmor', ['--offline', '--no-progress', '.github'])).toBe('');
  });
});

bothTellTheSame(python);
