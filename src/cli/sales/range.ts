import type { SalesRange } from '../../storage/sql/sales.ts';

const DAY_MS = 86_400_000;
const MONTH = /^\d{4}-\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a day of UTC, or a time with its zone; undefined for anything else. */
export function readTime(text: string): number | undefined {
  if (!DAY.test(text) && !TIME.test(text)) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return undefined;
  // 31 April is taken for 1 May where nobody looks.
  return TIME.test(text) || new Date(timeMs).toISOString().startsWith(text) ? timeMs : undefined;
}

/** Reads both ends as they were given: a day counts whole, also the last one. */
export function readRange(from: string | undefined, to: string | undefined): SalesRange | undefined {
  const fromMs = from === undefined ? 0 : readTime(from);
  const toMs = to === undefined ? Number.MAX_SAFE_INTEGER : readTime(to);
  if (fromMs === undefined || toMs === undefined) return undefined;
  return { fromMs, toMs: to !== undefined && DAY.test(to) ? toMs + DAY_MS : toMs };
}

/** Reads a whole month of UTC. */
export function readMonth(month: string): SalesRange | undefined {
  const fromMs = MONTH.test(month) ? readTime(`${month}-01`) : undefined;
  if (fromMs === undefined) return undefined;
  const first = new Date(fromMs);
  return { fromMs, toMs: Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1) };
}

/** Tells whether a transaction was made within the range. */
export const movedIn =
  ({ fromMs, toMs }: SalesRange) =>
  ({ movedAtMs }: { movedAtMs: number }): boolean =>
    movedAtMs >= fromMs && movedAtMs < toMs;
