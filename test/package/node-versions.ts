import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The Node of this machine, not the one that the project brings along. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

export const machineEnvironment = {
  PATH: machinePath,
  HOME: process.env.HOME,
  npm_config_cache: process.env.npm_config_cache,
  // The machine may reach the registry through a proxy of its own.
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
};

/** In which `npm` and `node` run on this Node. */
export const environmentOf = (node: string) => ({
  ...machineEnvironment,
  PATH: [dirname(node), machinePath].join(delimiter),
});

export const isRegistryReachable = await run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], {
  env: machineEnvironment,
}).then(
  () => true,
  () => false,
);

/** A Node of this major version: this one, the machine's, or one from npm, kept in a folder that git does not see. */
export async function findNode(major: number): Promise<string | undefined> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const own = await run('node', ['-p', 'process.execPath + " " + process.versions.node'], {
    env: machineEnvironment,
  }).catch(() => ({ stdout: '' }));
  const [path = '', version = ''] = own.stdout.trim().split(' ');
  if (version.startsWith(`${major}.`)) return path;
  const folder = resolve('node_modules/.cache/node', String(major));
  const binary = join(folder, 'node_modules/node/bin/node');
  if (existsSync(binary)) return binary;
  if (!isRegistryReachable) return undefined;
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--ignore-scripts=false', '--no-audit', '--no-fund', '--no-save'];
  await run('npm', ['install', ...options, `node@${major}`], { env: machineEnvironment });
  return binary;
}
