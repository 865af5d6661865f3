import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGroupCommitSql } from './group-commit.ts';

let sql: ReturnType<typeof createGroupCommitSql>;
beforeEach(() => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (name TEXT PRIMARY KEY)');
  sql = createGroupCommitSql(database);
});
afterEach(() => sql.close());

const insert = (name: string) => sql.write('INSERT INTO things (name) VALUES ($1) RETURNING name', [name]);
const names = async () =>
  (await sql.read<{ name: string }>('SELECT name FROM things')).map(({ name }) => name);

it('acknowledges writes together, after they were committed', async () => {
  const writes = [insert('a'), insert('b')];
  expect(await names()).toEqual([]);
  expect(await Promise.all(writes)).toEqual([[{ name: 'a' }], [{ name: 'b' }]]);
  expect(await names()).toEqual(['a', 'b']);
});

it('lets a write that fails take no other with it', async () => {
  const writes = await Promise.allSettled([insert('a'), insert('a'), sql.write('NO SQL'), insert('b')]);
  expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'b']);
});

it('binds each value to the place of its number, also when it is used twice', async () => {
  const [row] = await sql.read('SELECT $2 AS second, $1 AS first, $2 AS again', ['one', 2]);
  expect({ ...Object(row) }).toEqual({ first: 'one', second: 2, again: 2 });
});

it('writes what is pending when it is closed, and nothing after', async () => {
  const last = insert('a');
  sql.close();
  expect(await last).toEqual([{ name: 'a' }]);
  await expect(insert('b')).rejects.toThrow();
  sql = createGroupCommitSql(new DatabaseSync(':memory:'));
});
