import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Storage } from './storage.ts';

/** Opens the storage that is configured; the driver of the other one is never loaded. */
export async function openStorage(config: Config['storage']): Promise<Storage> {
  if (config.kind === 'postgres') {
    const { openPostgresStorage } = await import('./postgres/open-postgres-storage.ts');
    return openPostgresStorage({ url: config.url });
  }
  const { openSqliteStorage } = await import('./sqlite/open-sqlite-storage.ts');
  return openSqliteStorage({ file: join(config.folder, 'forecourt.sqlite') });
}
