import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { withPostgres } from '../postgres.ts';

const STEPS: readonly string[] = ['reserved', 'settling', 'settled', 'cached'];
const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));

/** Starts a writer, kills it with -9 after N acknowledgements, and gives what was acknowledged to it. */
async function writeUntilKilled(kind: Storage['kind'], place: string, round: number): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, kind, place, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(writer, 'exit');
  const acknowledged: string[] = [];
  const killAfter = 20 + ((round * 37) % 211);
  for await (const line of createInterface({ input: writer.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === killAfter) writer.kill('SIGKILL');
  }
  const [, signal] = await exited;
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

async function findLost(storage: Storage, acknowledged: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const line of acknowledged) {
    const [payer = '', nonce = '', step = ''] = line.split('|');
    const row = await storage.ledger.find({ payer, nonce });
    const reached = row?.state === 'settled' ? 2 : STEPS.indexOf(row?.state ?? '');
    const kept = step === 'cached' ? (await storage.cache.get(nonce, 1)) !== undefined : true;
    const due = Math.min(STEPS.indexOf(step), 2);
    const answered = due < 1 || row?.answer?.startsWith(`answer ${nonce}`) === true;
    if (reached < due || !kept || !answered) lost.push(line);
  }
  return lost;
}

async function killManyTimes(
  kind: Storage['kind'],
  place: string,
  rounds: number,
  open: () => Promise<Storage>,
) {
  let checked = 0;
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await writeUntilKilled(kind, place, round);
    await using storage = await open();
    expect(await findLost(storage, acknowledged)).toEqual([]);
    checked += acknowledged.length;
  }
  expect(checked).toBeGreaterThan(rounds * 20);
}

describe('kill -9 while writing loses nothing that was acknowledged', () => {
  it('in SQLite', { timeout: 60_000 }, async () => {
    const file = join(folderOfTest(), 'forecourt.sqlite');
    await killManyTimes('sqlite', file, 12, () => openSqliteStorage({ file }));
  });

  it('in PostgreSQL', { timeout: 60_000 }, async () => {
    await using database = await withPostgres();
    await killManyTimes('postgres', database.url, 8, () => openPostgresStorage({ url: database.url }));
  });
});
