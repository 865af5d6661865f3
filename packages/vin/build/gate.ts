import { createVinEngine, type Dataset, type DatasetHeader } from '@forecourt/vin';
import knownDecodes from '../data/known-decodes.json' with { type: 'json' };

/**
 * VINs with invented serials whose year, make and model do not change from month to month. Together they have every error
 * code, and every element that filings state.
 */
export interface KnownDecode {
  vin: string;
  modelYear?: number;
  year: string | null;
  make: string | null;
  model: string | null;
}

/** A dataset that loses this share of its rows is broken, not updated. */
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

/** Lists changed decodes: no identity may change; of facts and codes, which filings correct from month to month, a few may. */
function changedDecodes(
  next: Dataset,
  current: Dataset | undefined,
  nowMs: number,
  known: readonly KnownDecode[],
): string[] {
  const objections: string[] = [];
  const engine = createVinEngine(next);
  // A partial dataset knows fewer facts and gives fewer codes; that is no fault of an update.
  const areWhole = next.header.isWhole && current?.header.isWhole === true;
  const before = areWhole ? createVinEngine(current) : undefined;
  const named = next.header.elements.filter((one) => one.isLookupType && !NUMBERS.includes(one.code));
  const changed: string[] = [];
  let facts = 0;
  for (const [index, { vin, modelYear, year, make, model }] of known.entries()) {
    const options = { nowMs, ...(modelYear === undefined ? {} : { modelYear }) };
    const { fields } = engine.decode(vin, options);
    const expected = `${year ?? '-'} ${make ?? '-'} ${model ?? '-'}`;
    const actual = `${fields.ModelYear ?? '-'} ${fields.Make ?? '-'} ${fields.Model ?? '-'}`;
    if (actual !== expected) {
      objections.push(`known decode ${index + 1} changed from ${expected} to ${actual}`);
    }
    const bare = named.find(({ code }) => /^\d+$/.test(fields[code] ?? ''));
    if (bare !== undefined) {
      objections.push(`${bare.code} of known decode ${index + 1} is the bare number ${fields[bare.code]}`);
    }
    for (const [code, value] of Object.entries(before?.decode(vin, options).fields ?? {})) {
      if (IDENTITY.includes(code)) continue;
      facts++;
      if (fields[code] !== value) changed.push(`${code} from ${value} to ${fields[code] ?? '-'}`);
    }
  }
  if (changed.length > facts * MOST_CHANGED) {
    const examples = changed.slice(0, 3).join(', ');
    objections.push(`${changed.length} of ${facts} facts of known decodes changed, such as ${examples}`);
  }
  return objections;
}
