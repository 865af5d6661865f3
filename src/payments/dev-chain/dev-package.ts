import { createRequire } from 'node:module';

/** The path of a file in a package that only a development install has; says plainly what to do without it. */
export function requireDevPackage(file: string, from = createRequire(import.meta.url)): string {
  try {
    return from.resolve(file);
  } catch {
    const name = file
      .split('/')
      .slice(0, file.startsWith('@') ? 2 : 1)
      .join('/');
    throw new Error(
      `Dev payments need the package ${name}, which is not installed. Run "npm install" with development ` +
        'dependencies, or configure live payments.',
    );
  }
}
