import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { dependencies, devDependencies, peerDependencies } = read('package.json');
/** A package that speeds up whoever installs it beside the program, and is here for the tests. */
const { ...forDevelopment } = devDependencies;
for (const name of Object.keys(peerDependencies)) delete forDevelopment[name];
const programs = read('tools/programs/package.json');

/** The packages that a list gives reasons for. */
function named(heading: string): string[] {
  const [, part = ''] = readFileSync('docs/dependencies.md', 'utf8').split(`## ${heading}\n`);
  const [list = ''] = part.split('\n## ');
  return [...list.matchAll(/^- (`.*?): /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test.each([
  ['At run time', { ...dependencies, ...peerDependencies }],
  ['For development', forDevelopment],
  ['Fetched when checks and tests first run', programs.devDependencies],
])('docs/dependencies.md gives a reason for every package: %s', (heading, packages) => {
  expect(named(heading).sort()).toEqual(Object.keys(packages).sort());
});
