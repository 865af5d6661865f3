import { type RawFields, textOf } from './raw-fields.ts';

/** Elements that speak of the VIN, not of the vehicle. */
const VERDICT = [
  'ErrorCode',
  'ErrorText',
  'AdditionalErrorText',
  'SuggestedVIN',
  'PossibleValues',
  'VehicleDescriptor',
];
const IDENTITY = ['ModelYear', 'Make', 'Model'];

export type Completion =
  | { kind: 'completed'; fields: RawFields; added: string[] }
  | { kind: 'replaced'; fields: RawFields; added: string[] }
  | { kind: 'contradicted'; differing: string[] };

/**
 * Joins the embedded decode with the live one. Where both name the same vehicle, the live one fills what is missing
 * and its verdict counts, since it knows all filings. A vehicle that only the live one knows is taken whole. Where
 * they name different vehicles nothing is mixed.
 */
export function completeFields(embedded: RawFields, live: RawFields): Completion {
  const present = (fields: RawFields): string[] =>
    Object.keys(fields).filter((code) => textOf(fields, code) !== null);
  if (IDENTITY.some((code) => textOf(embedded, code) === null)) {
    return { kind: 'replaced', fields: live, added: present(live) };
  }
  const differing = IDENTITY.filter((code) => !sameName(textOf(embedded, code), textOf(live, code)));
  if (differing.length > 0) return { kind: 'contradicted', differing };

  const added = present(live).filter((code) => !VERDICT.includes(code) && textOf(embedded, code) === null);
  const fields: Record<string, string> = {};
  for (const code of present(embedded)) if (!VERDICT.includes(code)) fields[code] = embedded[code] ?? '';
  for (const code of [...added, ...VERDICT]) fields[code] = live[code] ?? '';
  return { kind: 'completed', fields, added };
}

function sameName(one: string | null, other: string | null): boolean {
  const letters = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters(one) === letters(other);
}
