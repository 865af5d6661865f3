import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import type { Overrides, Parts } from '../src/parts.ts';

export type OpenParts = Pick<Parts, keyof Parts>;

/** The parts of the real service on a storage of their own; nothing is served. */
export async function openParts(
  environment: Record<string, string> = {},
  overrides: Overrides = {},
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
    ...forecourt,
    async [Symbol.asyncDispose]() {
      await forecourt[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
