import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  os?: string[];
}

const LOCKS = ['package-lock.json', 'runtime/package-lock.json', 'tools/programs/package-lock.json'];
const packages = LOCKS.flatMap((lock) => {
  const read: { packages: Record<string, Locked> } = JSON.parse(readFileSync(lock, 'utf8'));
  return Object.entries(read.packages);
});
/** A binary for another machine than the one on which the lock was made: neither hash nor licence is known there. */
const isForAnother = ({ optional, os, integrity }: Locked) =>
  optional === true && os !== undefined && integrity === undefined;
const locked = packages.filter(
  ([path, entry]) => path.includes('node_modules/') && entry.link !== true && !isForAnother(entry),
);

/** May be used in, and passed on with, a program under the Apache licence. */
const LICENCES = ['Apache-2.0', 'MIT', 'MIT OR Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause'];
const ALSO_LICENSED: Record<string, string> = {
  'node_modules/json-schema': '(AFL-2.1 OR BSD-3-Clause)',
};
/** Used only while the program is made and tested. */
const ALSO_FOR_DEVELOPMENT = [
  'MPL-2.0',
  '0BSD',
  'Unlicense',
  'Python-2.0',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
  '(BSD-3-Clause OR GPL-2.0)',
  'PSF-2.0',
];

describe('every package that is locked', () => {
  it('is there', () => expect(locked.length).toBeGreaterThan(100));

  it('is known by its hash', () => {
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('has a licence under which it may be used here', () => {
    const others = locked.filter(([path, { license = 'none', dev }]) => {
      const allowed = dev === true ? [...LICENCES, ...ALSO_FOR_DEVELOPMENT] : LICENCES;
      return !allowed.includes(license) && ALSO_LICENSED[path] !== license;
    });
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const rows = text.match(/^\| (?!---|They may|What may).+\|$/gm) ?? [];

  it('has a test for every threat', () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !/`[\w/.-]+\.test\.ts`/.test(row))).toEqual([]);
  });

  it('names only tests that there are', () => {
    const names = [...text.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    for (const name of names) expect(readFileSync(name, 'utf8')).toContain('expect(');
  });
});
