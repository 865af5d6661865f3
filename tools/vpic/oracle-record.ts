import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Fields } from './compare-fields.ts';

/** One VIN with the answer, or answers, that count as right. */
export interface OracleRecord {
  vin: string;
  kind: string;
  modelYear: number | undefined;
  /** Codes that are graded; undefined grades every code. */
  graded: ReadonlySet<string> | undefined;
  /** Each a whole answer. */
  answers: Fields[];
  flags: ReadonlySet<string>;
  unresolved: Fields;
}

type Json = Record<string, unknown>;

/** Reads oracle files (JSON lines with `fields`) and truth files (JSON or JSON lines with `expected`), packed or not. */
export function readOracle(path: string): OracleRecord[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const rows: Json[] = text.trimStart().startsWith('[')
    ? (JSON.parse(text) as Json[])
    : text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Json);
  return rows.map(recordOf);
}

function recordOf(row: Json): OracleRecord {
  const isTruth = row.expected !== undefined;
  const main = fieldsOf(row[isTruth ? 'expected' : 'fields'] as Json);
  const alternatives = Object.values((row.alt ?? {}) as Record<string, Json>).map((changes) =>
    withChanges(main, changes),
  );
  const disputed = new Set((row.disputed ?? []) as string[]);
  const known = [...Object.keys(main), ...((row.empty ?? []) as string[])];
  return {
    vin: String(row.vin),
    kind: String(row.kind ?? row.basis ?? ''),
    modelYear: row.modelYearArg === undefined ? undefined : Number(row.modelYearArg),
    graded: isTruth ? new Set(known.filter((code) => !disputed.has(code))) : undefined,
    answers: [main, ...alternatives],
    flags: new Set((row.flags ?? []) as string[]),
    unresolved: fieldsOf((row.unresolved ?? {}) as Json),
  };
}

function fieldsOf(json: Json): Fields {
  return Object.fromEntries(
    Object.entries(json).map(([code, value]) => [
      code,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  );
}

function withChanges(main: Fields, changes: Json): Fields {
  const merged: Record<string, string> = { ...main };
  for (const [code, value] of Object.entries(changes)) {
    if (value === null) delete merged[code];
    else merged[code] = String(value);
  }
  return merged;
}
