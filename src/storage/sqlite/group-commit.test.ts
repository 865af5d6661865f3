import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupCommitSql } from './group-commit.ts';

/** A disk whose flushes end when the test says so. */
function createDisk() {
  const flushes: PromiseWithResolvers<void>[] = [];
  return {
    flushes,
    log: {
      flush() {
        const flush = Promise.withResolvers<void>();
        flushes.push(flush);
        return flush.promise;
      },
      flushNow() {
        for (const flush of flushes) flush.resolve();
      },
      close() {},
    },
  };
}

let sql: ReturnType<typeof createGroupCommitSql>;
let disk: ReturnType<typeof createDisk>;
beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (name TEXT PRIMARY KEY)');
  disk = createDisk();
  sql = createGroupCommitSql(database, disk.log, 0);
});
afterEach(() => sql.close());

const INSERT = 'INSERT INTO things (name) VALUES ($1) RETURNING name';
const insert = (name: string) => sql.relaxed.write(INSERT, [name]);
const insertDurably = (name: string) => sql.durable.write(INSERT, [name]);
const names = async () =>
  (await sql.durable.read<{ name: string }>('SELECT name FROM things')).map(({ name }) => name);

describe('commits', () => {
  it('acknowledges writes together, after they were committed', async () => {
    const writes = [insert('a'), insert('b')];
    expect(await names()).toEqual([]);
    expect(await Promise.all(writes)).toEqual([[{ name: 'a' }], [{ name: 'b' }]]);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('lets a write that fails take no other with it', async () => {
    const writes = [insert('a'), insert('a'), sql.relaxed.write('NO SQL'), insert('b')];
    const settled = await Promise.allSettled(writes);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('binds each value to the place of its number, also when it is used twice', async () => {
    const [row] = await sql.relaxed.read('SELECT $2 AS second, $1 AS first, $2 AS again', ['one', 2]);
    expect({ ...Object(row) }).toEqual({ first: 'one', second: 2, again: 2 });
  });
});

describe('flushes to disk', () => {
  it('acknowledges a durable write only when the disk has it; others wait for no disk', async () => {
    const acknowledged: string[] = [];
    const durable = insertDurably('a').then(() => acknowledged.push('durable'));
    await insert('b').then(() => acknowledged.push('relaxed'));
    expect(await names()).toEqual(['a', 'b']);
    expect(acknowledged).toEqual(['relaxed']);
    disk.flushes[0]?.resolve();
    await durable;
    expect(acknowledged).toEqual(['relaxed', 'durable']);
  });

  it('acknowledges a prompt write when it is committed, and writes it to disk all the same', async () => {
    await sql.prompt.write(INSERT, ['a']);
    expect(disk.flushes).toHaveLength(1);
    await insert('b');
    expect(disk.flushes).toHaveLength(1);
    disk.flushes[0]?.reject(new Error('The disk is broken'));
    await insert('c');
    await expect(sql.prompt.write(INSERT, ['d'])).rejects.toThrow('disk');
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('covers by a flush only what was committed before it began, and all of that', async () => {
    const acknowledged: string[] = [];
    const note = (name: string) => insertDurably(name).then(() => acknowledged.push(name));
    const first = note('a');
    await insert('turn 1');
    const later = [note('b'), note('c')];
    await insert('turn 2');
    expect(disk.flushes).toHaveLength(1);
    disk.flushes[0]?.resolve();
    await first;
    expect(acknowledged).toEqual(['a']);
    await insert('turn 3');
    expect(disk.flushes).toHaveLength(2);
    disk.flushes[1]?.resolve();
    await Promise.all(later);
    expect(acknowledged).toEqual(['a', 'b', 'c']);
  });

  it('says so when the disk fails, and writes nothing durable from then on', async () => {
    const failed = expect(insertDurably('a')).rejects.toThrow('disk');
    await insert('b');
    const waiting = expect(insertDurably('c')).rejects.toThrow('disk');
    await insert('d');
    disk.flushes[0]?.reject(new Error('The disk is broken'));
    await Promise.all([failed, waiting]);
    await expect(insertDurably('e')).rejects.toThrow('disk');
    expect(await names()).not.toContain('e');
    expect(disk.flushes).toHaveLength(1);
  });
});

it('refuses what must last, and nothing else, for the reason that is given', async () => {
  sql.refuse(new Error('The file is gone'));
  await expect(insertDurably('a')).rejects.toThrow('gone');
  await insert('b');
  expect(await names()).toEqual(['b']);
});

it('writes what is pending when it is closed, and nothing after', async () => {
  const last = [insert('a'), insertDurably('b')];
  sql.close();
  expect(await Promise.all(last)).toEqual([[{ name: 'a' }], [{ name: 'b' }]]);
  await expect(insert('c')).rejects.toThrow();
  sql = createGroupCommitSql(new DatabaseSync(':memory:'), createDisk().log, 0);
});
