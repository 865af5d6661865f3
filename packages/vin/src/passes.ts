import { checkDigitOf } from './check-digit.ts';
import { attributeText, type Dataset } from './dataset.ts';
import {
  addDefaults,
  createFoundItems,
  ELEMENT,
  type FoundItem,
  type FoundItems,
  type ItemSource,
} from './elements.ts';
import { concluded, ERROR, type Findings, scanCharacters } from './error-codes.ts';
import { addConversions, addEngineModelItems, addMake, addRegisteredItems } from './implied-items.ts';
import { addFormulaItems, matchPatterns } from './match-patterns.ts';
import {
  type Correction,
  correctVin,
  createSchemaCharacters,
  NOTHING_WRONG,
  type SchemaCharacters,
  unusedPositions,
} from './schema-characters.ts';
import type { MatchKey } from './symbols.ts';
import { addVehicleSpecs } from './vehicle-specs.ts';
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

/** A VIN and its manufacturer, before any model year is tried. */
interface Attempt {
  vin: string;
  key: MatchKey;
  /** The registered manufacturer, made public or not. */
  wmi: Wmi | undefined;
  today: number;
}

/** The model year of one pass. */
interface PassYear {
  year: number | null;
  isConclusive: boolean;
  /** True where the caller's year is another. */
  contradictsCaller: boolean;
}

export interface Pass extends Findings {
  year: number | null;
  found: FoundItems;
  correction: Correction;
}

const FULL_LENGTH = 17;
const GLIDER = '64';
const OFF_ROAD: ReadonlySet<string> = new Set('69 84 86 88 97 105 113 124 126 127'.split(' '));
const INCOMPLETE: ReadonlySet<string> = new Set(
  '62 63 64 65 67 70 71 72 74 75 76 77 78 107 112 116'.split(' '),
);
const INCOMPLETE_TYPE = 10;
const NONE: readonly number[] = [];

/** Decodes with one model year, in NHTSA's order of steps. */
function decodePass(
  dataset: Dataset,
  characters: SchemaCharacters,
  { vin, key, wmi, today }: Attempt,
  { year, isConclusive, contradictsCaller }: PassYear,
  found: FoundItems,
): Pass {
  let codes = 0;
  let correction = NOTHING_WRONG;
  let unused = NONE;
  found.clear();

  const isPassengerVehicle = vin[2] !== '9' && wmi?.isPassengerVehicle === true;
  const isCheckDigitRight =
    vin.length === FULL_LENGTH && vin.charAt(8) === checkDigitOf(vin, isPassengerVehicle);
  if (wmi?.publicSinceDay === undefined || wmi.publicSinceDay > today) {
    codes |= ERROR.unregistered;
  } else {
    addFiled(dataset, wmi, vin, key, year, found);
    if (!found.best.some(isOfSchema) && !found.others.some(isOfSchema)) {
      codes |= ERROR.noDetail;
    } else if (dataset.header.isWhole || !isCheckDigitRight || found.of(ELEMENT.model) === undefined) {
      // Characters that a partial dataset does not explain mean nothing where the VIN itself is right.
      correction = correctVin(vin, wmi.code, characters.of(wmi, year));
      unused = unusedPositions(dataset, vin, found);
      codes |= correction.code | (unused.length > 0 ? ERROR.unexplained : 0);
    }
  }

  const body = found.of(ELEMENT.bodyClass);
  const bodyClass = body === undefined ? '' : attributeText(dataset, body);
  const isOffRoad = OFF_ROAD.has(bodyClass);
  if (bodyClass === GLIDER) codes |= ERROR.glider;
  if (isOffRoad) codes |= ERROR.offRoad;
  if (year === null) codes |= ERROR.noYear;

  const isCheckDigitException = dataset.isCheckDigitException(vin);
  const invalidCharacters = scanCharacters(vin, isPassengerVehicle, isOffRoad || isCheckDigitException);
  if (invalidCharacters.length > 0) codes |= ERROR.invalidCharacters;
  if (contradictsCaller) codes |= ERROR.otherYear;

  const vehicleType = found.of(ELEMENT.vehicleType) === undefined ? 0 : (wmi?.vehicleType ?? 0);
  addDefaults(dataset.defaultsOf(vehicleType), found);

  if (vin.length < FULL_LENGTH) codes |= ERROR.incomplete;
  else if (!isCheckDigitRight && !isCheckDigitException) codes |= ERROR.checkDigit;

  return {
    year,
    found,
    codes: concluded(codes, found.of(ELEMENT.model) !== undefined),
    correction,
    unusedPositions: unused,
    invalidCharacters,
    isOffRoad,
    isCheckDigitException,
    isIncompleteVehicle: vehicleType === INCOMPLETE_TYPE || INCOMPLETE.has(bodyClass),
    isYearConclusive: isConclusive,
  };
}

/** Adds all statements of the registered manufacturer's filings. */
function addFiled(
  dataset: Dataset,
  wmi: Wmi,
  vin: string,
  key: MatchKey,
  year: number | null,
  found: FoundItems,
): void {
  const { engine, formulas } = matchPatterns(dataset, wmi, key, year, found);
  addEngineModelItems(dataset, engine, found);
  addRegisteredItems(dataset, wmi, year, found);
  addFormulaItems(dataset, vin, formulas, found);
  const model = found.of(ELEMENT.model);
  addMake(dataset, wmi, model, found);
  addConversions(dataset, found);
  addVehicleSpecs(dataset, wmi, model, year, found);
}

function isOfSchema({ schema }: FoundItem): boolean {
  return schema >= 0;
}
