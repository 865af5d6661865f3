import { entryOf } from '../../lib/entry-of.ts';
import { type CanadaVehicle, keys, type PackedCanadaRecall, packBlock } from '../blocks.ts';
import { type CanadaRow, createCanadaReader } from '../formats/canada-row.ts';
import { createCsvSplitter } from '../formats/csv-rows.ts';
import { createBlockWriter, eachRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/** A recall is kept once with its texts, and under each make and year the recalls of every model. */
export const loadCanada: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const { write: writePacked, flush } = createBlockWriter(loading.put);
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  const recalls = new Map<string, CanadaVehicle[]>();
  const models = new Map<string, Map<string, Map<string, string>>>();
  const names = new Map<string, string>();
  const makes = new Set<string>();
  let texts: Promise<void>[] = [];
  let vehicles = 0;
  const newModel = () => {
    vehicles += 1;
    return new Map<string, string>();
  };
  /** The same text for the same name: thousands of rows repeat it. */
  const once = (name: string) => entryOf(names, name, () => name);

  function use(row: CanadaRow): void {
    const { year, recalledOn, unitsAffected } = row;
    const [recallNumber, make, model] = [once(row.recallNumber), once(row.make), once(row.model)];
    const ofRecall = entryOf(recalls, recallNumber, () => {
      const recall: PackedCanadaRecall = { recalledOn, ...row.texts() };
      texts.push(write(keys.recall(recallNumber), recall));
      return [];
    });
    ofRecall.push([make, model, year, unitsAffected]);
    makes.add(make);
    const ofMake = entryOf(models, keys.models(make, year), () => new Map<string, Map<string, string>>());
    entryOf(ofMake, model, newModel).set(recallNumber, recalledOn);
  }

  let read: ReturnType<typeof createCanadaReader> = () => null;
  await eachRow(loading, createCsvSplitter(), counts, {
    leastColumns: 1,
    header(names) {
      read = createCanadaReader(names);
    },
    read: (fields) => read(fields),
    use,
    async afterPiece() {
      await Promise.all(texts);
      texts = [];
    },
  });
  const facts = counts.finish(recalls.size, vehicles);
  for (const [recallNumber, ofRecall] of recalls) await write(keys.recallVehicles(recallNumber), ofRecall);
  for (const [key, ofMake] of models)
    await write(key, Object.fromEntries([...ofMake].map(([model, of]) => [model, [...of]])));
  await write(keys.makes, [...makes].sort());
  await write(keys.numbers, [...recalls.keys()]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};
