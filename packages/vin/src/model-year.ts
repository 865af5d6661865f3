import { coversYear, type Wmi, type WmiTable } from './wmi-table.ts';

export const FIRST_YEAR = 1980;
/** Model years up to two years ahead of the calendar are believed. */
const YEARS_AHEAD = 2;
const CYCLE = 30;
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const YEAR_POSITION = 9;
const CYCLE_POSITION = 6;

/** The years that position 10 can mean. With `other` both are tried. */
export interface YearCandidates {
  year: number | null;
  other: number | null;
  isConclusive: boolean;
}

export function lastBelievedYear(currentYear: number): number {
  return currentYear + YEARS_AHEAD;
}

/**
 * Position 10 repeats every 30 years. For passenger vehicles position 7 states the cycle (a digit: before 2010);
 * for others both years are tried unless the later one is still to come.
 */
export function yearCandidates(
  wmis: WmiTable,
  vin: string,
  wmi: Wmi | undefined,
  currentYear: number,
): YearCandidates {
  const code = vin.length > YEAR_POSITION ? YEAR_CODES.indexOf(vin.charAt(YEAR_POSITION)) : -1;
  if (code < 0) return { year: null, other: null, isConclusive: true };
  const latest = lastBelievedYear(currentYear);
  let year = FIRST_YEAR + CYCLE + code;
  let isConclusive = false;
  if (wmi?.isPassengerVehicle === true) {
    const cycle = vin.charAt(CYCLE_POSITION);
    if (/[0-9]/.test(cycle)) year -= CYCLE;
    isConclusive = /[0-9A-Z]/.test(cycle);
  }
  if (year > latest) {
    year -= CYCLE;
    isConclusive = true;
  }
  if (!isConclusive) return { year, other: year - CYCLE, isConclusive };
  return { year: coveredYear(wmis, year, wmi, latest), other: null, isConclusive };
}

/** The year of the other cycle, where the manufacturer filed something for that one only. */
function coveredYear(wmis: WmiTable, year: number, wmi: Wmi | undefined, latest: number): number {
  const other = year <= latest - CYCLE ? year + CYCLE : year >= FIRST_YEAR + CYCLE ? year - CYCLE : year;
  if (wmi === undefined || other === year || year < FIRST_YEAR || year > latest) return year;
  return !coversYear(wmis, wmi, year) && coversYear(wmis, wmi, other) ? other : year;
}
