import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeBundle } from './mcpb/bundle.ts';

/** npm run mcpb:build -- TARBALLS BUNDLE: installs the packed packages of a folder, and makes an MCP bundle of them. */
const [tarballs, bundle] = process.argv.slice(2);
if (tarballs === undefined || bundle === undefined) {
  console.error('Name the folder of the packed packages, and the bundle to write.');
  process.exitCode = 2;
} else {
  const app = await mkdtemp(join(tmpdir(), 'forecourt-app-'));
  try {
    const files = (await readdir(tarballs)).filter((name) => name.endsWith('.tgz'));
    const options = ['install', '--prefix', app, '--omit=dev', '--omit=optional', '--ignore-scripts'];
    const paths = files.map((name) => resolve(tarballs, name));
    const { status } = spawnSync('npm', [...options, ...paths], { stdio: 'inherit' });
    if (status !== 0) throw new Error('The packages cannot be installed.');
    await makeBundle(app, resolve(bundle));
  } finally {
    await rm(app, { recursive: true, force: true });
  }
}
