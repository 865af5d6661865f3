import type { Trend } from './schemas.ts';

const RECENT_MONTHS = 12;
const EARLIER_MONTHS = 24;
const LEAST_DATED = 6;
/** For a 90 % interval. */
const Z = 1.645;
const RISING_ABOVE = 1.25;
const FALLING_BELOW = 0.8;

/**
 * Compares the issue's share of all filings in the last year with its share in the two years before.
 * Shares, because publicity makes every issue of a vehicle be filed more.
 */
export function trendOf(
  issueFiledOn: readonly (string | null)[],
  allFiledOn: readonly (string | null)[],
  asOf: string,
): Trend {
  const recentFrom = monthsBefore(asOf, RECENT_MONTHS);
  const earlierFrom = monthsBefore(asOf, RECENT_MONTHS + EARLIER_MONTHS);
  const inRecent = (dates: readonly (string | null)[]) =>
    dates.filter((d) => d !== null && d > recentFrom && d <= asOf).length;
  const inEarlier = (dates: readonly (string | null)[]) =>
    dates.filter((d) => d !== null && d > earlierFrom && d <= recentFrom).length;
  const [issueRecent, issueEarlier] = [inRecent(issueFiledOn), inEarlier(issueFiledOn)];
  const [allRecent, allEarlier] = [inRecent(allFiledOn), inEarlier(allFiledOn)];
  if (issueRecent + issueEarlier < LEAST_DATED || allRecent < LEAST_DATED || allEarlier < LEAST_DATED)
    return 'unknown';
  // Half a complaint added to each side keeps the ratio finite (Haldane).
  const [a, b] = [issueRecent + 0.5, issueEarlier + 0.5];
  const logRatio = Math.log(a / (allRecent + 0.5)) - Math.log(b / (allEarlier + 0.5));
  const spread =
    Z * Math.sqrt(Math.max(0, 1 / a - 1 / (allRecent + 0.5)) + Math.max(0, 1 / b - 1 / (allEarlier + 0.5)));
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
