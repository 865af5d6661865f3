import type { RawFields } from '../sources/vpic/embedded-decoder.ts';
import type { DecodeVerdict } from './decoded.ts';
import { textOf } from './raw-fields.ts';

/** What the live service cannot see, because it was not sent the check digit and the serial number: ours to say. */
const OURS = [1, 400];
/** It finds the VIN incomplete for the same reason. */
const NOT_THEIRS = [0, 6, ...OURS];
/** Codes that say nothing against a clean decode. */
const HARMLESS = [9, 10, 12, 14];
const CLEAN = 0;
const CLEAN_TEXT = '0 - VIN decoded clean. Check Digit (9th position) is correct';

interface Verdicts {
  vin: string;
  embedded: RawFields;
  live: RawFields;
}

/** The live service's verdict on the descriptor, with ours on the rest of the VIN. */
export function joinVerdicts({ vin, embedded, live }: Verdicts): RawFields {
  const found = [
    ...codesOf(live).filter((code) => !NOT_THEIRS.includes(code)),
    ...codesOf(embedded).filter((code) => OURS.includes(code)),
  ];
  const isClean = found.every((code) => HARMLESS.includes(code));
  const codes = [...new Set(isClean ? [CLEAN, ...found] : found)].sort((a, b) => a - b);
  const texts = new Map([[CLEAN, CLEAN_TEXT], ...textsOf(embedded), ...textsOf(live)]);
  const suggested = textOf(live, 'SuggestedVIN');
  return {
    ErrorCode: codes.join(','),
    ErrorText: codes.flatMap((code) => texts.get(code) ?? []).join('; '),
    AdditionalErrorText: live.AdditionalErrorText ?? '',
    SuggestedVIN: suggested === null ? '' : withCharactersOf(vin, suggested),
    PossibleValues: live.PossibleValues ?? '',
    VehicleDescriptor: embedded.VehicleDescriptor ?? '',
  };
}

/** The codes of a flat decode: they come as "1,14". */
function codesOf(fields: RawFields): number[] {
  return (fields.ErrorCode ?? '')
    .split(',')
    .filter((code) => /^\s*\d+\s*$/.test(code))
    .map(Number);
}

/** Code -> its words: they come as "1 - ...; 14 - ...". */
function textsOf(fields: RawFields): [number, string][] {
  return (fields.ErrorText ?? '')
    .split(/;\s*(?=\d+ - )/)
    .filter((text) => /^\d+ - /.test(text))
    .map((text): [number, string] => [Number.parseInt(text, 10), text.trim()]);
}

/** Puts back what was not sent. */
function withCharactersOf(vin: string, suggested: string): string {
  return [...vin].map((own, at) => (suggested[at] ?? '*').replace('*', own)).join('');
}

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
