import { createVinEngine, type Dataset } from '@forecourt/vin';
import knownDecodes from '../data/known-decodes.json' with { type: 'json' };

/**
 * VINs with invented serials whose year, make and model do not change from month to month. Together they have every error
 * code, and every element that filings state (`states`, each where it comes first).
 */
export interface KnownDecode {
  vin: string;
  modelYear?: number;
  year: string | null;
  make: string | null;
  model: string | null;
  codes?: readonly number[];
  states?: readonly string[];
}

/** A dataset that loses this share of its patterns, manufacturers or facts is broken, not updated. */
const LARGEST_LOSS = 0.1;

/** Lists objections to the new dataset in the place of the old one. */
export function objectionsTo(
  next: Dataset,
  current: Dataset | undefined,
  nowMs: number,
  known: readonly KnownDecode[] = knownDecodes,
): string[] {
  const objections: string[] = [];
  if (current !== undefined) {
    for (const count of ['patterns', 'wmis', 'schemas'] as const) {
      const before = current.header.counts[count];
      const after = next.header.counts[count];
      if (after < before * (1 - LARGEST_LOSS)) objections.push(`${count} fell from ${before} to ${after}`);
    }
    if (current.header.isWhole && !next.header.isWhole) {
      objections.push('it holds a part of the data, the present one all of it');
    }
    if (next.header.date < current.header.date) {
      objections.push(
        `its newest row is of ${next.header.date}, the present one's of ${current.header.date}`,
      );
    }
  }
  return [...objections, ...changedDecodes(next, nowMs, known)];
}

/** Lists changed decodes: no identity may change; of codes and facts, which filings correct from month to month, a few may. */
function changedDecodes(next: Dataset, nowMs: number, known: readonly KnownDecode[]): string[] {
  const objections: string[] = [];
  const engine = createVinEngine(next);
  const codes = { all: 0, changed: 0 };
  const facts = { all: 0, missing: [] as string[] };
  for (const [index, { vin, modelYear, year, make, model, ...more }] of known.entries()) {
    const { fields, errorCodes } = engine.decode(vin, {
      nowMs,
      ...(modelYear === undefined ? {} : { modelYear }),
    });
    const expected = `${year ?? '-'} ${make ?? '-'} ${model ?? '-'}`;
    const actual = `${fields.ModelYear ?? '-'} ${fields.Make ?? '-'} ${fields.Model ?? '-'}`;
    if (actual !== expected) {
      objections.push(`known decode ${index + 1} changed from ${expected} to ${actual}`);
    }
    // A partial dataset knows fewer facts and gives fewer codes; that is no fault of an update.
    if (!next.header.isWhole) continue;
    if (more.codes !== undefined) {
      codes.all++;
      if (more.codes.join() !== errorCodes.join()) codes.changed++;
    }
    facts.all += more.states?.length ?? 0;
    facts.missing.push(...(more.states ?? []).filter((code) => fields[code] === undefined));
  }
  if (codes.changed > codes.all * LARGEST_LOSS) {
    objections.push(`the error codes of ${codes.changed} of ${codes.all} known decodes changed`);
  }
  if (facts.missing.length > facts.all * LARGEST_LOSS) {
    objections.push(
      `known decodes lack ${facts.missing.length} of ${facts.all} facts, such as ${facts.missing.slice(0, 3).join(', ')}`,
    );
  }
  return objections;
}
