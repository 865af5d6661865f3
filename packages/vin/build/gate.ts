import { createVinEngine, type Dataset, type DatasetHeader } from '@forecourt/vin';
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

/** A dataset that loses this share of its rows, or of the known facts, is broken, not updated. */
const LARGEST_LOSS = 0.1;
/** Of the facts of the known decodes filings correct a few from month to month. */
const MOST_CHANGED = 0.01;
/** A table of names in which more changed has been taken for another. */
const MOST_RENAMED = 0.5;

/** Lists objections to the new dataset in the place of the old one. */
export function objectionsTo(
  next: Dataset,
  current: Dataset | undefined,
  nowMs: number,
  known: readonly KnownDecode[] = knownDecodes,
): string[] {
  const objections: string[] = [];
  if (current !== undefined) {
    if (current.header.isWhole && !next.header.isWhole) {
      objections.push('it holds a part of the data, the present one all of it');
    } else objections.push(...lostRows(next.header, current.header));
    if (next.header.date < current.header.date) {
      objections.push(
        `its newest row is of ${next.header.date}, the present one's of ${current.header.date}`,
      );
    }
    objections.push(...renamed(next.header, current.header));
  }
  return [...objections, ...changedDecodes(next, current, nowMs, known)];
}

function lostRows(next: DatasetHeader, current: DatasetHeader): string[] {
  const sizes = sizesOf(next);
  return Object.entries(sizesOf(current)).flatMap(([name, before]) => {
    const after = sizes[name] ?? 0;
    return after < before * (1 - LARGEST_LOSS) ? [`${name} fell from ${before} to ${after}`] : [];
  });
}

/** Counts whatever a dataset can lose. */
function sizesOf({ counts, sections, lookups, ...header }: DatasetHeader): Record<string, number> {
  const tables = Object.entries(lookups).map(([name, rows]) => [
    `names of ${name}`,
    Object.keys(rows).length,
  ]);
  const columns = Object.entries(sections).map(([name, bytes]) => [`bytes of ${name}`, bytes]);
  return {
    ...counts,
    elements: header.elements.length,
    'elements with names': header.elements.filter(({ lookup }) => lookup !== null).length,
    'elements that filings state': header.elements.filter(({ isHeld }) => isHeld).length,
    conversions: header.conversions.length,
    'models of engines': Object.keys(header.engineModels).length,
    ...Object.fromEntries([...tables, ...columns]),
  };
}

function renamed(next: DatasetHeader, current: DatasetHeader): string[] {
  return Object.entries(current.lookups).flatMap(([name, rows]) => {
    const names = next.lookups[name] ?? {};
    const ids = Object.keys(rows).filter((id) => names[id] !== undefined);
    const changed = ids.filter((id) => names[id] !== rows[id]);
    return changed.length > 1 && changed.length > ids.length * MOST_RENAMED
      ? [`${changed.length} of ${ids.length} names of ${name} changed, such as ${rows[changed[0] ?? '']}`]
      : [];
  });
}

/** Judged apart: none of these may change. */
const IDENTITY: readonly string[] = ['ModelYear', 'Make', 'Model'];
/** Names of models may be numbers, and codes of errors are. */
const NUMBERS: readonly string[] = ['Model', 'ErrorCode'];

/** Lists changed decodes: no identity may change; of codes and facts, which filings correct from month to month, a few may. */
function changedDecodes(
  next: Dataset,
  current: Dataset | undefined,
  nowMs: number,
  known: readonly KnownDecode[],
): string[] {
  const objections: string[] = [];
  const engine = createVinEngine(next);
  const before = current?.header.isWhole === true ? createVinEngine(current) : undefined;
  const named = next.header.elements.filter((one) => one.isLookupType && !NUMBERS.includes(one.code));
  const codes = { all: 0, changed: 0 };
  const stated = { all: 0, missing: [] as string[] };
  const facts = { all: 0, changed: [] as string[] };
  for (const [index, { vin, modelYear, year, make, model, ...more }] of known.entries()) {
    const options = { nowMs, ...(modelYear === undefined ? {} : { modelYear }) };
    const { fields, errorCodes } = engine.decode(vin, options);
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
    stated.all += more.states?.length ?? 0;
    stated.missing.push(...(more.states ?? []).filter((code) => fields[code] === undefined));
    const bare = named.find(({ code }) => /^\d+$/.test(fields[code] ?? ''));
    if (bare !== undefined) {
      objections.push(`${bare.code} of known decode ${index + 1} is the bare number ${fields[bare.code]}`);
    }
    const factsBefore = before?.decode(vin, options).fields ?? {};
    for (const [code, value] of Object.entries(factsBefore)) {
      if (IDENTITY.includes(code)) continue;
      facts.all++;
      if (fields[code] !== value) facts.changed.push(`${code} from ${value} to ${fields[code] ?? '-'}`);
    }
  }
  if (codes.changed > codes.all * LARGEST_LOSS) {
    objections.push(`the error codes of ${codes.changed} of ${codes.all} known decodes changed`);
  }
  if (stated.missing.length > stated.all * LARGEST_LOSS) {
    objections.push(
      `known decodes lack ${stated.missing.length} of ${stated.all} facts, such as ${stated.missing.slice(0, 3).join(', ')}`,
    );
  }
  if (facts.changed.length > facts.all * MOST_CHANGED) {
    objections.push(
      `${facts.changed.length} of ${facts.all} facts of known decodes changed, such as ${facts.changed.slice(0, 3).join(', ')}`,
    );
  }
  return objections;
}
