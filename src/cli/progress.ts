import type { WriteStream } from 'node:tty';
import { withThousands } from '../lib/with-thousands.ts';

interface Progress {
  add(count: number): void;
  finish(): void;
}

const EVERY_MS = 500;

/** A line that counts, rewritten in place; nothing where the output is no terminal. */
export function createProgress(output: Pick<WriteStream, 'write' | 'isTTY'>, unit: string): Progress {
  if (!output.isTTY) return { add: () => undefined, finish: () => undefined };
  const startedAtMs = Date.now();
  let count = 0;
  let shownAtMs = startedAtMs;
  const show = (end: string): void => {
    const seconds = Math.max(0.001, (Date.now() - startedAtMs) / 1000);
    const rate = withThousands(Math.round(count / seconds));
    output.write(`\r${withThousands(count)} ${unit}, ${rate} a second${end}`);
  };
  return {
    add(more) {
      count += more;
      if (Date.now() - shownAtMs < EVERY_MS) return;
      shownAtMs = Date.now();
      show(' ');
    },
    finish: () => show('\n'),
  };
}
