import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** The text of a document as one line: where it wraps does not matter. */
export const readDocument = (path: string): string =>
  readFileSync(new URL(path, root), 'utf8').replaceAll(/\s+/g, ' ');

/** The number that a source file gives to a constant, a default or a member of this name: `NAME` or `OBJECT.member`. */
export function declared(file: string, path: string): number {
  const [name = '', ...holders] = path.split('.').reverse();
  let source = readFileSync(new URL(`src/${file}`, root), 'utf8');
  for (const holder of holders) source = source.slice(source.search(new RegExp(`\\b${holder} = {`)));
  const found = new RegExp(
    `\\b${name}(?:: number)?(?: =|:| \\?\\?) ([\\dA-Z]\\w*(?:\\.\\d+)?(?: \\* \\w+)*)`,
  ).exec(source);
  if (!found?.[1]) throw new Error(`src/${file} declares no number "${path}".`);
  return found[1].split(' * ').reduce((product, factor) => product * factorOf(factor, file), 1);
}

function factorOf(factor: string, file: string): number {
  const number = Number(factor.replaceAll('_', '').replace(/n$/, ''));
  return Number.isNaN(number) ? declared(file, factor) : number;
}
