import { globSync, readFileSync } from 'node:fs';

export interface Budget {
  /** The name in the table: a folder, or a pattern of files. */
  folder: string;
  lines: number;
  mostLines: number;
}

const CODE = '*.{ts,js,mjs,css,py}';
/** Neither written by hand nor part of the program. */
const NOT_COUNTED =
  /\.test\.ts$|(^|\/)(tests?|node_modules|dist|\.venv|\.mypy_cache)\/|(^|\/)(answers\.(ts|py)|_methods\.py|error-codes\.ts)$/;

/** The folders that docs/architecture.md names, with the lines they have and the most that they may have. */
export function readBudgets(): Budget[] {
  const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([^`]+)` \| ([\d,]+) \|/gm);
  return [...rows].map(([, folder = '', most = '']) => ({
    folder,
    lines: filesOf(folder).reduce((sum, file) => sum + linesOf(file), 0),
    mostLines: Number(most.replaceAll(',', '')),
  }));
}

/** Files of code, tests and generated ones left out. */
export function filesOf(folder: string): string[] {
  const pattern = folder.endsWith('/') ? `${folder}**/${CODE}` : folder;
  return globSync(pattern, { exclude: ['**/node_modules'] }).filter((file) => !NOT_COUNTED.test(file));
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

/** Lists the folders that are too large, with what to do about each. */
export function overspent(budgets: readonly Budget[]): string[] {
  return budgets
    .filter(({ lines, mostLines }) => lines > mostLines)
    .map(
      ({ folder, lines, mostLines }) =>
        `${folder} has ${lines} lines, ${mostLines} at most. Take out what nobody needs or join what is one idea; ` +
        'where the folder does more than it did, set its number in docs/architecture.md and say why in the commit.',
    );
}
