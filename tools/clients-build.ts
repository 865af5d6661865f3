import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import type { Description } from './clients/description.ts';
import { generatePython } from './clients/python.ts';
import { generateTypescript } from './clients/typescript.ts';
import { fetchPrograms, programPath } from './programs/fetch.ts';

/** `npm run clients:build`: types of the TypeScript client, types and methods of the Python client, from what the service says of itself. */
const folder = await mkdtemp(join(tmpdir(), 'forecourt-python-'));
const nobody = 'http://127.0.0.1:1';
const forecourt = Forecourt.create(
  readConfig({
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
    // No chain is needed to describe the service.
    PAY_TO: `0x${'1'.repeat(40)}`,
    FACILITATOR_URL: nobody,
    RPC_URL: nobody,
  }),
);
try {
  const { port } = await forecourt.serve();
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  const description = (await response.json()) as Description;
  const made = [
    ['clients/python/src/forecourt', generatePython(description)],
    ['packages/client/src', generateTypescript(description)],
  ] as const;
  for (const [place, files] of made) {
    for (const [name, text] of Object.entries(files)) await writeFile(join(place, name), text);
  }
  fetchPrograms();
  spawnSync(programPath('biome'), ['format', '--write', 'packages/client/src'], { stdio: 'inherit' });
} finally {
  await forecourt[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
