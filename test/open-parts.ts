import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import type { Parts } from '../src/parts/parts.ts';

export interface OpenParts extends AsyncDisposable, Pick<Forecourt, 'get'> {}

/** The parts of the real service on a storage of their own; nothing is served. */
export async function openParts(
  environment: Record<string, string> = {},
  overrides: Partial<Parts> = {},
): Promise<OpenParts> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-parts-'));
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    DECODER: 'embedded',
    RECORDED_WORLD: 'off',
    ...environment,
  });
  const forecourt = Forecourt.create(config, overrides);
  return {
    get: (name) => forecourt.get(name),
    async [Symbol.asyncDispose]() {
      await forecourt[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
