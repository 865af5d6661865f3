import { entryOf } from '../../lib/entry-of.ts';
import { keys, type PackedCanadaRecall, packBlock } from '../blocks.ts';
import { type CanadaRow, createCanadaReader } from '../formats/canada-row.ts';
import { createCsvSplitter } from '../formats/csv-rows.ts';
import { createBlockWriter, eachRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/** A recall is kept once with its texts, and under each make and year the recalls of every model. */
export const loadCanada: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const recalls = new Map<string, PackedCanadaRecall>();
  const models = new Map<string, Map<string, Map<string, string>>>();
  const makes = new Set<string>();
  let vehicles = 0;
  const newModel = () => {
    vehicles += 1;
    return new Map<string, string>();
  };

  function use(row: CanadaRow): void {
    const { recallNumber, make, model, year, recalledOn, unitsAffected } = row;
    const recall = entryOf(recalls, recallNumber, () => ({ recalledOn, ...row.texts(), vehicles: [] }));
    recall.vehicles.push([make, model, year, unitsAffected]);
    makes.add(make);
    const ofMake = entryOf(models, keys.models(make, year), () => new Map<string, Map<string, string>>());
    const ofModel = entryOf(ofMake, model, newModel);
    ofModel.set(recallNumber, recalledOn);
  }

  let read: ReturnType<typeof createCanadaReader> = () => null;
  await eachRow(loading, createCsvSplitter(), counts, {
    leastColumns: 1,
    header(names) {
      read = createCanadaReader(names);
    },
    read: (fields) => read(fields),
    use,
  });
  const facts = counts.finish(recalls.size, vehicles);
  const { write: writePacked, flush } = createBlockWriter(loading.put);
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  for (const [recallNumber, recall] of recalls) await write(keys.recall(recallNumber), recall);
  for (const [key, ofMake] of models)
    await write(key, Object.fromEntries([...ofMake].map(([model, of]) => [model, [...of]])));
  await write(keys.makes, [...makes].sort());
  await write(keys.numbers, [...recalls.keys()]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};
