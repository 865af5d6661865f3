import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock, withDeadline } from '../lib/clock.ts';

const CHECK_EVERY_MS = 2_000;
const CHECK_AGAIN_MS = 200;

class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

interface Options {
  known?: boolean;
  /** An answer that has not come by then is taken for a failure. */
  deadlineMs?: number;
  failed?: (error: unknown) => void;
}

/**
 * Asks now and again in the background, so that nobody has to wait for the answer; soon again until it is yes. Until
 * the first answer it is what the caller knows. `failed` is called when yes turns into an error.
 */
export function watchReadiness(
  ask: () => Promise<boolean>,
  { known = false, deadlineMs = Number.POSITIVE_INFINITY, failed = () => {} }: Options = {},
): AsyncDisposable & { readonly ok: boolean } {
  let ok = known;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const silence = async () => {
    // The timers of a process that was held up end before it reads the answers that have come meanwhile.
    await nextTurn();
    throw new SilenceError(`No answer in ${deadlineMs} ms`);
  };
  const answer = () =>
    Number.isFinite(deadlineMs)
      ? withDeadline(ask(), { clock: systemClock, ms: deadlineMs, late: silence })
      : ask();
  const check = async () => {
    const wasOk = ok;
    ok = await answer().catch((error: unknown) => {
      if (wasOk) failed(error);
      return false;
    });
    if (stopped) return;
    timer = setTimeout(check, ok ? CHECK_EVERY_MS : CHECK_AGAIN_MS);
    timer.unref();
  };
  void check();
  return {
    get ok() {
      return ok;
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
