import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk extends Disposable {
  folder: string;
}

/** A file system of a few megabytes, or undefined where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    [Symbol.dispose]() {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}

export function canMount(): boolean {
  using disk = mountSmallDisk(1);
  return disk !== undefined;
}
