import { expect, it } from 'vitest';
import { createDayTime } from './clock.ts';

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

it('goes on as before while a clock is set wrongly for a moment, to either side', () => {
  const { pass, set } = setUp();
  expect(set(2 * HOUR_MS)).toBe(0);
  expect(pass(59_000)).toBe(59_000);
  expect(set(-2 * HOUR_MS)).toBe(59_000);
  expect(set(-HOUR_MS)).toBe(59_000);
  expect(pass(59_000)).toBe(118_000);
});

it('follows a clock that keeps the time to which it was set, and small corrections at once', () => {
  const { pass, set } = setUp();
  expect(set(1_500)).toBe(1_500);
  set(HOUR_MS);
  expect(pass(60_000)).toBe(1_500 + HOUR_MS + 60_000);
  expect(pass(1_000)).toBe(1_500 + HOUR_MS + 61_000);
});
