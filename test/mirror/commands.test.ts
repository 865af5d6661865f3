import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createSyncProgress } from '../../src/cli/commands/mirror.ts';
import { twoFailures } from '../issues/complaints.ts';
import { folderOfTest } from '../own-folder.ts';
import { runCommand } from '../run-command.ts';
import { ALL_COMPLAINTS, fileRecalls, startBulkServer, zipOf } from './bulk-server.ts';
import { canadaFile, complaintRow, recallRow } from './rows.ts';

async function run(environment: Record<string, string>, ...args: string[]) {
  const { stdout, stderr, code } = await runCommand(args, { LOG_LEVEL: 'silent', ...environment });
  return { output: stdout, said: stderr, code };
}

it('the commands make a copy, say what is in it, hand out its words and compute its most complained-of cars', {
  timeout: 120_000,
}, async () => {
  await using files = await startBulkServer();
  const folder = folderOfTest();
  // Two kinds of one car, by their engines.
  const kinds = ['5NPDH4AE8DH', '5NPDH4AG8DH'];
  const rows = twoFailures(40).map(({ odiNumber, summary, components }, index) =>
    complaintRow({ odi: odiNumber, summary, component: components.join(), vin: kinds[index % 2] ?? '' }),
  );
  await fileRecalls(files, recallRow({ campaign: '14V001000' }));
  files.files.set(ALL_COMPLAINTS, await zipOf([...rows, complaintRow({ odi: 5, filed: 'soon' })]));
  const environment = {
    DATA_DIR: folder,
    NHTSA_FILES_URL: files.url,
    TRANSPORT_CANADA_FILE_URL: `${files.url}/canada.csv`,
    DECODER: 'embedded',
    // Nobody answers there: what is answered comes from the copy.
    NHTSA_URL: 'http://127.0.0.1:1',
    TRANSPORT_CANADA_URL: 'http://127.0.0.1:1',
  };

  const missing = await run(environment, 'mirror', 'sync', '--canada');
  expect(missing.said).toContain(`try again in a while. ${files.url}/canada.csv is not there.`);
  files.files.set('/canada.csv', canadaFile([{ number: '2014001' }]));

  const before = await run(environment, 'mirror', 'status');
  expect(before.output).toContain('There is no copy');
  const expectRefused = async (words: RegExp) => {
    for (const command of ['texts', 'names']) {
      const { said, code } = await run(environment, 'mirror', command);
      expect([code, said]).toEqual([1, expect.stringMatching(words)]);
    }
  };
  await expectRefused(/^forecourt: There is no copy of .*mirror sync" makes/);
  const synced = await run(environment, 'mirror', 'sync');
  expect(synced.said).toMatch(/complaints all: 41 rows, [\d,]+ a second; 40 complaints of 1 model and year/);
  expect(synced.said).toContain('1 row set aside: the day of its filing is no date (1)');
  expect(synced.said).toContain('canada: generation 1 is in use');

  const [status, texts, warmed] = await Promise.all([
    run(environment, 'mirror', 'status'),
    run(environment, 'mirror', 'texts'),
    run(environment, 'warm', '--top', '1'),
  ]);
  expect(status.output).toMatch(/complaints all: 40 of 41 rows, [\d.]+ MB, generation 1, files of \d{4}-/);
  expect(status.output).toMatch(/\n {2}set aside \(1\): the day of its filing is no date\n {4}\t5\t/);
  const written = texts.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(written.sort((a, b) => a.odiNumber - b.odiNumber)).toEqual(
    twoFailures(40).map(({ odiNumber, summary, components }) => ({
      odiNumber,
      components: components.join(),
      summary,
    })),
  );
  const lines = warmed.output.trim().split('\n');
  const told = (kind: string) =>
    expect.stringMatching(`^2013 Hyundai Elantra \\(${kind}.*\\): ok, \\d issues$`);
  expect(lines.sort()).toEqual([
    told('5NPDH4AE\\*DH, Sedan/Saloon, 1.8 L, '),
    told('5NPDH4AG\\*DH, Sedan/Saloon'),
  ]);

  // As a release before or after this one would leave it: packed in a way that is not read here.
  {
    using database = new DatabaseSync(join(folder, 'forecourt.sqlite'));
    database.exec(`UPDATE mirror_segments SET version = '1' || substr(version, instr(version, ' '))`);
  }
  for (const name of await readdir(join(folder, 'forecourt.mirror'))) {
    if (!/^(complaints|recalls)/.test(name)) continue;
    using segment = new DatabaseSync(join(folder, 'forecourt.mirror', name));
    segment.exec(`UPDATE blocks SET content = x'00'`);
  }
  await expectRefused(/another release.*mirror sync" makes it again\.\n$/);
  const old = await run(environment, 'mirror', 'status', '--rejected');
  expect(old.output).toMatch(/complaints all: .*; made by another release/);
});

it('a sync that takes longer than --timeout ends and says so, and what has arrived stays for the next one', {
  timeout: 60_000,
}, async () => {
  await using files = await startBulkServer();
  const folder = folderOfTest();
  const path = '/canada.csv';
  files.files.set(path, canadaFile([{ number: '2014001' }]));
  files.stallAfter.set(path, 100);
  const environment = { DATA_DIR: folder, TRANSPORT_CANADA_FILE_URL: `${files.url}${path}` };

  const late = await run(environment, 'mirror', 'sync', '--canada', '--timeout', '5');
  expect(late.code).toBe(1);
  expect(late.said).toContain('There was no answer within 5 s (--timeout).');
  expect((await run(environment, 'mirror', 'status')).output).toContain('There is no copy');
  const arrived = join(folder, 'mirror-files');
  expect((await readdir(arrived)).map((name) => statSync(join(arrived, name)).size)).toEqual([100]);

  // The next one need not wait until the lease of the first runs out.
  files.stallAfter.clear();
  const next = await run(environment, 'mirror', 'sync', '--canada');
  expect(next.said).toContain('canada: generation 1 is in use');
});

it('a terminal is told what goes on, how fast and how long it will take', () => {
  const written: string[] = [];
  let nowMs = 0;
  const output = { isTTY: true, write: (line: string) => written.push(line) > 0 };
  const progress = createSyncProgress(output, () => nowMs);
  const loading = { kind: 'loading', dataset: 'complaints', part: '2020' } as const;
  nowMs = 1_000;
  progress({ ...loading, rows: 0, share: 0 });
  nowMs = 3_000;
  progress({ ...loading, rows: 60_000, share: 0.25 });
  expect(written.at(-1)).toContain('complaints 2020, loading rows: 60,000, 30,000 a second, 6 s left');
});
