import { entryOf } from '../../lib/entry-of.ts';
import {
  type CanadaListed,
  type CanadaModels,
  type CanadaVehicle,
  keys,
  type PackedCanadaRecall,
  packBlock,
} from '../blocks.ts';
import { type CanadaRow, createCanadaReader } from '../formats/canada-row.ts';
import { createCsvSplitter } from '../formats/csv-rows.ts';
import { createBuckets, createLineBuckets } from './buckets.ts';
import { createBlockWriter, eachRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/** A recall is kept once with its texts, and under each make and year the recalls of every model. */
export const loadCanada: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const vehicles = createBuckets(loading.folder);
  const ofRecalls = createLineBuckets(loading.folder, 'recalls');
  const { write: writePacked, flush } = createBlockWriter(loading.put);
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  const numbers = new Set<string>();
  const makes = new Set<string>();
  let texts: Promise<void>[] = [];

  function use(row: CanadaRow): void {
    const { recallNumber, year, recalledOn, unitsAffected } = row;
    makes.add(row.make);
    const [make, model] = [bytesOf(row.make), bytesOf(row.model)];
    vehicles.add([make, model, year, recallNumber, recalledOn]);
    ofRecalls.add(recallNumber, [recallNumber, make, model, year, unitsAffected ?? '']);
    if (numbers.has(recallNumber)) return;
    numbers.add(recallNumber);
    const recall: PackedCanadaRecall = { recalledOn, ...row.texts() };
    texts.push(write(keys.recall(recallNumber), recall));
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
  let models = 0;
  for (const { make, year, models: found } of vehicles.read()) {
    loading.signal?.throwIfAborted();
    const recalls = [...found].map(([model, rows]): CanadaModels[number] => [
      ofBytes(model),
      recallsOf(rows),
    ]);
    models += found.size;
    await write(keys.models(ofBytes(make), year), recalls);
  }
  for (const rows of ofRecalls.buckets())
    for (const [recallNumber, about] of vehiclesByRecall(rows))
      await write(keys.recallVehicles(recallNumber), about);
  const facts = counts.finish(numbers.size, models);
  await write(keys.makes, [...makes].sort());
  await write(keys.numbers, [...numbers]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

/** Of the rows of a model, each recall once. */
function recallsOf(rows: readonly string[][]): CanadaListed[] {
  return [...new Map(rows.map(([, , , recallNumber = '', recalledOn = '']) => [recallNumber, recalledOn]))];
}

function vehiclesByRecall(rows: readonly string[][]): Map<string, CanadaVehicle[]> {
  const recalls = new Map<string, CanadaVehicle[]>();
  for (const [recallNumber = '', make = '', model = '', year, units = ''] of rows)
    entryOf(recalls, recallNumber, () => []).push([
      ofBytes(make),
      ofBytes(model),
      Number(year),
      units === '' ? null : Number(units),
    ]);
  return recalls;
}

/** Names as buckets hold them, and back. */
const bytesOf = (name: string) => Buffer.from(name).toString('latin1');
const ofBytes = (bytes: string) => Buffer.from(bytes, 'latin1').toString();
