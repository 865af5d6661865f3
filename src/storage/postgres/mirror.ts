import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MirrorBlock, MirrorSegment, MirrorStore } from '../mirror-store.ts';
import { createMirrorCatalog, INSERT_SEGMENT, segmentValues } from '../sql/mirror-catalog.ts';
import type { Sql } from '../sql/sql.ts';
import type { Run } from './servers.ts';

interface Options {
  run: Run;
  sql: Sql;
  /** A connection of its own, on which statements may take as long as they need; whoever asks for it ends it. */
  connectUnlimited(): Promise<pg.Client>;
}

interface Row {
  key: string;
  text: string | null;
  bytes: string | null;
}

// @NOTE In the binary form the driver would take bytes for text, and lose some; its own text form is half as long again.
const COLUMNS = `key, text, encode(bytes, 'base64') AS bytes`;
const FETCHED_ROWS = 200;
const UNDEFINED_TABLE = '42P01';
const LOCK_DEADLINE_MS = 2_000;
/** Any number that no other program takes for its own lock in the same database. */
const HOLD_LOCK = 8_402_000_002;
/** Nothing is said while it is held; a machine that has lost its power is noticed all the same. */
const HOLD_SETTINGS = `SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL tcp_keepalives_idle = 15;
  SET LOCAL tcp_keepalives_interval = 5; SET LOCAL tcp_keepalives_count = 3`;

/** Each segment is a table of its own: filled in one transaction, and gone at once when it is dropped. */
export function createPostgresMirror({ run, sql, connectUnlimited }: Options): MirrorStore {
  const catalog = createMirrorCatalog(sql);

  async function read(segmentIds: readonly string[], keys: readonly string[]): Promise<MirrorBlock[]> {
    if (segmentIds.length === 0 || keys.length === 0) return [];
    const text = segmentIds
      .map((id) => `SELECT ${COLUMNS} FROM ${tableOf(id)} WHERE key = ANY($1)`)
      .join(' UNION ALL ');
    return (await run<Row>(text, [keys])).map(blockOf);
  }

  return {
    // A transaction, because a pooler may give what follows one to another connection.
    async hold() {
      const client = await connectUnlimited();
      const broken = new AbortController();
      client.once('end', () => broken.abort(new Error('The connection to the database broke.')));
      try {
        await client.query(`BEGIN; ${HOLD_SETTINGS}`);
        const { rows } = await client.query<{ isMine: boolean }>(
          'SELECT pg_try_advisory_xact_lock($1) AS "isMine"',
          [HOLD_LOCK],
        );
        if (rows[0]?.isMine)
          return {
            lost: broken.signal,
            async [Symbol.asyncDispose]() {
              // Only then is it free for the next one at once; of a connection that broke it is already.
              await client.query('COMMIT').catch(() => undefined);
              await client.end();
            },
          };
      } catch (error) {
        await client.end();
        throw error;
      }
      await client.end();
      return undefined;
    },
    generation: catalog.generation,
    segments: catalog.segments,
    publish: catalog.publish,
    read,
    async load(about, fill) {
      const id = `${about.dataset}-${randomUUID()}`;
      const client = await connectUnlimited();
      try {
        await client.query('BEGIN');
        await client.query(
          `CREATE TABLE ${tableOf(id)} (key TEXT COLLATE "C" NOT NULL, text TEXT, bytes BYTEA)`,
        );
        // Large values are packed already.
        await client.query(
          `ALTER TABLE ${tableOf(id)} ALTER COLUMN text SET STORAGE EXTERNAL, ALTER COLUMN bytes SET STORAGE EXTERNAL`,
        );
        const insert = `INSERT INTO ${tableOf(id)} SELECT * FROM UNNEST($1::text[], $2::text[], $3::bytea[])`;
        const { facts } = await fill(async (blocks) => {
          const contents = blocks.map(({ content }) => content);
          const texts = contents.map((content) => (typeof content === 'string' ? content : null));
          const bytes = contents.map((content) => (typeof content === 'string' ? null : content));
          await client.query(insert, [blocks.map(({ key }) => key), texts, bytes]);
        });
        await client.query(`ALTER TABLE ${tableOf(id)} ADD PRIMARY KEY (key)`);
        const segment: MirrorSegment = { id, ...about, facts };
        await client.query(INSERT_SEGMENT, segmentValues(segment));
        await client.query('COMMIT');
        await client.query(`ANALYZE ${tableOf(id)}`);
        return segment;
      } finally {
        // Ending it in the middle of the transaction undoes that.
        await client.end();
      }
    },
    async *list(segmentId, prefix) {
      for (let after = prefix; ; ) {
        const text = `SELECT ${COLUMNS} FROM ${tableOf(segmentId)}
           WHERE key > $1 COLLATE "C" AND key < $2 COLLATE "C" ORDER BY key LIMIT ${FETCHED_ROWS}`;
        const rows = await run<Row>(text, [after, `${prefix}\u{10ffff}`]);
        yield* rows.map(blockOf);
        const last = rows.at(-1);
        if (last === undefined || rows.length < FETCHED_ROWS) return;
        after = last.key;
      }
    },
    async size(segmentId) {
      const [found] = await run<{ bytes: number }>('SELECT pg_total_relation_size($1) AS bytes', [
        tableOf(segmentId),
      ]);
      return found?.bytes ?? 0;
    },
    async removeUnused(keep) {
      const wanted = new Set([...(await catalog.used()), ...keep]);
      const unused = (await catalog.segments()).filter(({ id }) => !wanted.has(id));
      let removed = 0;
      const client = await connectUnlimited();
      try {
        // Somebody who copies the database holds its tables: they are dropped the next time.
        await client.query(`SET lock_timeout = ${LOCK_DEADLINE_MS}`);
        for (const { id } of unused) {
          const isGone = await client.query(`DROP TABLE ${tableOf(id)}`).then(
            () => true,
            (error: { code?: string }) => error.code === UNDEFINED_TABLE,
          );
          if (!isGone) continue;
          await catalog.forget(id);
          removed += 1;
        }
      } finally {
        await client.end();
      }
      return removed;
    },
  };
}

const blockOf = ({ key, text, bytes }: Row): MirrorBlock => ({
  key,
  content: text ?? Buffer.from(bytes ?? '', 'base64'),
});

const nameOf = (segmentId: string) => `mirror_${segmentId.replaceAll('-', '_')}`;

/** Ids are made here, of letters, digits and hyphens. */
const tableOf = (segmentId: string) => `"${nameOf(segmentId)}"`;
