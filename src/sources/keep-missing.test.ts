import { expect, test } from 'vitest';
import { keepMissing, type MaybeMissing } from './keep-missing.ts';

type Named = MaybeMissing & { name: string };

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2026, 10, 20);
const stays: Named = { name: 'stays', missingSince: null };
const keep = (last: readonly Named[], hours: number) =>
  keepMissing([stays], last, ({ name }) => name, FIRST_MS + hours * HOUR_MS);

test('what a reading lacks is kept and marked until another, six hours later, lacks it too', () => {
  const marked = keep([stays, { name: 'gone', missingSince: null }], 0);
  expect(marked).toEqual([stays, { name: 'gone', missingSince: '2026-11-20T00:00:00.000Z' }]);
  expect(keep(marked, 5.9)).toEqual(marked);
  expect(keep(marked, 6)).toEqual([stays]);
});
