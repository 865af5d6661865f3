import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { folderOfFile } from '../../../test/own-folder.ts';
import { describeStorage } from '../../../test/storage/storage.contract.ts';
import { openSqliteStorage } from './open-sqlite-storage.ts';

const folder = folderOfFile();
let files = 0;
const newFile = () => join(folder, `${files++}`, 'forecourt.sqlite');

describe('SQLite storage', () => {
  describeStorage(async () => {
    const file = newFile();
    return { open: () => openSqliteStorage({ file }), reopen: () => openSqliteStorage({ file }) };
  });

  it('shrinks its file when expired values are purged, and leaves none of their bytes behind', async () => {
    const file = newFile();
    await using storage = await openSqliteStorage({ file });
    for (let index = 0; index < 400; index++) {
      await storage.cache.put(`recalls:VINMARKER${index}`, {
        value: 'VINMARKER '.repeat(2_000),
        storedAtMs: 0,
        freshUntilMs: 1,
        staleUntilMs: index === 0 ? 20 : 10,
      });
    }
    await storage.purge(0);
    const before = statSync(file).size;
    expect(before).toBeGreaterThan(8_000_000);
    expect(await storage.purge(10)).toBe(399);
    expect(statSync(file).size).toBeLessThan(before / 40);
    await storage.purge(20);
    const left = Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)]);
    expect(left.includes('VINMARKER')).toBe(false);
  });

  it('stops nothing else of its process while another process is writing', async () => {
    const file = newFile();
    await using storage = await openSqliteStorage({ file });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const entry = { value: 'kept', storedAtMs: 0, freshUntilMs: 1, staleUntilMs: 1 };
    let isKept = false;
    const put = storage.cache.put('key', entry).then(() => {
      isKept = true;
    });
    // Time for the statement to be asked, many times over.
    for (let turn = 0; turn < 1_000; turn++) await setImmediate();
    expect(isKept).toBe(false);
    other.exec('COMMIT');
    other.close();
    await put;
    expect((await storage.cache.get('key', 0))?.value).toBe('kept');
  });

  it('has only the first writes wait long for another process that holds the file, not all in turn', async () => {
    const file = newFile();
    const busyTimeoutMs = 1_000;
    await using storage = await openSqliteStorage({ file, busyTimeoutMs });
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const entry = { value: 'kept', storedAtMs: 0, freshUntilMs: 1, staleUntilMs: 1 };
    const put = () => storage.cache.put('key', entry);
    const startedMs = performance.now();
    for (let turn = 0; turn < 10; turn++) await expect(put()).rejects.toThrow('locked');
    expect(performance.now() - startedMs).toBeLessThan(5 * busyTimeoutMs);
    other.exec('COMMIT');
    await put();
    other.exec('BEGIN EXCLUSIVE');
    const waiting = put();
    // More than the short wait, less than the long one.
    const askedMs = performance.now();
    await expect.poll(() => performance.now() - askedMs).toBeGreaterThan(busyTimeoutMs / 3);
    other.exec('COMMIT');
    other.close();
    await waiting;
  });

  it('keeps the newest of the orders that nobody has paid, up to a number', async () => {
    await using storage = await openSqliteStorage({ file: newFile() });
    const put = (key: string, storedAtMs: number) =>
      storage.cache.put(key, { value: 'x', storedAtMs, freshUntilMs: 1, staleUntilMs: 1 });
    await Promise.all(Array.from({ length: 20_003 }, (_, at) => put(`a2a-task-${at}`, at)));
    await put('another thing', 0);
    expect(await storage.purge(0)).toBe(3);
    const asked = ['a2a-task-2', 'a2a-task-3', 'another thing'].map((key) => storage.cache.get(key, 0));
    expect((await Promise.all(asked)).map((entry) => entry !== undefined)).toEqual([false, true, true]);
  });

  it('says that it is closed to whoever asks it later', async () => {
    const storage = await openSqliteStorage({ file: newFile() });
    await storage[Symbol.asyncDispose]();
    await expect(storage.cache.get('key', 0)).rejects.toThrow('The database is closed.');
    await expect(storage.check()).rejects.toThrow('The database is closed.');
  });
});
