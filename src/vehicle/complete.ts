import type { RawFields } from '../sources/vpic/embedded-decoder.ts';
import { textOf, VERDICT_CODES } from './raw-fields.ts';
import { joinVerdicts } from './verdict.ts';

const IDENTITY = ['ModelYear', 'Make', 'Model'];

export interface Answers {
  vin: string;
  /** Of the whole VIN, by the embedded data. */
  embedded: RawFields;
  /** Of its descriptor, without check digit and serial number, by the live service. */
  live: RawFields;
  /** Elements that the embedded decode reads from what the live service was not sent. */
  fromSerial: ReadonlySet<string>;
}

export type Completion =
  | { kind: 'completed'; fields: RawFields; added: string[] }
  /** The embedded data does not know the vehicle; `differing` is empty then. Or it names another one. */
  | { kind: 'replaced'; fields: RawFields; differing: string[] }
  | { kind: 'left alone'; why: 'other VIN' | 'not known' };

/**
 * Joins the embedded decode with the live one, which is the newer and, beside a partial dataset, the fuller: what it says
 * counts. A vehicle that only the live one knows, or that it names otherwise, is taken whole, so that the facts of two
 * vehicles are never mixed. An answer for another VIN is passed over.
 */
export function completeFields(answers: Answers): Completion {
  const { embedded, live } = answers;
  const descriptor = textOf(live, 'VehicleDescriptor');
  if (descriptor !== null && descriptor !== textOf(embedded, 'VehicleDescriptor')) {
    return { kind: 'left alone', why: 'other VIN' };
  }
  if (!isIdentified(live)) return { kind: 'left alone', why: 'not known' };
  if (!isIdentified(embedded)) return { kind: 'replaced', fields: onlyLive(answers), differing: [] };
  const differing = IDENTITY.filter((code) => !namesSame(code, embedded, live));
  if (differing.length > 0) return { kind: 'replaced', fields: onlyLive(answers), differing };

  const added = facts(live).filter(
    (code) => !answers.fromSerial.has(code) && !isSameValue(embedded[code], live[code]),
  );
  const fields = Object.fromEntries(facts(embedded).map((code) => [code, embedded[code] ?? '']));
  for (const code of added) fields[code] = live[code] ?? '';
  return { kind: 'completed', fields: { ...fields, ...joinVerdicts(answers) }, added };
}

/** The live answer, with what only the whole VIN says about itself. */
export function onlyLive(answers: Answers): RawFields {
  const { embedded, live, fromSerial } = answers;
  const fields = Object.fromEntries(facts(live).map((code) => [code, live[code] ?? '']));
  const isSameVehicle = isIdentified(embedded) && IDENTITY.every((code) => namesSame(code, embedded, live));
  if (isSameVehicle) for (const code of fromSerial) fields[code] = embedded[code] ?? '';
  return { ...fields, ...joinVerdicts(answers) };
}

export function isIdentified(fields: RawFields): boolean {
  return IDENTITY.every((code) => textOf(fields, code) !== null);
}

/** What is said of the vehicle, not of the VIN. */
function facts(fields: RawFields): string[] {
  return Object.keys(fields).filter((code) => !VERDICT_CODES.includes(code) && textOf(fields, code) !== null);
}

/** One name of a model may be a part of the other: "XVS650 (V Star 650)" and "V Star 650". */
function namesSame(code: string, embedded: RawFields, live: RawFields): boolean {
  const [one, other] = [letters(textOf(embedded, code)), letters(textOf(live, code))];
  if (one === other) return true;
  return code === 'Model' && one !== '' && other !== '' && (one.includes(other) || other.includes(one));
}

function letters(text: string | null): string {
  return (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isSameValue(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [(one ?? '').trim(), (other ?? '').trim()];
  if (a.toLowerCase() === b.toLowerCase()) return true;
  return a !== '' && b !== '' && Number(a) === Number(b);
}
