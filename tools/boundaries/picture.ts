import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** Folders that each folder may import, in the order of the picture. */
export type Picture = ReadonlyMap<string, readonly string[]>;

/** Knowledge and products use none of these: what they know comes from sources and storage. */
const IO_LIBRARIES = ['hono', 'hono/*', 'undici', 'pg', 'node:sqlite', 'node:http'];
/** Folders below all others are held to more than the picture can draw. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  lib: ['../**', '@forecourt/**'],
  '@forecourt/vin': ['../**', 'node:*', '*', '@forecourt/**', '!./**'],
  '@forecourt/vin/build': [
    ...['../**', '*', '@forecourt/**', '!./**', '!../data/**', '!node:*'],
    ...['!@forecourt/vin', '!@forecourt/vin/dataset-format'],
  ],
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
  if (isPackage(folder)) {
    const [, name, part = 'src'] = folder.split('/');
    return `packages/${name}/${part}`;
  }
  return folder === 'src' ? 'src' : `src/${folder}`;
}

/** Says whether the picture lets a folder import another. */
export function mayImport(folder: string, other: string, picture: Picture): boolean {
  return (other === 'lib' && !isPackage(folder)) || (picture.get(folder)?.includes(other) ?? false);
}

/** The folder of the picture in which a file is. */
function folderOf(file: string): string {
  const [, name, part] = /^packages\/(\w+)\/(src|build|data)\//.exec(file) ?? [];
  if (name) return `@forecourt/${name}${part === 'src' ? '' : '/build'}`;
  const [src = '', folder, ...inside] = file.split('/');
  return folder === undefined || inside.length === 0 ? src : folder;
}

export interface Arrow {
  from: string;
  to: string;
  /** A file that imports, and what. */
  example: string;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+|@forecourt\/[^']+)'/g;

/** Every import from one folder into another, tests left out. */
export function readArrows(): Arrow[] {
  return sourceFiles().flatMap((file) => {
    const from = folderOf(file);
    return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
      .map(([, wanted = '']) => (wanted.startsWith('.') ? normalize(join(dirname(file), wanted)) : wanted))
      .filter((path) => /^(src|packages|test|research|tools|@forecourt)\//.test(path))
      .map((path) => ({ from, to: targetOf(path), path }))
      .filter(({ to }) => to !== from)
      .map(({ to, path }) => ({ from, to, example: `${file} imports ${path}` }));
  });
}

function targetOf(path: string): string {
  if (isPackage(path)) return path === '@forecourt/vin/build' ? path : path.split('/', 2).join('/');
  return /^(src|packages)\//.test(path) ? folderOf(path) : path;
}

function sourceFiles(): string[] {
  return globSync('{src,packages/*/{src,build}}/**/*.{ts,js}').filter(
    (file) => !/\.(test|contract|fixture)\.ts$/.test(file),
  );
}

/** Lists what the rule of a folder must forbid so that the picture holds. */
export function forbiddenIn(folder: string, picture: Picture): string[] {
  const alone = ALONE[folder];
  if (alone) return [...alone];
  const others = [...picture.keys()].filter(
    (other) => other !== folder && !mayImport(folder, other, picture),
  );
  const folders = others.filter((other) => !isPackage(other) && other !== 'src');
  return [
    `**/{${[...folders, 'packages', 'test'].sort().join(',')}}/**`,
    ...others.filter(isPackage).flatMap((name) => [name, `${name}/**`]),
    ...(others.includes('src') ? [`**/{${looseFiles().join(',')}}.ts`] : []),
    ...(PURE.includes(folder) ? IO_LIBRARIES : []),
  ];
}

/** The names of the files that stand in no folder of `src`. */
function looseFiles(): string[] {
  return globSync('src/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'))
    .sort();
}

/** Gives the files that the rule of a folder is for; a rule of its own lets tests import what they like. */
export function filesIn(folder: string): string {
  return `${pathOf(folder)}/${folder === 'src' ? '*.ts' : '**'}`;
}
