import { readFileSync } from 'node:fs';

/** The rows of a text file below this folder: cells between bars, and lines beginning with # that explain. */
export function readTable(file: string): string[][] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}
