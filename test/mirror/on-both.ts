import { describe } from 'vitest';
import type { Storage } from '../../src/storage/storage.ts';
import { hasServer } from '../postgres.ts';

/** The same on both storages; what stands in for a PostgreSQL server knows no COPY. */
export function describeOnBoth(title: string, body: (kind: Storage['kind']) => void): void {
  describe(`${title}: sqlite`, () => body('sqlite'));
  describe.skipIf(!hasServer)(`${title}: postgres${hasServer ? '' : ' (skipped: no server here)'}`, () =>
    body('postgres'),
  );
}
