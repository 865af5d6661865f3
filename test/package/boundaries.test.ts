import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { filesOf, overspent, readBudgets } from '../../tools/boundaries/budgets.ts';
import {
  filesIn,
  forbiddenIn,
  isPackage,
  mayImport,
  pathOf,
  readArrows,
  readPicture,
} from '../../tools/boundaries/picture.ts';
import { programPath } from '../../tools/programs/fetch.ts';
import { folderOfTest } from '../own-folder.ts';

const picture = readPicture();
const arrows = readArrows();
const drawn = [...picture].flatMap(([from, may]) => may.map((to) => `${from} -> ${to}`));

interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: 'off' | Rule } } };
}

interface Rule {
  options: { patterns: [{ group: string[] }] };
}

test('no folder is below itself: each line of the picture names folders of earlier lines only', () => {
  const folders = [...picture.keys()];
  for (const [index, folder] of folders.entries()) {
    const below = new Set(picture.get(folder)).difference(new Set(folders.slice(0, index)));
    expect([...below], folder).toEqual([]);
  }
});

test('the picture names every folder, and every import between two of them is drawn', () => {
  const notDrawn = arrows.filter(({ from, to }) => !mayImport(from, to, picture));
  expect(notDrawn).toEqual([]);
});

test('no two files of src export the same name', () => {
  const exported =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  const names = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) => [
    ...new Set(Array.from(readFileSync(file, 'utf8').matchAll(exported), ([, name = '']) => name)),
  ]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('nothing is drawn that is not imported', () => {
  const used = new Set(arrows.map(({ from, to }) => `${from} -> ${to}`));
  expect(drawn.filter((arrow) => !used.has(arrow))).toEqual([]);
});

test('biome.json forbids what the picture does not allow, and nothing else', async () => {
  const { overrides }: { overrides: Override[] } = JSON.parse(await readFile('biome.json', 'utf8'));
  const rules = new Map(
    overrides.flatMap(({ includes, linter }) => {
      const rule = linter.rules.style?.noRestrictedImports ?? 'off';
      return rule === 'off' ? [] : [[String(includes), rule.options.patterns[0].group] as const];
    }),
  );
  expect([...rules.keys()].sort()).toEqual([...picture.keys()].map((folder) => filesIn(folder)).sort());
  for (const folder of picture.keys()) {
    expect(rules.get(filesIn(folder)), folder).toEqual(forbiddenIn(folder, picture));
  }
});

test('a change that imports what is not drawn does not pass the linter', async () => {
  const root = folderOfTest();
  const wanted = new Map<string, number>();
  for (const folder of picture.keys()) {
    const file = `${pathOf(folder)}/new-file.ts`;
    const others = [...picture.keys()].filter((other) => other !== folder);
    const forbidden = others.filter((other) => !mayImport(folder, other, picture));
    const lines = forbidden.flatMap((other) => {
      // The files of a folder that holds others are forbidden by name.
      const target = EXAMPLES[other] ?? `${pathOf(other)}/other.ts`;
      const path = relative(dirname(file), target);
      const specifier = isPackage(other) ? other : path.startsWith('.') ? path : `./${path}`;
      return [`import '${specifier}';`, `await import('${specifier}');`];
    });
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), `${lines.join('\n')}\n`);
    if (lines.length > 0) wanted.set(file, lines.length);
  }
  await writeFile(join(root, 'biome.json'), await readFile('biome.json', 'utf8'));
  const options = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'];
  const linting = promisify(execFile)(programPath('biome'), [...options, '--vcs-enabled=false', root], {
    cwd: root,
  });
  const { stdout } = await linting.catch((failed: { stdout: string }) => failed);
  const { diagnostics }: Report = JSON.parse(stdout);
  const found = new Map<string, number>();
  for (const { location } of diagnostics) {
    const file = relative(root, join(root, location.path)).replace(/^.*?(?=packages\/|src\/)/, '');
    found.set(file, (found.get(file) ?? 0) + 1);
  }
  expect(Object.fromEntries([...found].sort())).toEqual(Object.fromEntries([...wanted].sort()));
});

const budgets = readBudgets();

test('no folder is larger than docs/architecture.md lets it be', () => {
  expect(overspent(budgets)).toEqual([]);
});

test('a folder that has outgrown its number is named, with both numbers', () => {
  const [problem] = overspent([{ folder: 'src/lib/', lines: 1001, mostLines: 1000 }]);
  expect(problem).toMatch(/^src\/lib\/ has 1001 lines, 1000 at most\. /);
});

test('every file of the program is in a folder that has a number', () => {
  const counted = new Set(budgets.flatMap(({ folder }) => filesOf(folder)));
  const all = ['src/', 'packages/', 'clients/', 'bin/', 'tools/', 'research/'].flatMap(filesOf);
  expect(all.filter((file) => !counted.has(file))).toEqual([]);
});

test('what serves measuring is imported by nothing else', () => {
  const exclude = ['**/node_modules', '**/dist'];
  const files = globSync('{src,packages,test,tools}/**/*.ts', { exclude });
  const measures = /from '[^']*\/research\//;
  expect(files.filter((file) => measures.test(readFileSync(file, 'utf8')))).toEqual([]);
});

const EXAMPLES: Readonly<Record<string, string>> = { src: 'src/app.ts' };

interface Report {
  diagnostics: { location: { path: string } }[];
}
