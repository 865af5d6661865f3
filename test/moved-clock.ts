import { existsSync, writeFileSync } from 'node:fs';

/** The place where Debian's package `faketime` puts it. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

export const hasMovedClock = existsSync(LIBRARY);
export const NO_MOVED_CLOCK = 'libfaketime is not installed';

/** Has a program see the clock that this file says. */
export const clockOf = (file: string): Record<string, string> => ({
  LD_PRELOAD: LIBRARY,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

/** So far from the true time. */
export const setClock = (file: string, offSeconds: number) =>
  writeFileSync(file, `${offSeconds < 0 ? '' : '+'}${offSeconds}s\n`);
