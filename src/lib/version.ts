import { readFileSync } from 'node:fs';

const packageFile: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The version of the code. */
export const version = packageFile.version;

/** The version of the interface that the code keeps to. */
export const interfaceVersion = '0.2.1';

/** Changes of the interface, the newest first. */
export const interfaceHistory = [
  {
    on: '2026-07-07',
    changes: [
      'What was a capability of its own for reliability is a part of /v1/known-issues.',
      'Purchase costs of both countries are one path, /v1/purchase-costs, with `country`.',
    ],
  },
] as const;
