import type { SalesRange } from '../../storage/sales-store.ts';

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** A day of UTC, or a time with its zone; undefined for anything else. */
export function readTime(text: string): number | undefined {
  if (!DAY.test(text) && !TIME.test(text)) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return undefined;
  // 31 April is taken for 1 May where nobody looks.
  const isSame = !DAY.test(text) || new Date(timeMs).toISOString().startsWith(text);
  return isSame ? timeMs : undefined;
}

/** Both ends as they were given: a day counts whole, also the last one. */
export function readRange(from: string | undefined, to: string | undefined): SalesRange | undefined {
  const fromMs = from === undefined ? 0 : readTime(from);
  const toMs = to === undefined ? Number.MAX_SAFE_INTEGER : readTime(to);
  if (fromMs === undefined || toMs === undefined) return undefined;
  return { fromMs, toMs: to !== undefined && DAY.test(to) ? toMs + DAY_MS : toMs };
}
