import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/lib/version.ts';
import { folderOfFile } from '../own-folder.ts';
import { environmentOf, findNode, isRegistryReachable, machineEnvironment } from './node-versions.ts';

const run = promisify(execFile);
const folder = folderOfFile();
const checkout = join(folder, 'checkout');
const registry = join(folder, 'registry');
const NEW = '7.0.0';
const skipped = isRegistryReachable ? '' : ' (skipped: the npm registry cannot be reached)';

/** All that git would hold, with the packages of this checkout and the workspaces of the copy. */
async function copyCheckout(): Promise<void> {
  const listing = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 10_000_000,
  });
  for (const file of listing.stdout.split('\0'))
    if (file !== '' && !/^(test|research)\//.test(file))
      await cp(file, join(checkout, file)).catch(({ code }) => expect(code, file).toBe('ENOENT'));
  const modules = join(checkout, 'node_modules');
  await mkdir(join(modules, '@forecourt'), { recursive: true });
  for (const name of await readdir('node_modules'))
    if (name !== '@forecourt') await symlink(resolve('node_modules', name), join(modules, name));
  for (const name of ['client', 'vin'])
    await symlink(join(checkout, 'packages', name), join(modules, '@forecourt', name));
}

const inCheckout = (program: string, ...args: string[]) => {
  const path = [dirname(process.execPath), join(checkout, 'node_modules/.bin'), machineEnvironment.PATH];
  return run(program, args, { cwd: checkout, env: { ...machineEnvironment, PATH: path.join(':') } });
};
const raise = () => inCheckout('node', 'tools/release-version.ts');

beforeAll(async () => {
  await copyCheckout();
  await mkdir(registry);
}, 300_000);

test('a change that cannot be read is named, and nothing is raised', async () => {
  const file = join(checkout, '.changeset/broken.md');
  await writeFile(file, '---\n\n## "forecourt": minor\n');
  await expect(raise()).rejects.toMatchObject({
    stderr: expect.stringContaining('.changeset/broken.md must begin'),
  });
  expect(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))).toMatchObject({ version });
  await writeFile(file, '---\n"forecourt": major\n---\n\nEverything is new.\n');
});

test('the changes become a version, everywhere where one stands', async () => {
  // So that none is like the number of another package by chance.
  await writeFile(
    join(checkout, 'package.json'),
    (await readFile('package.json', 'utf8')).replaceAll(`"${version}"`, '"6.5.4"'),
  );
  const places = [
    'package.json',
    'package-lock.json',
    'packages/client/package.json',
    'packages/vin/package.json',
    'packages/client/src/environment.ts',
    'clients/python/pyproject.toml',
    'server.json',
    'deploy/kubernetes/forecourt.yaml',
  ];
  for (const place of places) {
    const text = await readFile(place, 'utf8');
    await writeFile(
      join(checkout, place),
      text.replaceAll(new RegExp(`(["':])${version.replaceAll('.', '\\.')}\\b`, 'g'), '$16.5.4'),
    );
  }
  const { stdout } = await raise();
  expect(stdout).toContain(`6.5.4 is ${NEW} now.`);
  expect(stdout).toContain('Everything is new.');
  for (const place of places) {
    const text = await readFile(join(checkout, place), 'utf8');
    expect(text, place).not.toContain('6.5.4');
    expect(text, place).toContain(NEW);
  }
  expect(await readdir(join(checkout, '.changeset'))).toEqual(['README.md']);
  await expect(raise()).rejects.toMatchObject({
    stderr: expect.stringContaining('there is nothing to release'),
  });
});

describe.skipIf(skipped)(`what is packed then${skipped}`, () => {
  beforeAll(async () => {
    await inCheckout('node', 'tools/build.ts');
    const packages = ['.', './packages/client/dist', './packages/vin/dist'];
    await inCheckout('npm', 'pack', '--ignore-scripts', '--pack-destination', registry, ...packages);
  }, 300_000);

  describe.each([20, 22, 24])('on Node %i', async (major) => {
    const node = isRegistryReachable ? await findNode(major) : undefined;

    test.skipIf(node === undefined)('installs without a warning, and works', async () => {
      const app = join(folder, `node-${major}`);
      await mkdir(app);
      await writeFile(join(app, 'package.json'), '{ "private": true }');
      const env = { ...environmentOf(node ?? ''), HOME: app, npm_config_update_notifier: 'false' };
      const packed = (await readdir(registry)).filter((name) => name.endsWith('.tgz'));
      expect(packed.sort()).toEqual(
        ['forecourt', 'forecourt-client', 'forecourt-vin'].map((name) => `${name}-${NEW}.tgz`),
      );
      const install = ['install', '--no-audit', '--no-fund', ...packed.map((name) => join(registry, name))];
      expect((await run('npm', install, { cwd: app, env })).stderr).toBe('');
      const said = await run('npx', ['forecourt', '--version'], { cwd: app, env });
      expect(said.stdout).toBe(`${NEW}\n`);
      const use = `const { openDecoder } = require('@forecourt/vin');
        const { createClient } = require('@forecourt/client');
        openDecoder().then(async (decoder) => console.log(decoder.decode('5NPDH4AE8DH100013').vehicle.model,
          await createClient({ url: 'http://127.0.0.1:9' }).decode('short').catch(({ code }) => code)));`;
      const used = await run(node ?? '', ['--eval', use], { cwd: app, env });
      expect(used.stdout).toBe('Elantra invalid_vin\n');
      // Hundreds of megabytes: what is left for the end of the file would take too long at once.
      await rm(app, { recursive: true });
    });
  });

  describe.each(['3.11', '3.12', '3.13'])('on Python %s', async (minor) => {
    // Under its name, or where pyenv keeps it.
    const places = [
      `python${minor}`,
      ...globSync(`${homedir()}/.pyenv/versions/${minor}.*/bin/python${minor}`),
    ];
    const tried = await Promise.allSettled(
      places.map((place) => run(place, ['-c', 'import venv, ensurepip'])),
    );
    const python = places[tried.findIndex(({ status }) => status === 'fulfilled')];
    const why = python ? '' : ` (skipped: there is no Python ${minor} with venv)`;

    test.skipIf(why !== '')(`the client is built, installed by its name, and works${why}`, async () => {
      if (!python) return;
      const environment = join(folder, minor);
      await run(python, ['-m', 'venv', environment]);
      const pip = (...args: string[]) =>
        run(join(environment, 'bin/pip'), ['--disable-pip-version-check', ...args], { env: process.env });
      const wheels = join(registry, minor);
      await pip('wheel', '--quiet', '--no-deps', '--wheel-dir', wheels, join(checkout, 'clients/python'));
      await pip('install', '--quiet', '--find-links', wheels, `forecourt==${NEW}`);
      const use = `from forecourt import Forecourt, InvalidRequest
try: Forecourt("http://127.0.0.1:9").decode("short")
except InvalidRequest as error: print(error.code)`;
      const { stdout } = await run(join(environment, 'bin/python'), ['-c', use]);
      expect(stdout).toBe('invalid_vin\n');
    });
  });
});
