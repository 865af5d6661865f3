import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** Who may import whom: by folder, in the order of the picture. */
export type Picture = ReadonlyMap<string, readonly string[]>;

/** Knowledge and products use none of these: what they know comes from sources and storage. */
export const IO_LIBRARIES = ['hono', 'hono/*', 'undici', 'pg', 'node:sqlite', 'node:http'];
/** What stands below everything is held to more than the picture can draw. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  lib: ['../**', '@forecourt/**'],
  '@forecourt/vin': ['../**', 'node:*', '*', '@forecourt/**', '!./**'],
  '@forecourt/client': ['../**', 'node:*', '*', '@forecourt/**', '!./**'],
  errors: ['../**', 'node:*', '*', '@forecourt/**', '!./**', '!zod', '!../lib/**'],
};
const PURE = ['vehicle', 'names', 'recalls', 'issues', 'costs', 'warranty', 'report', 'products'];

/** The picture that docs/architecture.md draws. */
export function readPicture(): Picture {
  const [, part = ''] = readFileSync('docs/architecture.md', 'utf8').split('## What may import what\n');
  const [, block = ''] = part.split('```');
  const lines = block.trim().split('\n');
  return new Map(lines.map((line) => line.trim().split(/\s+/)).map(([folder = '', ...may]) => [folder, may]));
}

/** Packages of ours stand beside `src` and are imported by their names. */
export const isPackage = (folder: string) => folder.startsWith('@');

export function pathOf(folder: string): string {
  if (isPackage(folder)) return `packages/${basename(folder)}/src`;
  return folder === 'src' ? 'src' : `src/${folder}`;
}

/** Whether the picture lets a folder import another. */
export function mayImport(folder: string, other: string, picture: Picture): boolean {
  return (other === 'lib' && !isPackage(folder)) || (picture.get(folder)?.includes(other) ?? false);
}

/** The folder of the picture in which a file is; the innermost where they stand in each other. */
function folderOf(file: string, picture: Picture): string {
  const [, name] = /^packages\/(\w+)\/src\//.exec(file) ?? [];
  if (name) return `@forecourt/${name}`;
  const inside = dirname(file).split('/').slice(1);
  for (let depth = inside.length; depth > 0; depth -= 1) {
    const folder = inside.slice(0, depth).join('/');
    if (picture.has(folder)) return folder;
  }
  return inside.length === 0 ? 'src' : inside.join('/');
}

export interface Arrow {
  from: string;
  to: string;
  /** A file that imports, and what. */
  example: string;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+|@forecourt\/[^']+)'/g;

/** Every import from one folder of the picture into another, tests left out. */
export function readArrows(picture: Picture): Arrow[] {
  return sourceFiles().flatMap((file) => {
    const from = folderOf(file, picture);
    return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, wanted = '']) => (wanted.startsWith('.') ? normalize(join(dirname(file), wanted)) : wanted))
      .filter((path) => /^(src|packages|test|bench|eval|scripts|@forecourt)\//.test(path))
      .map((path) => ({ from, to: targetOf(path, picture), path }))
      .filter(({ to }) => to !== from)
      .map(({ to, path }) => ({ from, to, example: `${file} imports ${path}` }));
  });
}

function targetOf(path: string, picture: Picture): string {
  if (isPackage(path)) return path.split('/', 2).join('/');
  return /^(src|packages)\//.test(path) ? folderOf(path, picture) : path;
}

function sourceFiles(): string[] {
  return globSync('{src,packages/*/src}/**/*.{ts,js}').filter(
    (file) => !/\.(test|contract|fixture)\.ts$/.test(file) && !file.includes('/golden/'),
  );
}

const holdsOthers = (folder: string, picture: Picture) =>
  folder === 'src' || [...picture.keys()].some((other) => other.startsWith(`${folder}/`));

/** What the rule of a folder must forbid so that the picture holds. */
export function forbiddenIn(folder: string, picture: Picture): string[] {
  const alone = ALONE[folder];
  if (alone) return [...alone];
  const others = [...picture.keys()].filter(
    (other) => other !== folder && !mayImport(folder, other, picture),
  );
  const [top = ''] = folder.split('/');
  // A folder beside this one is written without the one that both stand in.
  const written = (other: string) => (other.startsWith(`${top}/`) ? other.slice(top.length + 1) : other);
  const folders = others.filter((other) => !isPackage(other) && !holdsOthers(other, picture)).map(written);
  // Some of what stands in such a folder may be imported, so only its own files are forbidden, by their names.
  const files = others.filter((other) => holdsOthers(other, picture)).flatMap((other) => filesOf(other, top));
  return [
    `**/{${[...folders, 'packages', 'test'].sort().join(',')}}/**`,
    ...others.filter(isPackage).flatMap((name) => [name, `${name}/**`]),
    ...(files.length > 0 ? [`**/{${files.sort().join(',')}}.ts`] : []),
    ...(PURE.includes(folder) ? IO_LIBRARIES : []),
  ];
}

function filesOf(folder: string, importer: string): string[] {
  const path = folder === 'src' || folder === importer ? '' : `${folder}/`;
  return globSync(`${pathOf(folder)}/*.ts`)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => `${path}${basename(file, '.ts')}`);
}

/** Which files the rule of a folder is for; a rule of its own lets tests import what they like. */
export function filesIn(folder: string, picture: Picture): string {
  return `${pathOf(folder)}/${holdsOthers(folder, picture) ? '*.ts' : '**'}`;
}
