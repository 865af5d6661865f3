import { type FiledName, filedNames } from '../mirror/read/filed-names.ts';
import { coverageOf, decodableVehicles, nameKey } from '../names/coverage.ts';
import type { Wanted } from '../names/possible-vins.ts';
import { loadDataset } from '../sources/vpic/dataset/dataset-file.ts';
import { datasetPlace } from '../sources/vpic/dataset/dataset-place.ts';
import type { MirrorStore } from '../storage/mirror-store.ts';

interface NameReport {
  /** Makes, models and years of the copy. */
  names: number;
  inDoubt: number;
  /** Those for which no car asks that can be decoded; those with the most filed under them first. */
  unreached: FiledName[];
}

/** Holds every car that the decoder's data can name against every name of our copy. */
export async function unreachedNames(
  store: MirrorStore,
  { vinData, ...wanted }: Wanted & { vinData: string | undefined },
): Promise<NameReport> {
  const { firstYear, lastYear } = wanted;
  const filed = (await filedNames(store)).filter(
    ({ make, year }) =>
      year >= firstYear && year <= lastYear && (wanted.make === undefined || make === wanted.make),
  );
  const listed = new Map<string, Map<number, string[]>>();
  for (const { make, model, year } of filed) {
    const years = listed.get(make) ?? new Map<number, string[]>();
    listed.set(make, years.set(year, [...(years.get(year) ?? []), model]));
  }
  const vehicles = decodableVehicles(loadDataset(datasetPlace(vinData).current()), wanted);
  const { reached, inDoubt } = coverageOf(vehicles, listed);
  return {
    names: filed.length,
    inDoubt: inDoubt.size,
    unreached: filed
      .filter(({ make, model, year }) => !reached.has(nameKey(make, model, year)))
      .sort((a, b) => b.complaints + b.recalls - a.complaints - a.recalls),
  };
}
