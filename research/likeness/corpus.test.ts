import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCorpus } from './corpus.ts';

it('of more complaints than fit as many as do are drawn from all over the file, the same ones each time', async () => {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-corpus-'));
  cleaning.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'complaints.jsonl');
  const failures = ['stalled', 'knocked', 'leaked', 'rattled', 'smoked', 'overheated', 'vibrated'];
  const row = (odiNumber: number) =>
    JSON.stringify({
      odiNumber,
      components: 'ENGINE',
      summary: `Number ${odiNumber}: my car ${failures[odiNumber % failures.length]} near mile ${odiNumber * 7919} on road ${odiNumber * 31}.`,
    });
  await writeFile(file, Array.from({ length: 1_000 }, (_, index) => `${row(index + 1)}\n`).join(''));

  const { lines, texts } = await readCorpus(file, 100);
  expect(lines).toBe(1_000);
  const numbers = texts.map(({ complaint }) => complaint.odiNumber);
  expect(numbers.length).toBeLessThanOrEqual(100);
  expect(numbers.some((number) => number <= 300)).toBe(true);
  expect(numbers.some((number) => number > 700)).toBe(true);
  expect((await readCorpus(file, 100)).texts.map(({ complaint }) => complaint.odiNumber)).toEqual(numbers);
  expect((await readCorpus(file, 1_000)).texts.length).toBeGreaterThan(numbers.length);
});
