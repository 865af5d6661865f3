import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createMirror } from '../../src/mirror/read/mirror.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { withPostgres } from '../postgres.ts';
import { COMMAND } from '../run-command.ts';
import { fileRecalls, POST, startBulkServer, zipOf } from './bulk-server.ts';
import { describeOnBoth } from './on-both.ts';
import { recallRow } from './rows.ts';

/** The command as a user runs it; it is sent a signal when a line says so. */
async function runSync(
  environment: Record<string, string>,
  stop?: { on: string; by: 'SIGKILL' | 'SIGINT' },
): Promise<{ output: string; said: string; ended: string | number | null }> {
  const { PATH = '' } = process.env;
  const command = spawn(process.execPath, [COMMAND, 'mirror', 'sync', '--recalls', '--json'], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [exited, said] = [once(command, 'exit'), text(command.stderr)];
  const lines: string[] = [];
  for await (const line of createInterface({ input: command.stdout })) {
    lines.push(line);
    if (stop !== undefined && line.includes(stop.on)) command.kill(stop.by);
  }
  const [code, signal] = await exited;
  return { output: lines.join('\n'), said: await said, ended: signal ?? code };
}

const places = {
  async sqlite(_parts: AsyncDisposableStack, folder: string) {
    return { environment: {}, open: () => openSqliteStorage({ file: join(folder, 'forecourt.sqlite') }) };
  },
  async postgres(parts: AsyncDisposableStack) {
    const { url } = parts.use(await withPostgres());
    return { environment: { DATABASE_URL: url }, open: () => openPostgresStorage({ url }) };
  },
} satisfies Record<
  Storage['kind'],
  (
    parts: AsyncDisposableStack,
    folder: string,
  ) => Promise<{ environment: Record<string, string>; open(): Promise<Storage> }>
>;

describeOnBoth('a sync that is stopped in the middle', (kind) => {
  it.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s leaves the old generation serving, and the next one goes on at once',
    { timeout: 60_000 },
    async (by) => {
      await using parts = new AsyncDisposableStack();
      const folder = folderOfTest();
      const server = parts.use(await startBulkServer());
      const { environment, open } = await places[kind](parts, folder);
      const own = { DATA_DIR: folder, LOG_LEVEL: 'silent', NHTSA_FILES_URL: server.url };
      const settings = { ...environment, ...own };
      const recalls = (count: number) =>
        Array.from({ length: count }, (_, index) => recallRow({ campaign: `14V${index + 100}000` }));
      const served = async () => {
        await using storage = await open();
        const clock = { now: Date.now };
        const mirror = createMirror({ store: storage.mirror, clock, maxAgeMs: 86_400_000 });
        const reader = (await mirror.copy('recalls'))?.reader;
        return (await reader?.recallsByVehicle({ make: 'HYUNDAI', model: 'ELANTRA', year: 2013 }))?.length;
      };

      await fileRecalls(server, ...recalls(3));
      expect(await runSync(settings)).toMatchObject({ ended: 0 });
      expect(await served()).toBe(3);

      // Enough of a long file comes that rows of it are being loaded; the end never does.
      const long = await zipOf(recalls(800));
      server.files.set(POST, long);
      const older = ['08V111000', '08V112000'].map((campaign) => recallRow({ campaign, year: '2008' }));
      server.files.set('/rcl/FLAT_RCL_PRE_2010.zip', await zipOf(older));
      server.stallAfter.set(POST, Math.floor(long.length / 2));
      // One file of the two is loaded by then, the other on its way.
      const stopped = await runSync(settings, { on: '"kind":"loaded"', by });
      expect(await served()).toBe(3);
      if (by === 'SIGINT') {
        expect(stopped).toMatchObject({ ended: 1, said: expect.stringContaining('Stopped by SIGINT') });
        const left = await readdir(join(folder, 'mirror-files'));
        expect(left.filter((name) => !name.endsWith('.part'))).toEqual([]);
      } else expect(stopped.ended).toBe('SIGKILL');

      server.stallAfter.clear();
      const resumed = await runSync(settings);
      expect(resumed).toMatchObject({ ended: 0, output: expect.stringContaining('"changed":1') });
      expect(await served()).toBe(800);
    },
  );
});
