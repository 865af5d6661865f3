import { spawnSync } from 'node:child_process';
import { cp, glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackage } from './build/package.ts';

/** Compiles for the published packages: Node does not strip types below node_modules. */
await rm('dist', { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) throw new Error('The program does not compile.');
// Files that the program reads stand beside the code that reads them.
for await (const asset of glob('src/**/*.{md,js,css,png,jpg}'))
  await cp(asset, join('dist', asset.slice('src/'.length)));
for await (const folder of glob('packages/*/')) await buildPackage(folder);
