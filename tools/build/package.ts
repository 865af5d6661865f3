import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

interface Manifest {
  private?: boolean;
  exports: Record<string, string>;
}

/**
 * Makes the folder of a workspace from which it is packed and published: ES modules, the same as CommonJS in
 * `cjs`, types for both, and a package.json that names them. In the checkout the workspace names its sources, which
 * Node runs as they are, and is private, so that nobody publishes those.
 */
export async function buildPackage(folder: string, target = join(folder, 'dist')): Promise<void> {
  await rm(target, { recursive: true, force: true });
  compile(folder, target, []);
  const commonjs = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
  ];
  compile(folder, join(target, 'cjs'), commonjs);
  // The code that builds data runs on Node with ES modules, and is compiled once.
  if (existsSync(join(folder, 'build'))) compile(join(folder, 'build'), target, []);
  for await (const file of glob(`${target}/**/*.d.ts`)) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(from |import\()(['"]\.\.?\/[^'"]+)\.ts(['"])/g, '$1$2.js$3'));
  }
  await shareTypes(target);
  await placeData(target);
  const { private: _, ...manifest }: Manifest = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const shown = Object.entries(manifest.exports).map(([name, file]) => [name, publishedAs(file)]);
  const published = {
    ...manifest,
    main: './cjs/index.js',
    types: './cjs/index.d.ts',
    exports: Object.fromEntries(shown),
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await writeFile(join(target, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  await cp('LICENSE', join(target, 'LICENSE'));
  for await (const file of glob(`${folder}/{README.md,*.dataset,data/*.json}`))
    await cp(file, join(target, file.slice(folder.length)));
}

/** Data stand beside the ES modules, and above those of CommonJS, which have no `import.meta`. */
async function placeData(target: string): Promise<void> {
  const file = join(target, 'data-place.js');
  if (!existsSync(file)) return;
  const code = await readFile(file, 'utf8');
  const [, name = ''] = /new URL\('\.\.\/(.+?)'/.exec(code) ?? [];
  await writeFile(file, code.replace(`'../${name}'`, `'./${name}'`));
  const commonjs = `const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
exports.dataPlace = pathToFileURL(join(__dirname, '../${name}'));
`;
  await writeFile(join(target, 'cjs/data-place.js'), commonjs);
}

/** Modules of types alone are kept once: those of CommonJS point to them. */
async function shareTypes(target: string): Promise<void> {
  for await (const file of glob(`${target}/*.js`)) {
    const code = (await readFile(file, 'utf8')).replaceAll(/^\/\/.*$/gm, '').trim();
    if (code !== 'export {};') continue;
    const name = basename(file, '.js');
    const pointer = `export type * from '../${name}.js' with { 'resolution-mode': 'import' };\n`;
    await writeFile(join(target, 'cjs', `${name}.d.ts`), pointer);
  }
}

function compile(folder: string, target: string, more: string[]): void {
  const options = ['-p', folder, '--noEmit', 'false', '--declaration', '--outDir', target, ...more];
  const { status } = spawnSync('tsc', options, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${folder} does not compile.`);
}

function publishedAs(file: string): unknown {
  const [, place, name] = /^\.\/(src|build)\/(.+)\.ts$/.exec(file) ?? [];
  if (!name) return file;
  const both = (place: string) => ({ types: `${place}/${name}.d.ts`, default: `${place}/${name}.js` });
  if (place === 'build') return { import: both('./build') };
  return { import: both('.'), require: both('./cjs') };
}
