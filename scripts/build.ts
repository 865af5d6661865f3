import { spawnSync } from 'node:child_process';
import { cp, glob, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Compiles for the published package: Node does not strip types below node_modules. */
await rm('dist', { recursive: true, force: true });
// Types are for what other programs import: the client and the VIN engine.
const projects = ['tsconfig.build.json', 'tsconfig.types.json'];
const compiled = projects.every(
  (project) => spawnSync('tsc', ['-p', project], { stdio: 'inherit' }).status === 0,
);
if (!compiled) {
  process.exitCode = 1;
} else {
  // Files that the program reads stand beside the code that reads them.
  for await (const asset of glob('src/**/*.{md,js,css,png,jpg}'))
    await cp(asset, join('dist', asset.slice('src/'.length)));
}
