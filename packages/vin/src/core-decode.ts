import { checkDigitOf } from './check-digit.ts';
import { type Correction, correctVin, NOTHING_WRONG } from './correction.ts';
import { attributeText, type Dataset } from './dataset.ts';
import { addDefaults } from './elements.ts';
import { concluded, ERROR, type Findings, scanCharacters } from './error-codes.ts';
import { addConversions, addEngineModelItems, addMake, addRegisteredItems } from './implied-items.ts';
import { ELEMENT, type FoundItem, type FoundItems } from './items.ts';
import { addFormulaItems, matchPatterns } from './match-patterns.ts';
import { type SchemaCharacters, unusedPositions } from './schema-characters.ts';
import type { MatchKey } from './symbols.ts';
import { addVehicleSpecs } from './vehicle-specs.ts';
import type { Wmi } from './wmi-table.ts';

/** A VIN and its manufacturer, before any model year is tried. */
export interface Attempt {
  vin: string;
  key: MatchKey;
  /** The registered manufacturer, made public or not. */
  wmi: Wmi | undefined;
  today: number;
}

/** The model year of one pass. */
export interface PassYear {
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
export function decodePass(
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
