import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../lib/make-folder.ts';
import type { MirrorBlock, MirrorHold, MirrorSegment, MirrorStore } from '../mirror-store.ts';
import { createMirrorCatalog, INSERT_SEGMENT, segmentValues } from '../sql/mirror-catalog.ts';
import type { Sql } from '../sql/sql.ts';
import { BUSY, resultCodeOf } from './database-file.ts';
import { stemOf } from './files.ts';

/** A block of a megabyte is a chain of so few pages that it is read in a blink. */
const PAGE_BYTES = 16_384;
/** A segment never changes, so its pages are read where the system keeps them. */
const MOST_MAPPED_BYTES = 2 ** 31 - 1;
const FOLDER_MODE = 0o700;
const HOLD_FILE = 'hold.sqlite';

interface OpenSegment {
  database: DatabaseSync;
  get: StatementSync;
}

/**
 * Segments as files of their own beside the database, which stays small: each is written, flushed and renamed before the
 * database knows of it, and read without a lock by any number of processes.
 */
export function createSqliteMirror(databaseFile: string, sql: Sql): MirrorStore & { close(): void } {
  const folder = `${stemOf(databaseFile)}.mirror`;
  const catalog = createMirrorCatalog(sql);
  const fileOf = (id: string) => join(folder, `${id}.sqlite`);
  const opened = new Map<string, OpenSegment>();

  function open(id: string): OpenSegment {
    const known = opened.get(id);
    if (known) return known;
    const database = openFile(fileOf(id));
    database.exec(`PRAGMA mmap_size = ${MOST_MAPPED_BYTES}`);
    const get = database.prepare('SELECT content FROM blocks WHERE key = ?1');
    const segment = { database, get };
    opened.set(id, segment);
    return segment;
  }

  function close(id: string): void {
    opened.get(id)?.database.close();
    opened.delete(id);
  }

  return {
    async hold() {
      makeFolder(folder, FOLDER_MODE);
      return lock(join(folder, HOLD_FILE));
    },
    generation: catalog.generation,
    segments: catalog.segments,
    publish: catalog.publish,
    async load(about, fill) {
      makeFolder(folder, FOLDER_MODE);
      const id = `${about.dataset}-${randomUUID()}`;
      const beside = `${fileOf(id)}.part`;
      try {
        const facts = await writeFile(beside, fill);
        flush(beside);
        renameSync(beside, fileOf(id));
        flush(folder);
        const segment: MirrorSegment = { id, ...about, ...facts };
        await sql.write(INSERT_SEGMENT, segmentValues(segment));
        return segment;
      } catch (error) {
        rmSync(beside, { force: true });
        rmSync(fileOf(id), { force: true });
        throw error;
      }
    },
    async read(segmentIds, keys) {
      const found: MirrorBlock[] = [];
      for (const id of segmentIds) {
        const { get } = open(id);
        for (const key of keys) {
          const content = get.get(key)?.content;
          if (isContent(content)) found.push({ key, content });
        }
      }
      return found;
    },
    async *list(segmentId, prefix) {
      // Mapped pages count as memory of the process: of a listing that would be the whole file.
      using database = openFile(fileOf(segmentId));
      const rows = database
        .prepare('SELECT key, content FROM blocks WHERE key > ?1 AND key < ?2 ORDER BY key')
        .iterate(prefix, `${prefix}\u{10ffff}`);
      for (const { key, content } of rows)
        if (typeof key === 'string' && isContent(content)) yield { key, content };
    },
    size: async (segmentId) => statSync(fileOf(segmentId)).size,
    async removeUnused(keep) {
      const wanted = new Set([...(await catalog.used()), ...keep]);
      let removed = 0;
      for (const { id } of await catalog.segments()) {
        if (wanted.has(id)) continue;
        close(id);
        await catalog.forget(id);
        removed += 1;
      }
      // Also what a process that was killed had begun: whoever removes is the only one who loads.
      const known = new Set([...(await catalog.segments()).map(({ id }) => `${id}.sqlite`), HOLD_FILE]);
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (!known.has(name)) rmSync(join(folder, name), { force: true });
      return removed;
    },
    close() {
      for (const id of opened.keys()) close(id);
    },
  };
}

const isContent = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array;

/** By a transaction in a file with nothing in it: the system ends it with the process. */
function lock(file: string): MirrorHold | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (resultCodeOf(error) === BUSY) return undefined;
    throw error;
  }
  return {
    lost: new AbortController().signal,
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}

function openFile(file: string): DatabaseSync {
  // Without a lock for every reading: what it locks against never happens.
  const address = Object.assign(pathToFileURL(file), { search: '?immutable=1' });
  return new DatabaseSync(address, { readOnly: true });
}

async function writeFile(file: string, fill: Parameters<MirrorStore['load']>[1]): Promise<{ facts: string }> {
  const database = new DatabaseSync(file);
  try {
    // It is no database before it is whole and flushed, so nothing in between needs to survive.
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      PRAGMA cache_size = -4000;
      CREATE TABLE blocks (key TEXT PRIMARY KEY, content ANY NOT NULL) STRICT; BEGIN`);
    const insert = database.prepare('INSERT INTO blocks (key, content) VALUES (?1, ?2)');
    const filled = await fill(async (blocks) => {
      for (const { key, content } of blocks) insert.run(key, content);
    });
    database.exec('COMMIT');
    return { facts: filled.facts };
  } finally {
    database.close();
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
