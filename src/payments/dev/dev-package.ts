import { createRequire } from 'node:module';

const nameOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');

function find(file: string, from: NodeJS.Require): string | undefined {
  try {
    return from.resolve(file);
  } catch {
    return undefined;
  }
}

/** The path of a file in a package that only a development install has; says plainly what to do without it. */
export function requireDevPackage(file: string, from = createRequire(import.meta.url)): string {
  const found = find(file, from);
  if (found === undefined) throw missing([file]);
  return found;
}

/** Names all that are missing at once. */
export function requireDevPackageFiles(files: readonly string[]): void {
  const from = createRequire(import.meta.url);
  const absent = files.filter((file) => find(file, from) === undefined);
  if (absent.length > 0) throw missing(absent);
}

function missing(files: readonly string[]): Error {
  const names = files.map(nameOf).join(' ');
  return new Error(
    `Dev payments need packages that are not installed. Run "npm install --ignore-scripts ${names}", ` +
      'or configure live payments: PAY_TO and a facilitator.',
  );
}
