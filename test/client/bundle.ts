import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Bundles a module for browsers; its imports are resolved as from a folder, this one where none is named. */
export async function bundleForBrowser(source: string, from = import.meta.dirname): Promise<string> {
  const folder = await mkdtemp(join(from, '.bundle-'));
  try {
    const entry = join(folder, 'entry.ts');
    const output = join(folder, 'bundle.js');
    await writeFile(entry, source);
    const bundler = resolve('node_modules/.bin/rolldown');
    const args = [entry, '--minify', '--platform', 'browser', '--format', 'esm', '-o', output];
    const { status, stderr } = spawnSync(process.execPath, [bundler, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The bundler failed: ${stderr}`);
    return await readFile(output, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
