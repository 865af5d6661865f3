import { createCachedFetch } from '../../src/sources/cached.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { callOf } from './call-of.ts';

/** An instance in the middle of a fetch that does not end: `node run-endless-fetch.ts DATABASE-FILE`. Says when it fetches. */
const storage = await openSqliteStorage({ file: process.argv[2] ?? '' });
const fetch = () => {
  process.stdout.write('fetching\n');
  return new Promise<never>((_, reject) => setTimeout(reject, 600_000));
};
await createCachedFetch(storage)(callOf(fetch));
