import { expect, it } from 'vitest';
import { createBacklog } from './threads.ts';

it('knows from what was done how long the next will take, whatever their sizes', () => {
  let nowMs = 0;
  const backlog = createBacklog({ ms: 1, size: 1 }, () => nowMs);
  for (let round = 0; round < 30; round += 1) {
    const done = [backlog.take(100), backlog.take(300)];
    nowMs += 1_000;
    done[0]?.();
    nowMs += 3_000;
    done[1]?.();
    nowMs += 60_000;
  }
  expect(backlog.isEmpty).toBe(true);
  expect(backlog.untilDoneMs(50)).toBeCloseTo(500, 0);

  const done = backlog.take(200);
  expect(backlog.isEmpty).toBe(false);
  expect(backlog.untilDoneMs(100)).toBeCloseTo(3_000, 0);
  done();
  expect(backlog.isEmpty).toBe(true);
});
