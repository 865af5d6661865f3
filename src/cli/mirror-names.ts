import { entryOf } from '../lib/entry-of.ts';
import { sum } from '../lib/sum.ts';
import { type FiledName, filedNames } from '../mirror/read/filed-names.ts';
import { coverageOf, nameKey } from '../names/coverage.ts';
import { datasetPlace, loadDataset } from '../sources/vpic/dataset-file.ts';
import type { MirrorStore } from '../storage/mirror-store.ts';

interface NameReport {
  /** Makes, models and years of the copy. */
  names: number;
  inDoubt: number;
  complaints: Shares;
  recalls: Shares;
  /** Those for which no car asks that can be decoded; those with the most filed under them first. */
  unreached: FiledName[];
}

/** What is filed: all of it, and what is filed under names that no car asks for. */
interface Shares {
  all: number;
  unreached: number;
}

/** Holds every car that the decoder's data can name against every name of our copy. */
export async function unreachedNames(
  store: MirrorStore,
  {
    firstYear,
    lastYear,
    make: only,
    vinData,
  }: { firstYear: number; lastYear: number; make?: string | undefined; vinData: string | undefined },
): Promise<NameReport> {
  const filed = (await filedNames(store)).filter(
    ({ make, year }) => year >= firstYear && year <= lastYear && (only === undefined || make === only),
  );
  const listed = new Map<string, Map<number, string[]>>();
  for (const { make, model, year } of filed) {
    const years = entryOf(listed, make, () => new Map<number, string[]>());
    entryOf(years, year, () => []).push(model);
  }
  const dataset = loadDataset(datasetPlace(vinData).current());
  const { reached, inDoubt } = coverageOf(dataset, listed, { firstYear, lastYear });
  const unreached = filed
    .filter(({ make, model, year }) => !reached.has(nameKey(make, model, year)))
    .sort((a, b) => filedUnder(b) - filedUnder(a));
  const sharesOf = (kind: 'complaints' | 'recalls') => ({
    all: sumOf(filed, kind),
    unreached: sumOf(unreached, kind),
  });
  return {
    names: filed.length,
    inDoubt: inDoubt.size,
    complaints: sharesOf('complaints'),
    recalls: sharesOf('recalls'),
    unreached,
  };
}

const filedUnder = ({ complaints, recalls }: Pick<FiledName, 'complaints' | 'recalls'>) =>
  complaints + recalls;
const sumOf = (names: readonly FiledName[], kind: 'complaints' | 'recalls') =>
  sum(names.map((name) => name[kind]));

interface UnreachedModel {
  make: string;
  model: string;
  complaints: number;
  recalls: number;
  /** Such as "1992 to 2000, 2010". */
  years: string;
}

/** One for all years of a make and model: a rule that is missing is missing in many years. */
export function byModel(names: readonly FiledName[]): UnreachedModel[] {
  const models = new Map<string, FiledName[]>();
  for (const name of names) entryOf(models, `${name.make} ${name.model}`, () => []).push(name);
  return [...models.values()]
    .flatMap((years) => {
      const [first] = years;
      if (first === undefined) return [];
      const { make, model } = first;
      return {
        make,
        model,
        complaints: sumOf(years, 'complaints'),
        recalls: sumOf(years, 'recalls'),
        years: spansOf(years.map(({ year }) => year)),
      };
    })
    .sort((a, b) => filedUnder(b) - filedUnder(a));
}

function spansOf(years: readonly number[]): string {
  const spans: { first: number; last: number }[] = [];
  for (const year of years.toSorted((a, b) => a - b)) {
    const open = spans.at(-1);
    if (open?.last === year - 1) open.last = year;
    else spans.push({ first: year, last: year });
  }
  return spans.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(', ');
}
