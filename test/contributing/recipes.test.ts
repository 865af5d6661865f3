import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../own-folder.ts';
import { proof, type Recipe, recipes } from './recipes.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'coverage', '.forecourt']);

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** The section of a recipe begins with how many files it takes. */
function promisedFiles(name: string): number {
  const [, count = ''] =
    new RegExp(`^## Add ${name}\\b.*\\n(One file|Two files|Three files)\\b`, 'm').exec(contributing) ?? [];
  return ['', 'One file', 'Two files', 'Three files'].indexOf(count);
}

/** The tests that read the tables to which the recipes add. */
const AFFECTED = [
  'src/added.test.ts',
  'src/products',
  'src/errors',
  'src/config',
  'tools/data/check-jurisdiction.test.ts',
  'test/documents/openapi.test.ts',
  'test/sources/http.test.ts',
];

const copy = folderOfFile();
beforeAll(async () => {
  await cp(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});

async function follow({ adds, inserts, runs }: Recipe): Promise<string[]> {
  for (const [path, text] of Object.entries(adds)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), `${text.trim()}\n`);
  }
  for (const [path, insertions] of Object.entries(inserts)) {
    const lines = (await readFile(join(copy, path), 'utf8')).split('\n');
    for (const { below, text } of insertions) {
      const place = lines.findIndex((line) => line.includes(below));
      expect(place, `${path} has a line with ${below}`).toBeGreaterThan(-1);
      lines.splice(place + 1, 0, text);
    }
    await writeFile(join(copy, path), lines.join('\n'));
  }
  if (runs) await run(process.execPath, [...runs], { cwd: copy });
  return [...Object.keys(adds), ...Object.keys(inserts)];
}

/** The output of a command that fails; empty where it does not. */
const complaintsOf = (command: string, ...args: string[]) =>
  run(join(root, 'node_modules/.bin', command), args, { cwd: copy }).then(
    () => '',
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );

describe('what a newcomer adds by CONTRIBUTING.md', () => {
  it('takes as few files as it says, passes the types and the tests, and works', {
    timeout: 240_000,
  }, async () => {
    for (const [name, recipe] of Object.entries(recipes)) {
      expect(await follow(recipe), name).toHaveLength(promisedFiles(name));
    }
    await writeFile(join(copy, 'src/added.test.ts'), proof.trimStart());
    const [types, tests] = await Promise.all([
      complaintsOf('tsc', '-p', 'tsconfig.json'),
      complaintsOf('vitest', 'run', ...AFFECTED),
    ]);
    expect(types).toBe('');
    expect(tests).toBe('');
  });
});
