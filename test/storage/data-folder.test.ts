import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfFile } from '../own-folder.ts';
import { runCommand } from '../run-command.ts';
import { canMount, mountSmallDisk } from '../small-disk.ts';

const folder = folderOfFile();

const startIn = (dataDir: string) =>
  runCommand(['serve'], { DATA_DIR: dataDir, PORT: '0', RECORDED_WORLD: 'off' });

const hasProc = existsSync('/proc/self');

describe('a start in a folder that cannot be used ends, and says where, why and what to do', () => {
  it.skipIf(!hasProc)(
    `one that nobody can make${hasProc ? '' : ' (skipped: there is no /proc)'}`,
    async () => {
      expect(await startIn('/proc/nothing/deeper')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\/proc\/nothing\/deeper.+ENOENT.+Set DATA_DIR to a folder/),
      });
    },
  );

  it('one that is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'deeper')])
      expect(await startIn(dataDir)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/file.+\(E\w+: .+Set DATA_DIR to a folder/),
      });
  });

  it.skipIf(!canMount())(
    `one on a full disk${canMount() ? '' : ' (skipped: this user may not mount one)'}`,
    async () => {
      const disk = mountSmallDisk(1);
      try {
        await writeFile(join(disk?.folder ?? '', 'more'), Buffer.alloc(1 << 21)).catch(() => {});
        const { code, stderr } = await startIn(join(disk?.folder ?? '', 'data'));
        expect(stderr).toMatch(/data.+full.+Make room on its disk/);
        expect(code).toBe(1);
      } finally {
        await rm(join(disk?.folder ?? '', 'more'), { force: true });
        disk?.[Symbol.dispose]();
      }
    },
  );
});
