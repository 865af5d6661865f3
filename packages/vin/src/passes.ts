import { type Attempt, decodePass, type Pass } from './core-decode.ts';
import type { Dataset } from './dataset.ts';
import { ERROR } from './error-codes.ts';
import { createFoundItems, type FoundItems, type ItemSource } from './items.ts';
import { createSchemaCharacters } from './schema-characters.ts';
import { coversYear, type Wmi, type WmiTable } from './wmi-table.ts';

const CALLERS_YEAR_BONUS = 10_000;

/** Decodes a VIN with every model year it may mean and keeps the best answer, which holds until the next call. */
export function createPasses(dataset: Dataset) {
  const characters = createSchemaCharacters(dataset);
  const callersItems = createFoundItems();
  const itemsOfYear = createFoundItems();
  const itemsOfOtherYear = createFoundItems();

  return (
    attempt: Attempt,
    descriptor: string,
    callersYear: number | undefined,
    currentYear: number,
  ): Pass => {
    const latest = lastBelievedYear(currentYear);
    const exceptional = dataset.descriptorYear(descriptor);
    if (exceptional !== undefined && exceptional >= FIRST_YEAR && exceptional <= latest) {
      return pass(exceptional, true, itemsOfYear);
    }

    const { year, other, isConclusive } = yearCandidates(dataset.wmis, attempt.vin, attempt.wmi, currentYear);
    let best: Pass | undefined;
    if (callersYear !== undefined && callersYear >= FIRST_YEAR && callersYear <= latest) {
      if (callersYear !== year && callersYear !== other) {
        best = pass(callersYear, true, callersItems, true);
        if ((best.codes & ERROR.noDetail) === 0 || year === null) return best;
      }
    }
    best = better(best, pass(year, isConclusive, itemsOfYear));
    return other === null ? best : better(best, pass(other, isConclusive, itemsOfOtherYear));

    function pass(year: number | null, isConclusive: boolean, found: FoundItems, isForced = false): Pass {
      const contradictsCaller =
        isForced || (callersYear !== undefined && year !== null && callersYear !== year);
      return decodePass(dataset, characters, attempt, { year, isConclusive, contradictsCaller }, found);
    }

    /** Compares errors first, then the weight of what is known, then the number of specific items, then the years. */
    function better(first: Pass | undefined, second: Pass): Pass {
      if (first === undefined) return second;
      const difference =
        dataset.errors.of(second.codes).weight - dataset.errors.of(first.codes).weight ||
        knownWeight(dataset, second) - knownWeight(dataset, first) ||
        specificItems(second) - specificItems(first) ||
        yearScore(second, callersYear) - yearScore(first, callersYear);
      return difference > 0 ? second : first;
    }
  };
}

/** Weighs the best items; notes, the only elements with several items, weigh nothing. */
function knownWeight({ elements }: Dataset, { found }: Pass): number {
  let weight = 0;
  for (const { element, value } of found.best) if (value !== '') weight += elements[element]?.weight ?? 0;
  return weight;
}

const NOT_APPLICABLE = 'Not Applicable';
const SPECIFIC: ReadonlySet<ItemSource> = new Set(['pattern', 'engine model', 'formula pattern']);

function specificItems({ found }: Pass): number {
  let count = 0;
  for (const items of [found.best, found.others]) {
    for (const { source, value } of items) {
      if (value !== '' && value !== NOT_APPLICABLE && SPECIFIC.has(source)) count++;
    }
  }
  return count;
}

function yearScore({ year }: Pass, callersYear: number | undefined): number {
  return (year ?? 0) + (year !== null && year === callersYear ? CALLERS_YEAR_BONUS : 0);
}

const FIRST_YEAR = 1980;
/** Model years up to two years ahead of the calendar are believed. */
const YEARS_AHEAD = 2;
const CYCLE = 30;
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const YEAR_POSITION = 9;
const CYCLE_POSITION = 6;

function lastBelievedYear(currentYear: number): number {
  return currentYear + YEARS_AHEAD;
}

/**
 * Reads the years that position 10 can mean; it repeats every 30 years. For passenger vehicles position 7 states the cycle
 * (a digit: before 2010); for others both years are tried unless the later one is still to come.
 */
function yearCandidates(
  wmis: WmiTable,
  vin: string,
  wmi: Wmi | undefined,
  currentYear: number,
): { year: number | null; other: number | null; isConclusive: boolean } {
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

/** Changes to the other cycle where the manufacturer filed something for that one only. */
function coveredYear(wmis: WmiTable, year: number, wmi: Wmi | undefined, latest: number): number {
  const other = year <= latest - CYCLE ? year + CYCLE : year >= FIRST_YEAR + CYCLE ? year - CYCLE : year;
  if (wmi === undefined || other === year || year < FIRST_YEAR || year > latest) return year;
  return !coversYear(wmis, wmi, year) && coversYear(wmis, wmi, other) ? other : year;
}
