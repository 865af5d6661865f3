import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const fileOf = (name: string) => new URL(`./corpus/${name}.txt`, import.meta.url);

/** Inputs for which a reader was found to take different ways; one a line, in base64. */
export function readCorpus(name: string): Buffer[] {
  const file = fileOf(name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Buffer.from(line, 'base64'));
}

export function writeCorpus(name: string, inputs: readonly Buffer[]): void {
  mkdirSync(new URL('./corpus/', import.meta.url), { recursive: true });
  writeFileSync(fileOf(name), inputs.map((input) => `${input.toString('base64')}\n`).join(''));
}
