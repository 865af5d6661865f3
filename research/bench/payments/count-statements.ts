import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';
import { getEnvironmentData, isMainThread } from 'node:worker_threads';

/** Under this name a thread finds what it counts in. */
export const COUNTS = 'forecourt bench counts';
export const STATEMENTS = 0;
export const FLUSHES = 1;

// Imported by a thread before its own program, this counts what that does with databases.
if (!isMainThread) {
  const counts = getEnvironmentData(COUNTS);
  if (counts instanceof Int32Array) countInto(counts);
}

function countInto(counts: Int32Array): void {
  for (const name of ['all', 'get', 'run'] as const) {
    const original = StatementSync.prototype[name];
    Object.defineProperty(StatementSync.prototype, name, {
      value(this: StatementSync, ...values: unknown[]): unknown {
        Atomics.add(counts, STATEMENTS, 1);
        return Reflect.apply(original, this, values);
      },
    });
  }

  const { fdatasync } = fs;
  const counting: typeof fs.fdatasync = Object.assign((...call: Parameters<typeof fdatasync>) => {
    Atomics.add(counts, FLUSHES, 1);
    fdatasync(...call);
  }, fdatasync);
  fs.fdatasync = counting;
  syncBuiltinESMExports();
}
