import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BUCKETS = 64;
const WAITING_CHARACTERS = 64 * 1024;

/**
 * Sorts more rows than fit into memory by their key, roughly: rows of one key come into the same bucket, and a bucket fits.
 * Rows are lines of bytes, one character each.
 */
export function createBuckets(folder: string) {
  const buckets = Array.from({ length: BUCKETS }, (_, number) => {
    const file = join(folder, `bucket-${number}`);
    return { file, descriptor: openSync(file, 'wx', 0o600), lines: [] as string[], characters: 0 };
  });

  function write(bucket: (typeof buckets)[number]): void {
    if (bucket.lines.length > 0) writeSync(bucket.descriptor, `${bucket.lines.join('\n')}\n`, null, 'latin1');
    bucket.lines = [];
    bucket.characters = 0;
  }

  return {
    add(key: string, line: string): void {
      const bucket = buckets[hashOf(key) % BUCKETS];
      if (bucket === undefined) return;
      bucket.lines.push(line);
      bucket.characters += line.length;
      if (bucket.characters >= WAITING_CHARACTERS) write(bucket);
    },
    /** The lines of one bucket after the other, each deleted once it was read. */
    *read(): Generator<string[]> {
      for (const bucket of buckets) {
        write(bucket);
        closeSync(bucket.descriptor);
      }
      for (const { file } of buckets) {
        const lines = readFileSync(file, 'latin1').split('\n');
        rmSync(file);
        lines.pop();
        yield lines;
      }
    },
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
