import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { folderOfFile } from '../own-folder.ts';
import { runService } from '../running-service.ts';

const folder = folderOfFile();

it('deletes at its start what has expired while the service was down', async () => {
  await using storage = await openSqliteStorage({ file: join(folder, 'forecourt.sqlite') });
  await storage.cache.put('old', { value: 'x', storedAtMs: 0, freshUntilMs: 1, staleUntilMs: 2 });
  await using _service = await runService({ DATA_DIR: folder });
  // As of the beginning of time nothing has expired: only what is really there is found.
  const found = () => storage.cache.get('old', 0);
  await expect.poll(found, { timeout: 10_000, interval: 10 }).toBeUndefined();
});
