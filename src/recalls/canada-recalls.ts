import { filingNames } from '../names/resolve-make-names.ts';
import { type NamedVehicle, resolveModelNames } from '../names/resolve-model-names.ts';
import { spellingKey, wordsOf } from '../names/spelling.ts';
import type { CanadaDetailsRow, CanadaListRow } from '../sources/transport-canada/records.ts';
import { warningsOf } from '../sources/warnings.ts';
import type { CanadaRecall } from './recall-schemas.ts';

export interface ListedRecall {
  recallNumber: string;
  recalledOn: string;
  /** The rows of the list that stand for the car. */
  rows: CanadaListRow[];
  /** Found only under names of versions that the car may or may not be. */
  inDoubt: boolean;
  /** When a reading of the list first lacked it. */
  missingSince: string | null;
}

export interface MatchedList {
  /** Newest first. */
  recalls: ListedRecall[];
  matchedModels: string[];
  inDoubt: string[];
  keptApart: string[];
}

const nameOf = (row: { make: string; model: string }) => `${row.make} ${row.model}`.toUpperCase();

/** The search goes by part of a name and is blind to hyphens in no documented way: one long word finds every spelling. */
export function makeSearchWords(vehicle: NamedVehicle): string[] {
  const words = filingNames(vehicle).map(({ make }) =>
    wordsOf(make).reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Picks the rows of the car out of all recalls of its make and model year. */
export function matchCanadaList(
  vehicle: NamedVehicle,
  rows: readonly (CanadaListRow & { missingSince?: string | null })[],
): MatchedList {
  const matchedNames = new Set<string>();
  const doubtfulNames = new Set<string>();
  const keptApart = new Set<string>();
  for (const { make, model } of filingNames(vehicle)) {
    const ofMake = rows.filter((row) => spellingKey(row.make) === spellingKey(make));
    const listed = ofMake.map((row) => row.model);
    const names = resolveModelNames({ ...vehicle, make, model }, listed);
    const isIn = (some: readonly string[], row: CanadaListRow) =>
      some.some((name) => spellingKey(name) === spellingKey(row.model));
    for (const row of ofMake) {
      if (isIn(names.matched, row)) matchedNames.add(nameOf(row));
      else if (isIn(names.inDoubt, row)) doubtfulNames.add(nameOf(row));
      else if (isIn(names.keptApart, row)) keptApart.add(nameOf(row));
    }
  }
  const byNumber = new Map<string, ListedRecall>();
  for (const row of rows) {
    if (row.year !== vehicle.year || !(matchedNames.has(nameOf(row)) || doubtfulNames.has(nameOf(row))))
      continue;
    const inDoubt = !matchedNames.has(nameOf(row));
    const { recallNumber, recalledOn } = row;
    const seen = byNumber.get(recallNumber);
    if (seen) {
      seen.rows.push(row);
      seen.inDoubt &&= inDoubt;
      seen.missingSince = row.missingSince ? seen.missingSince : null;
    } else
      byNumber.set(recallNumber, {
        recallNumber,
        recalledOn,
        rows: [row],
        inDoubt,
        missingSince: row.missingSince ?? null,
      });
  }
  const recalls = [...byNumber.values()].sort(
    (a, b) => b.recalledOn.localeCompare(a.recalledOn) || b.recallNumber.localeCompare(a.recallNumber),
  );
  return {
    recalls,
    matchedModels: [...matchedNames, ...doubtfulNames],
    inDoubt: [...doubtfulNames],
    keptApart: [...keptApart],
  };
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** The part is not a field of its own; newer texts name it in the first words behind "Issue". */
function componentOf(comment: string): string | null {
  const named = /\bthe ([a-z][a-z -]{2,40}?) (?:may|might|could|can|does|do|did|was|were|is|are)\b/i.exec(
    comment,
  );
  return named?.[1]?.trim().toLowerCase() ?? null;
}

/** Joins the rows of one recall, one per make, model and year with the same text, into one entry. */
export function toCanadaRecall(listed: ListedRecall, details: readonly CanadaDetailsRow[]): CanadaRecall {
  const first = details[0];
  const years = details.map((row) => Number(row.DATE_YEAR_CD)).filter((year) => year > 1900 && year < 2200);
  const units = details.flatMap((row) => row.UNIT_AFFECTED_NBR ?? []);
  const summary = first?.COMMENT_ETXT.replace(/\r\n?/g, '\n').trim() || null;
  const worded = warningsOf([first?.COMMENT_ETXT ?? null, first?.COMMENT_FTXT ?? null]);
  return {
    recallNumber: listed.recallNumber,
    manufacturerRecallNumber: first?.MANUFACTURER_RECALL_NO_TXT || null,
    component: summary && componentOf(summary),
    system: first?.SYSTEM_TYPE_ETXT || null,
    summary,
    unitsAffected: units.length > 0 ? Math.max(...units) : null,
    parkIt: worded.parkIt || null,
    parkOutside: worded.parkOutside || null,
    stopSale: worded.stopSale || null,
    warningText: worded.text,
    inDoubt: false,
    missingSince: null,
    recalledOn: first?.RECALL_DATE_DTE ?? listed.recalledOn,
    makes: distinct(first ? details.map((row) => row.MAKE_NAME_NM) : listed.rows.map((row) => row.make)),
    models: distinct(first ? details.map((row) => row.MODEL_NAME_NM) : listed.rows.map((row) => row.model)),
    years: distinct(years.length > 0 ? years : listed.rows.map((row) => row.year)).sort((a, b) => a - b),
    url: `https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/detail.aspx?lang=eng&rn=${listed.recallNumber}`,
  };
}
