import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const create = () => mkdtempSync(join(tmpdir(), 'forecourt-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** An empty folder, gone when the test that asks for it has ended. */
export function folderOfTest(): string {
  const folder = create();
  onTestFinished(() => remove(folder));
  return folder;
}

/** An empty folder, gone when all tests of the file or the `describe` that asks for it have ended. */
export function folderOfFile(): string {
  const folder = create();
  afterAll(() => remove(folder));
  return folder;
}
