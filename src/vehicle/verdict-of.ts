import type { RawFields } from '../sources/vpic/decoders.ts';
import type { DecodeVerdict } from './decoded.ts';
import { codesOf } from './join-verdicts.ts';
import { textOf } from './raw-fields.ts';

const WRONG_CHECK_DIGIT = 1;

/** The verdict in a flat decode. */
export function verdictOf(fields: RawFields): DecodeVerdict {
  const errorCodes = codesOf(fields);
  return {
    checkDigitValid: !errorCodes.includes(WRONG_CHECK_DIGIT),
    errorCodes,
    errorText: textOf(fields, 'ErrorText'),
    suggestedVin: textOf(fields, 'SuggestedVIN'),
    possibleValues: textOf(fields, 'PossibleValues'),
  };
}
