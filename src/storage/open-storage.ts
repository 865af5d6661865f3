import { join } from 'node:path';
import type { Secret } from '../lib/secret.ts';
import type { Storage } from './storage.ts';

export type StorageConfig =
  | { kind: 'sqlite'; folder: string }
  | { kind: 'postgres'; url: Secret; prepareStatements: boolean };

export function sqliteFileOf({ folder }: { folder: string }): string {
  return join(folder, 'forecourt.sqlite');
}

/** Opens the storage that is configured; the driver of the other one is never loaded. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'postgres') {
    const { openPostgresStorage } = await import('./postgres/open-postgres-storage.ts');
    return openPostgresStorage({ url: config.url.reveal(), prepareStatements: config.prepareStatements });
  }
  const { openSqliteStorage } = await import('./sqlite/open-sqlite-storage.ts');
  return openSqliteStorage({ file: sqliteFileOf(config) });
}
