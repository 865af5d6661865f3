import { describe, expect, test } from 'vitest';
import { createDayTime, systemClock, unlessAborted, withDeadline } from './clock.ts';

/** Time passes only when it is let pass. */
function heldClock() {
  const { promise: over, resolve: pass } = Promise.withResolvers<void>();
  return { pass, clock: { sleep: () => over } };
}
const never = new Promise<never>(() => {});

describe('work with a deadline', () => {
  test('ends with the result of work that is done before', async () => {
    const { clock } = heldClock();
    expect(await withDeadline(Promise.resolve('done'), { clock, ms: 10, late: () => 'late' })).toBe('done');
  });

  test('ends with its failure where that comes before', async () => {
    const { clock } = heldClock();
    const work = Promise.reject(new Error('broken'));
    await expect(withDeadline(work, { clock, ms: 10, late: () => 'late' })).rejects.toThrow('broken');
  });

  test('ends with something else when the time is over', async () => {
    const { clock, pass } = heldClock();
    const waiting = withDeadline(never, { clock, ms: 10, late: () => 'late' });
    pass();
    expect(await waiting).toBe('late');
  });

  test('ends with a failure where being late is one', async () => {
    const { clock, pass } = heldClock();
    const late = () => {
      throw new RangeError('too late');
    };
    const waiting = withDeadline(never, { clock, ms: 10, late });
    pass();
    await expect(waiting).rejects.toThrow('too late');
  });

  test('lets the work fail later without harm', async () => {
    const { clock, pass } = heldClock();
    const work = Promise.withResolvers<string>();
    const waiting = withDeadline(work.promise, { clock, ms: 10, late: () => 'late' });
    pass();
    expect(await waiting).toBe('late');
    // An unhandled rejection would fail the run.
    work.reject(new Error('too late to matter'));
  });

  test('is over as soon as whoever waits has gone', async () => {
    const gone = new AbortController();
    const waiting = withDeadline(never, {
      clock: systemClock,
      ms: 60_000,
      late: () => 'late',
      signal: gone.signal,
    });
    gone.abort();
    expect(await waiting).toBe('late');
  });

  test('frees its timer when the work is done', async () => {
    let timer: AbortSignal | undefined;
    const sleep = (_ms: number, signal?: AbortSignal) => {
      timer = signal;
      return never;
    };
    await withDeadline(Promise.resolve(), { clock: { sleep }, ms: 60_000, late: () => undefined });
    expect(timer?.aborted).toBe(true);
  });
});

describe('waiting unless aborted', () => {
  test('ends with the reason of the signal, before and during the work', async () => {
    const left = new AbortController();
    const waiting = unlessAborted(never, left.signal);
    left.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await expect(unlessAborted(never, left.signal)).rejects.toThrow('left');
  });

  test('ends with the work otherwise', async () => {
    expect(await unlessAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
    expect(await unlessAborted(Promise.resolve(1), undefined)).toBe(1);
  });
});

const NOON = Date.parse('2026-06-01T12:00:00Z');
const HOUR_MS = 3_600_000;

function setUp() {
  let [wallMs, steadyMs] = [NOON, 0];
  const now = createDayTime(
    () => wallMs,
    () => steadyMs,
  );
  return {
    pass(ms: number) {
      wallMs += ms;
      steadyMs += ms;
      return now() - NOON;
    },
    set(ms: number) {
      wallMs += ms;
      return now() - NOON;
    },
  };
}

describe('the time of day', () => {
  test('goes on as before while a clock is set wrongly for a moment, to either side', () => {
    const { pass, set } = setUp();
    expect(set(2 * HOUR_MS)).toBe(0);
    expect(pass(59_000)).toBe(59_000);
    expect(set(-2 * HOUR_MS)).toBe(59_000);
    expect(set(-HOUR_MS)).toBe(59_000);
    expect(pass(59_000)).toBe(118_000);
  });

  test('follows a clock that keeps the time to which it was set, and small corrections at once', () => {
    const { pass, set } = setUp();
    expect(set(1_500)).toBe(1_500);
    set(HOUR_MS);
    expect(pass(60_000)).toBe(1_500 + HOUR_MS + 60_000);
    expect(pass(1_000)).toBe(1_500 + HOUR_MS + 61_000);
  });
});
