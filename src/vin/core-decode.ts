import { scanCharacters } from './character-scan.ts';
import { checkDigitOf } from './check-digit.ts';
import { conversionItems } from './conversions.ts';
import { type Correction, correctVin, replaceAt } from './correction.ts';
import type { Dataset } from './dataset.ts';
import { addDefaults } from './defaults.ts';
import { engineModelItems } from './engine-models.ts';
import { formulaItems } from './formula-patterns.ts';
import { ELEMENT, type Item, type ItemSource } from './items.ts';
import { makeItem } from './make.ts';
import type { MatchKey } from './match-key.ts';
import { matchPatterns } from './match-patterns.ts';
import type { PatternIndexes } from './pattern-indexes.ts';
import { attributeText } from './resolve.ts';
import { selectItems } from './select-items.ts';
import { unusedPositions } from './unused-positions.ts';
import { vehicleSpecItems } from './vehicle-specs.ts';
import { reachVerdict, type Verdict } from './verdict.ts';
import type { Wmi } from './wmi-table.ts';

/** One attempt at a VIN, with one model year. */
export interface PassInput {
  vin: string;
  key: MatchKey;
  /** As registered, made public or not. */
  wmi: Wmi | undefined;
  year: number | null;
  isYearConclusive: boolean;
  /** The caller's year is another. */
  contradictsCaller: boolean;
  today: number;
}

export interface Pass {
  year: number | null;
  items: Item[];
  verdict: Verdict;
  suggestedVin: string;
  possibleValues: string;
}

const FULL_LENGTH = 17;
const GLIDER = '64';
const OFF_ROAD: ReadonlySet<string> = new Set('69 84 86 88 97 105 113 124 126 127'.split(' '));
const INCOMPLETE: ReadonlySet<string> = new Set(
  '62 63 64 65 67 70 71 72 74 75 76 77 78 107 112 116'.split(' '),
);
const INCOMPLETE_TYPE = 10;

export function decodePass(dataset: Dataset, indexes: PatternIndexes, input: PassInput): Pass {
  const { vin, wmi, year } = input;
  const codes = new Set<number>();
  let items: Item[] = [];
  let correction: Correction = { code: undefined, suggestedVin: '', possibleValues: '' };
  let unused: number[] = [];

  if (wmi?.publicSinceDay === undefined || wmi.publicSinceDay > input.today) {
    codes.add(7);
  } else {
    items = wmiItems(dataset, indexes, wmi, input);
    if (!items.some((item) => item.schema >= 0)) {
      codes.add(8);
    } else {
      correction = correctVin(vin, wmi.code, indexes.validCharacters(wmi, year));
      unused = unusedPositions(dataset, vin, items);
      if (correction.code !== undefined) codes.add(correction.code);
      if (unused.length > 0) codes.add(14);
    }
  }

  const body = items.find((item) => item.element === ELEMENT.bodyClass);
  const bodyClass = body === undefined ? '' : attributeText(dataset, body);
  const isOffRoad = OFF_ROAD.has(bodyClass);
  if (bodyClass === GLIDER) codes.add(9);
  if (isOffRoad) codes.add(10);
  if (year === null) codes.add(11);

  const isException = dataset.isCheckDigitException(vin);
  const isPassengerVehicle = vin[2] !== '9' && wmi?.isPassengerVehicle === true;
  const invalid = scanCharacters(vin, isPassengerVehicle, isOffRoad || isException);
  if (invalid.length > 0) codes.add(400);
  if (input.contradictsCaller) codes.add(12);

  const vehicleType = items.some((item) => item.element === ELEMENT.vehicleType)
    ? (wmi?.vehicleType ?? 0)
    : 0;
  addDefaults(dataset, vehicleType, items);

  if (vin.length < FULL_LENGTH) codes.add(6);
  else if (vin.charAt(8) !== checkDigitOf(vin, isPassengerVehicle) && !isException) codes.add(1);

  const verdict = reachVerdict(dataset.header, {
    codes,
    unusedPositions: unused,
    invalidCharacters: invalid,
    hasModel: items.some((item) => item.element === ELEMENT.model),
    isOffRoad,
    isCheckDigitException: isException,
    isIncompleteVehicle: vehicleType === INCOMPLETE_TYPE || INCOMPLETE.has(bodyClass),
    isYearConclusive: input.isYearConclusive,
  });
  const suggestedVin = invalid.reduce(
    (text, { position }) => replaceAt(text === '' ? vin : text, position, '!'),
    correction.suggestedVin,
  );
  return { year, items, verdict, suggestedVin, possibleValues: correction.possibleValues };
}

/** Everything the registered manufacturer's filings say, in NHTSA's order of steps. */
function wmiItems(dataset: Dataset, indexes: PatternIndexes, wmi: Wmi, input: PassInput): Item[] {
  const { year, key } = input;
  const index = indexes.of(wmi);
  const matches = matchPatterns(dataset, wmi, index, key, year);
  const found = matches.items;
  found.push(...engineModelItems(dataset, matches.engine));
  addRegistered(dataset, wmi, year, found);
  found.push(...formulaItems(dataset, wmi, index, key, year));
  const items = selectItems(found);
  const model = items.find((item) => item.element === ELEMENT.model);
  const make = makeItem(dataset, wmi, model);
  if (make !== undefined) items.push(make);
  items.push(...conversionItems(dataset, items));
  items.push(...vehicleSpecItems(dataset, wmi, model, year, items));
  return items;
}

const REGISTERED_PRIORITY = 100;

function addRegistered(dataset: Dataset, wmi: Wmi, year: number | null, items: Item[]): void {
  const add = (
    element: number,
    source: ItemSource,
    value: string,
    attribute: number | string = value,
  ): void => {
    items.push({
      element,
      attribute,
      value,
      source,
      priority: REGISTERED_PRIORITY,
      key: -1,
      schema: -1,
      level: 0,
    });
  };
  const type = dataset.lookups[ELEMENT.vehicleType]?.get(wmi.vehicleType);
  if (type !== undefined) {
    add(ELEMENT.vehicleType, 'manufacturer code', type.toUpperCase(), wmi.vehicleType);
  }
  if (wmi.manufacturer !== undefined) {
    add(ELEMENT.manufacturer, 'manufacturer code', dataset.strings.at(wmi.manufacturer));
  }
  if (year !== null) add(ELEMENT.modelYear, 'model year', String(year));
}
