import { type Fields, sameValue } from './compare-fields.ts';
import type { OracleRecord } from './oracle-record.ts';

export const IDENTITY = ['ModelYear', 'Make', 'Model'];
export const TIER_1 = [
  ...IDENTITY,
  ...'VehicleType Manufacturer BodyClass Trim Series EngineModel EngineCylinders DisplacementL FuelTypePrimary FuelTypeSecondary GVWR Doors PlantCity PlantState PlantCountry'.split(
    ' ',
  ),
];
export const TIER_2 = ['ErrorCode', 'SuggestedVIN'];
const TEXTS = ['ErrorText', 'AdditionalErrorText', 'PossibleValues', 'VehicleDescriptor'];
/** Fields about the VIN, not about the vehicle. */
export const VERDICT = [...TIER_2, ...TEXTS];
/** A malformed key is read in three ways; nothing that hangs on it is compared. */
const MALFORMED_KEY_FIELDS = new Set(['PlantCountry', 'PlantState', ...VERDICT]);

interface Difference {
  code: string;
  expected: string | undefined;
  actual: string | undefined;
}

export interface Grade {
  compared: string[];
  differences: Difference[];
}

/** Compares with the best-matching whole answer: the one with the fewest differences that count. */
export function grade(record: OracleRecord, actual: Fields): Grade {
  const grades = record.answers.map((answer) => compare(record, answer, actual));
  const weight = ({ differences }: Grade): number =>
    differences.reduce(
      (sum, { code }) => sum + (TIER_1.includes(code) ? 100 : TIER_2.includes(code) ? 10 : 1),
      0,
    );
  return grades.reduce((best, next) => (weight(next) < weight(best) ? next : best));
}

function compare(record: OracleRecord, answer: Fields, actual: Fields): Grade {
  const codes =
    record.graded ?? new Set([...TIER_1, ...VERDICT, ...Object.keys(answer), ...Object.keys(actual)]);
  const compared = [...codes].filter(
    (code) => !(record.flags.has('regex-7T0') && MALFORMED_KEY_FIELDS.has(code)),
  );
  const differences = compared
    .filter(
      (code) => !sameValue(code, answer[code], actual[code]) && !isTolerated(record, code, answer, actual),
    )
    .map((code) => ({ code, expected: answer[code], actual: actual[code] }));
  return { compared, differences };
}

function isTolerated(record: OracleRecord, code: string, answer: Fields, actual: Fields): boolean {
  if (record.unresolved[code] !== undefined)
    return actual[code] === undefined || actual[code] === record.unresolved[code];
  if (!record.flags.has('vin-exception-possible') || !VERDICT.includes(code)) return false;
  if (code !== 'ErrorCode') return true;
  const serious = (codes: string | undefined): string =>
    (codes ?? '')
      .split(',')
      .filter((one) => !['0', '1', '400'].includes(one))
      .join();
  return serious(answer.ErrorCode) === serious(actual.ErrorCode);
}
