import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { withPostgres } from '../postgres.ts';

export interface StorageFactory {
  /** A storage of its own, empty. */
  open(): Promise<Storage>;
  /** A second storage on what the first one keeps, as another instance would open it. */
  reopen(): Promise<Storage>;
}

/** An empty storage of this kind, which is gone when it is disposed. */
export async function withStorage(kind: Storage['kind']): Promise<Storage> {
  await using parts = new AsyncDisposableStack();
  const storage = parts.use(await (kind === 'sqlite' ? openSqlite(parts) : openPostgres(parts)));
  const built = parts.move();
  return { ...storage, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

function openSqlite(parts: AsyncDisposableStack): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-storage-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  return openSqliteStorage({ file: join(folder, 'test.sqlite') });
}

async function openPostgres(parts: AsyncDisposableStack): Promise<Storage> {
  return openPostgresStorage({ url: parts.use(await withPostgres()).url });
}
