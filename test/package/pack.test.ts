import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const VIN = '5NPDH4AE8DH100013';
const PACKAGES = ['.', './packages/client/dist', './packages/vin/dist'];

/** 5.4 MB in November 2026, of which 2.1 MB are the data of the decoder. Raise it knowingly. */
const LARGEST_UNPACKED_BYTES = 10_500_000;

/** The Node of this machine, not the one that the project brings along. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const environment = {
  PATH: machinePath,
  HOME: process.env.HOME,
  npm_config_cache: process.env.npm_config_cache,
};

const canInstall = await run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], {
  env: environment,
}).then(
  () => true,
  () => false,
);
const skipped = canInstall ? '' : ' (skipped: the npm registry cannot be reached)';

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
    await run(process.execPath, ['scripts/build.ts'], { cwd: root });
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await run('npm', [...pack, ...PACKAGES], { cwd: root, env: environment });
    const all = JSON.parse(stdout) as [Packed, ...Packed[]];
    [packed] = all;
    await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }');
    const install = [
      'install',
      '--omit=dev',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts=false',
    ];
    const files = all.map(({ filename }) => join(folder, filename));
    await run('npm', [...install, ...files], { cwd: app, env: environment });
  }, 180_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** By the Node of this machine, as a global install would start it. */
  const forecourt = (args: string[], more: Record<string, string> = {}) =>
    run('node', ['node_modules/forecourt/bin/forecourt.js', ...args], {
      cwd: app,
      env: { ...environment, ...more },
    });

  test('is small and holds neither tests nor sources', () => {
    expect(packed.unpackedSize).toBeLessThan(LARGEST_UNPACKED_BYTES);
    const strange = packed.files.filter(({ path }) =>
      /\.test\.|(?<!\.d)\.ts$|^(src|test|eval|bench)\//.test(path),
    );
    expect(strange).toEqual([]);
  });

  test('says its version and decodes', async () => {
    const { stdout } = await forecourt(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const decoded = await forecourt(['decode', VIN, '--json']);
    expect(JSON.parse(decoded.stdout)).toMatchObject({ vehicle: { model: 'Elantra' } });
  });

  test('says which packages dev payments need', async () => {
    const failed = await forecourt(['serve'], { PORT: '0', DATA_DIR: folder }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^forecourt: Dev payments need the packages @foundry-rs\/anvil and @offchainlabs\/stablecoin-evm, which are not installed\. Run "npm install @foundry.*\n$/,
      ),
    });
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
      expect((await fetch(`${url}/v1/sample/decode`)).status).toBe(200);
    } finally {
      // npx starts a shell that starts the program: all of them are meant, as with Ctrl-C.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });

  test('brings types for the client and the VIN engine', async () => {
    await writeFile(
      join(app, 'use.ts'),
      `import { createClient, type DecodeAnswer, PaymentUncertain } from '@forecourt/client';
      import { createVinEngine, openDataset } from '@forecourt/vin';
      const { vehicle }: DecodeAnswer = await createClient({ url: 'https://forecourt.example' }).decode('x');
      export const model: string = vehicle.model;
      // @ts-expect-error There is no such member.
      export const wrong = vehicle.modle;
      export const { errorCodes } = createVinEngine(openDataset(new Uint8Array())).decode('x', { nowMs: 0 });
      export const count: number = errorCodes.length;
      export const isUncertain = (error: unknown) => error instanceof PaymentUncertain && error.charged;`,
    );
    const strictly = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ];
    await run(join(root, 'node_modules/.bin/tsc'), [...strictly, '--types', '', 'use.ts'], {
      cwd: app,
    }).catch(({ stdout }) => expect.fail(stdout));
  });

  test('brings the engine with its data', async () => {
    await writeFile(
      join(app, 'use.js'),
      `import { readFileSync } from 'node:fs';
      import { zstdDecompressSync } from 'node:zlib';
      import { createVinEngine, openDataset } from '@forecourt/vin';
      const file = new URL(import.meta.resolve('@forecourt/vin/vpic.dataset'));
      const engine = createVinEngine(openDataset(zstdDecompressSync(readFileSync(file))));
      console.log(engine.decode('${VIN}', { nowMs: Date.now() }).fields.Model);`,
    );
    const { stdout } = await run(process.execPath, ['use.js'], { cwd: app });
    expect(stdout).toBe('Elantra\n');
  });
});
