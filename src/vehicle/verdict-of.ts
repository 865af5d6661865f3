import type { DecodeVerdict } from './decoded.ts';
import { type RawFields, textOf } from './raw-fields.ts';

const WRONG_CHECK_DIGIT = 1;

/** The verdict in a flat decode: codes come as "1,14", texts as they are. */
export function verdictOf(fields: RawFields): DecodeVerdict {
  const errorCodes = (fields.ErrorCode ?? '')
    .split(',')
    .filter((code) => /^\s*\d+\s*$/.test(code))
    .map(Number);
  return {
    checkDigitValid: !errorCodes.includes(WRONG_CHECK_DIGIT),
    errorCodes,
    errorText: textOf(fields, 'ErrorText'),
    suggestedVin: textOf(fields, 'SuggestedVIN'),
    possibleValues: textOf(fields, 'PossibleValues'),
  };
}
