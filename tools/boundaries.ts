import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { overspent, readBudgets } from './boundaries/budgets.ts';
import { filesIn, forbiddenIn, readPicture } from './boundaries/picture.ts';
import { fetchPrograms, programPath } from './programs/fetch.ts';

// npm run boundaries: writes the lint rules anew that hold the picture of docs/architecture.md, and prints how large the
// folders are beside the most that they may be.
interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: unknown } } };
}

const picture = readPicture();
const config: { overrides: Override[] } = JSON.parse(readFileSync('biome.json', 'utf8'));
const others = config.overrides.filter(({ linter }) => linter.rules.style?.noRestrictedImports === undefined);
const rules = [...picture.keys()].map((folder) => {
  const group = forbiddenIn(folder, picture);
  const message = `Not in the line of ${folder} in docs/architecture.md, "What may import what".`;
  return ruleFor([filesIn(folder)], {
    level: 'error',
    options: { patterns: [{ group, message }] },
  });
});
const tests = ruleFor(['**/*.test.ts', '**/*.contract.ts', '**/*.fixture.ts'], 'off');
writeFileSync('biome.json', JSON.stringify({ ...config, overrides: [...others, ...rules, tests] }, null, 2));
fetchPrograms();
spawnSync(programPath('biome'), ['format', '--write', 'biome.json'], { stdio: 'inherit' });

const budgets = readBudgets();
for (const { folder, lines, mostLines } of budgets)
  console.log(`${String(lines).padStart(7)} of ${String(mostLines).padStart(6)} lines  ${folder}`);
const problems = overspent(budgets);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function ruleFor(includes: string[], noRestrictedImports: unknown): Override {
  return { includes, linter: { rules: { style: { noRestrictedImports } } } };
}
