import { answeredInTime } from '../lib/clock.ts';

const CHECK_EVERY_MS = 2_000;
const CHECK_AGAIN_MS = 200;
/** Failures in a row that are believed: one may be a moment in which the processor did other work. A plain no is at once. */
const BELIEVED = 2;

interface Options {
  known?: boolean;
  /** An answer that has not come by then is taken for a failure. */
  deadlineMs?: number;
  failed?: (error: unknown) => void;
}

/**
 * Asks now and again in the background, so that nobody has to wait for the answer; soon again until it is yes.
 * Until the first answer it is what the caller knows. `failed` is called when yes turns into an error.
 */
export function watchReadiness(
  ask: () => Promise<boolean>,
  { known = false, deadlineMs = Number.POSITIVE_INFINITY, failed = () => {} }: Options = {},
): AsyncDisposable & { readonly ok: boolean } {
  let ok = known;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const answer = () => (Number.isFinite(deadlineMs) ? answeredInTime(ask(), deadlineMs) : ask());
  const check = async () => {
    let isYes = false;
    try {
      isYes = await answer();
      failures = 0;
      ok = isYes;
    } catch (error) {
      failures += 1;
      if (failures >= BELIEVED) {
        if (ok) failed(error);
        ok = false;
      }
    }
    if (stopped) return;
    timer = setTimeout(check, isYes ? CHECK_EVERY_MS : CHECK_AGAIN_MS);
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
