import { openZipEntry } from '../../../lib/zip-entry.ts';
import { createTableCollector } from './collect-tables.ts';
import { readCopyBlocks } from './copy-tables.ts';
import type { VpicTables } from './tables.ts';

/** Reads NHTSA's monthly dump: a zip that holds one plain PostgreSQL dump. */
export async function readDump(path: string, source: string): Promise<VpicTables> {
  const collector = createTableCollector(source, true);
  const { content } = await openZipEntry(
    path,
    (name) => /\.(sql|plain|dump)$/i.test(name) || !name.includes('.'),
  );
  await readCopyBlocks(content, collector.visitorFor);
  return collector.finish();
}
