import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { getOrInsert } from '../../lib/on-demand.ts';

const BUCKETS = 128;
const WAITING_CHARACTERS = 32 * 1024;

/** Rows of a make and model year: the fields of each, by model. */
export interface MakeAndYear {
  make: string;
  year: number;
  models: Map<string, string[][]>;
}

/** One row of a vehicle's filings. */
export type BucketRow = readonly [make: string, model: string, year: number, ...rest: (string | number)[]];

/**
 * Sorts more rows than fit into memory by make and model year. On disk they lie in buckets: those of one make and year in
 * the same, and a bucket fits. Rows begin with make, model and year.
 */
export function createBuckets(folder: string) {
  const { add, buckets } = createLineBuckets(folder, 'vehicles');
  return {
    add(fields: BucketRow): void {
      add(`${fields[0]}\t${fields[2]}`, fields);
    },
    /** Reads one bucket after the other, each deleted once it was read. */
    *read(): Generator<MakeAndYear> {
      for (const rows of buckets()) yield* byMakeAndYear(rows);
    },
  };
}

/**
 * Sorts rows by a key of any kind: those of one key come together in one bucket. They are lines of bytes, one character
 * each, and no field holds a tab or the end of a line.
 */
export function createLineBuckets(folder: string, name: string) {
  const buckets = Array.from({ length: BUCKETS }, (_, number) => {
    const file = join(folder, `${name}-${number}`);
    return { file, descriptor: openSync(file, 'wx', 0o600), lines: [] as string[], characters: 0 };
  });

  function write(bucket: (typeof buckets)[number]): void {
    if (bucket.lines.length > 0) writeSync(bucket.descriptor, `${bucket.lines.join('\n')}\n`, null, 'latin1');
    bucket.lines = [];
    bucket.characters = 0;
  }

  return {
    add(key: string, fields: readonly (string | number)[]): void {
      const bucket = buckets[hashOf(key) % BUCKETS];
      if (bucket === undefined) return;
      const line = fields.join('\t');
      bucket.lines.push(line);
      bucket.characters += line.length;
      if (bucket.characters >= WAITING_CHARACTERS) write(bucket);
    },
    /** Gives the rows of one bucket after the other, each deleted once it was read. */
    *buckets(): Generator<string[][]> {
      for (const bucket of buckets) {
        write(bucket);
        closeSync(bucket.descriptor);
      }
      for (const { file } of buckets) {
        const lines = readFileSync(file, 'latin1').split('\n');
        rmSync(file);
        lines.pop();
        yield lines.map((line) => line.split('\t'));
      }
    },
  };
}

function byMakeAndYear(rows: readonly string[][]): Iterable<MakeAndYear> {
  const groups = new Map<string, MakeAndYear>();
  for (const fields of rows) {
    const [make = '', model = '', year = ''] = fields;
    const none = () => ({ make, year: Number(year), models: new Map<string, string[][]>() });
    const group = getOrInsert(groups, `${make}\t${year}`, none);
    getOrInsert(group.models, model, () => []).push(fields);
  }
  return groups.values();
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
