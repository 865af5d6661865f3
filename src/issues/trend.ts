import type { Trend } from './schemas.ts';

const RECENT_MONTHS = 12;
const EARLIER_MONTHS = 24;
const LEAST_DATED = 6;
/** For a 90 % interval. */
const Z = 1.645;
const RISING_ABOVE = 1.25;
const FALLING_BELOW = 0.8;

/** Filings of the last year, and of the two years before. */
export interface Filings {
  recent: number;
  earlier: number;
}

export function countFilings(filedOn: readonly (string | null)[], asOf: string): Filings {
  const recentFrom = monthsBefore(asOf, RECENT_MONTHS);
  const earlierFrom = monthsBefore(asOf, RECENT_MONTHS + EARLIER_MONTHS);
  const within = (after: string, to: string) =>
    filedOn.filter((date) => date !== null && date > after && date <= to).length;
  return { recent: within(recentFrom, asOf), earlier: within(earlierFrom, recentFrom) };
}

/** Compares shares of all filings, because publicity makes every issue of a vehicle be filed more. */
export function trendOf(issue: Filings, all: Filings): Trend {
  if (issue.recent + issue.earlier < LEAST_DATED || Math.min(all.recent, all.earlier) < LEAST_DATED)
    return 'unknown';
  // Half a complaint added to each side keeps the ratio finite (Haldane).
  const [a, b] = [issue.recent + 0.5, issue.earlier + 0.5];
  const [allRecent, allEarlier] = [all.recent + 0.5, all.earlier + 0.5];
  const logRatio = Math.log(a / allRecent) - Math.log(b / allEarlier);
  const spread = Z * Math.sqrt(Math.max(0, 1 / a - 1 / allRecent) + Math.max(0, 1 / b - 1 / allEarlier));
  if (Math.exp(logRatio - spread) > RISING_ABOVE) return 'rising';
  return Math.exp(logRatio + spread) < FALLING_BELOW ? 'falling' : 'steady';
}

function monthsBefore(date: string, months: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved.toISOString().slice(0, 10);
}
