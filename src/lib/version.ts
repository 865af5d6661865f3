import { readFileSync } from 'node:fs';

interface PackageFile {
  version: string;
}

const packageFile: PackageFile = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The version of the code. */
export const version = packageFile.version;

/** The version of the interface that the code keeps to. */
export const interfaceVersion = '0.2.1';
