import { execFile } from 'node:child_process';
import { glob, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from '../../tools/build/package.ts';
import { programPath } from '../../tools/programs/fetch.ts';
import { bundleForBrowser } from '../client/bundle.ts';
import { skipped as noBrowser, startBrowser, startSite } from '../documents/browser.ts';
import { folderOfFile } from '../own-folder.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { findNode, machineEnvironment } from './node-versions.ts';

const run = promisify(execFile);
const NAMES = ['client', 'vin'];
const VIN = '5NPDH4AE8DH100013';
const LARGEST_CLIENT_BYTES = 200_000;
/** The size of each package alone, minified, without its data. */
const LARGEST_BUNDLES = { client: 13_800, vin: 37_600 };

const folder = folderOfFile();
const app = join(folder, 'app');
let service: DevService;
const tarballs = new Map<string, string>();
const installed = (name: string) => join(app, 'node_modules/@forecourt', name);

beforeAll(async () => {
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "private": true }');
  for (const name of NAMES) {
    const built = join(folder, name);
    await buildPackage(join('packages', name), built);
    const pack = ['pack', '--json', '--pack-destination', folder, built];
    const { stdout } = await run('npm', pack, { env: machineEnvironment });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    tarballs.set(name, join(folder, filename));
  }
  const install = ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.values()];
  await run('npm', install, { cwd: app, env: machineEnvironment });
  service = await startDevService();
}, 180_000);
afterAll(() => service?.[Symbol.asyncDispose]());

test('each comes alone: nothing else is installed with the two', async () => {
  const folders = await readdir(join(app, 'node_modules'));
  expect(folders.filter((name) => !name.startsWith('.'))).toEqual(['@forecourt']);
});

test(`@forecourt/client takes less than ${LARGEST_CLIENT_BYTES / 1000} kB when it is installed`, async () => {
  let bytes = 0;
  for await (const file of glob(`${installed('client')}/**/*`)) bytes += (await stat(file)).size;
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(LARGEST_CLIENT_BYTES);
});

describe.each(NAMES)('@forecourt/%s', (name) => {
  test('has types that are right however it is resolved (attw)', async () => {
    const check = ['--no-emoji', '--exclude-entrypoints', 'vpic.dataset', 'build'];
    const checking = run(process.execPath, [programPath('attw'), tarballs.get(name) ?? '', ...check]);
    await checking.catch(({ stdout }) => expect.fail(stdout));
  });

  test('is packed as it should be (publint)', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed(name), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('says where it comes from, and holds neither tests nor sources', async () => {
    const manifest = JSON.parse(await readFile(join(installed(name), 'package.json'), 'utf8'));
    const { version, homepage, repository } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(manifest).toMatchObject({ version, license: 'Apache-2.0', repository: { url: repository.url } });
    expect(manifest.homepage).toContain(homepage.split('#')[0]);
    const files = await readdir(installed(name), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  test('is bundled for a browser, small and without anything of Node', async () => {
    const code = await bundleForBrowser(`export * from '@forecourt/${name}';`, app);
    expect(code).not.toMatch(/\bimport\b(?!\.meta)|\brequire\b|node:|process\.|Buffer\./);
    expect(Buffer.byteLength(code)).toBeLessThan(LARGEST_BUNDLES[name as 'client' | 'vin']);
  });
});

test.skipIf(noBrowser)(`@forecourt/vin decodes in a browser${noBrowser}`, async () => {
  const readme = await readFile(join(installed('vin'), 'README.md'), 'utf8');
  const example = /```js browser\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const code = await bundleForBrowser(
    `import { openDecoder } from '@forecourt/vin';
    ${example}
    const found = await openDecoder();
    globalThis.decoded = [decoder, found].map((one) => one.decode('${VIN}'));`,
    app,
  );
  const dataset = await readFile(join(installed('vin'), 'vpic.dataset'));
  await using site = await startSite(code, { 'vpic.dataset': dataset });
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction('globalThis.decoded');
    const elantra = { vehicle: { year: 2013, make: 'HYUNDAI', model: 'Elantra' }, errorCodes: [0] };
    // By the address of the example, and where the bundler left the data.
    expect(await page.evaluate('decoded')).toMatchObject([elantra, elantra]);
  } finally {
    await browser.close();
  }
});

describe.each([20, 22, 24])('on Node %i', async (major) => {
  const node = await findNode(major);
  const skipped = node ? '' : ` (skipped: there is no Node ${major}, and the registry cannot be reached)`;

  test.skipIf(skipped)(
    `the examples of both README run, as ES module and as CommonJS${skipped}`,
    async () => {
      if (!node) return;
      // For the wallet of the example alone.
      await symlink(resolve('node_modules/viem'), join(app, 'node_modules/viem')).catch(() => undefined);
      const KEY = service.payments.wallet.privateKey;
      const env = { ...machineEnvironment, FORECOURT_URL: service.url, KEY };
      const printed: string[] = [];
      for (const name of NAMES) {
        const readme = await readFile(join(installed(name), 'README.md'), 'utf8');
        for (const [, code = ''] of readme.matchAll(/```js\n(.*?)```/gs)) {
          const file = join(app, `example.${code.includes('require(') ? 'cjs' : 'mjs'}`);
          await writeFile(file, code);
          const { stdout, stderr } = await run(node, [file], { cwd: app, env });
          printed.push(stdout + stderr);
        }
      }
      expect(printed).toEqual([
        // No tax is in the total: Ontario's is on the wholesale value, which is not given. The same wallet does not pay twice.
        expect.stringMatching(/^2013 Hyundai Elantra\n3309\n\$0(\.03)? spent\n$/),
        expect.stringMatching(/^\d+ \d+\n$/),
        '2013 HYUNDAI Elantra 1st and 2nd Rows [ 0 ]\n',
        '5NPDH4AE8DH100013 5NPDH4AE8DH1[00]013 2013 Elantra\n',
        'F-150 false [ 6 ]\n',
      ]);
    },
  );
});

const USE = `import { createClient, type DecodeAnswer, PaymentUncertain } from '@forecourt/client';
import { createVinEngine, openDataset, openDecoder } from '@forecourt/vin';
import { checkDigitOf } from '@forecourt/vin/check-digit';
export async function use() {
  const { vehicle }: DecodeAnswer = await createClient({ url: 'https://forecourt.example' }).decode('x');
  // @ts-expect-error There is no such member.
  const wrong = vehicle.modle;
  const { errorCodes } = createVinEngine(openDataset(new Uint8Array())).decode('x', { nowMs: 0 });
  const count: number = errorCodes.length;
  const decoded = (await openDecoder()).decode('x');
  // @ts-expect-error What is not known is null.
  decoded.vehicle.doors.toFixed();
  const year: number | null = decoded.vehicle.year;
  return [wrong, count, year, vehicle.model satisfies string, checkDigitOf];
}
export const isUncertain = (error: unknown) => error instanceof PaymentUncertain && error.charged;`;

test.each([
  ['use.mts', 'nodenext', 'nodenext'],
  ['use.cts', 'nodenext', 'nodenext'],
  ['use.ts', 'esnext', 'bundler'],
])('%s compiles strictly with module %s, resolved as %s', async (file, module, moduleResolution) => {
  await writeFile(join(app, file), USE);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const how = ['--module', module, '--moduleResolution', moduleResolution];
  const compiling = run(resolve('node_modules/.bin/tsc'), [...options, ...how, file], { cwd: app });
  await compiling.catch(({ stdout }) => expect.fail(stdout));
});
