import { getOrInsert } from '../../lib/on-demand.ts';
import {
  type CanadaListed,
  type CanadaModels,
  type CanadaTexts,
  type CanadaVehicle,
  keys,
  type PackedCanadaRecall,
} from '../blocks.ts';
import { countOf, createCsvSplitter, isoDayOf, textOfBytes } from '../formats/rows.ts';
import { createBuckets, createLineBuckets } from './buckets.ts';
import { createBlockWriter, createRowCounts, eachRow, type LoadFile } from './loading.ts';

const names = [
  'RECALL_NUMBER_NUM',
  'YEAR',
  'MANUFACTURER_RECALL_NO_TXT',
  'CATEGORY_ETXT',
  'MAKE_NAME_NM',
  'MODEL_NAME_NM',
  'UNIT_AFFECTED_NBR',
  'SYSTEM_TYPE_ETXT',
  'NOTIFICATION_TYPE_ETXT',
  'COMMENT_ETXT',
  'COMMENT_FTXT',
  'RECALL_DATE_DTE',
] as const;

type Name = (typeof names)[number];

class UnknownColumnsError extends Error {
  override readonly name = 'UnknownColumnsError';
}

/**
 * Reads rows by the names of the first one; unknown columns pass. There is one for each recall, make, model and year,
 * with the texts repeated.
 */
function createCanadaReader(header: readonly string[]) {
  const places = new Map(header.map((name, place) => [name.toUpperCase(), place]));
  const missing = names.filter((name) => !places.has(name));
  if (missing.length > 0)
    throw new UnknownColumnsError(`The file of Transport Canada has no column ${missing.join(', ')}.`);

  return (row: readonly string[]) => {
    const bytes = (name: Name) => row[places.get(name) ?? -1] ?? '';
    const text = (name: Name) => textOfBytes(bytes(name));
    const recallNumber = bytes('RECALL_NUMBER_NUM').replace(/[,\s]|\.0+$/g, '');
    if (!/^\d{4,10}$/.test(recallNumber)) return 'it has no recall number';
    const yearText = bytes('YEAR').replace(/[,\s]|\.0+$/g, '');
    const recalledOn = isoDayOf(bytes('RECALL_DATE_DTE'));
    if (recalledOn === undefined || recalledOn === null) return 'the day of its recall is no date';
    const units = countOf(bytes('UNIT_AFFECTED_NBR'));
    if (units === undefined) return 'the number of vehicles is no number';
    const name = (column: Name) => text(column).replace(/\s+/g, ' ').toUpperCase();
    const [make, model] = [name('MAKE_NAME_NM'), name('MODEL_NAME_NM')];
    // Rows of equipment need state neither make nor year.
    if (!/^(?:19|20)\d\d$/.test(yearText) || make === '') return null;
    return {
      recallNumber,
      make,
      model,
      year: Number(yearText),
      recalledOn,
      unitsAffected: units || null,
      texts: (): CanadaTexts => ({
        manufacturerNumber: text('MANUFACTURER_RECALL_NO_TXT'),
        system: text('SYSTEM_TYPE_ETXT'),
        notification: text('NOTIFICATION_TYPE_ETXT'),
        category: text('CATEGORY_ETXT'),
        comment: text('COMMENT_ETXT'),
        commentInFrench: text('COMMENT_FTXT'),
      }),
    };
  };
}

/** Keeps a recall once with its texts, and under each make and year the recalls of every model. */
export const loadCanada: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const vehicles = createBuckets(loading.folder);
  const ofRecalls = createLineBuckets(loading.folder, 'recalls');
  const { write, begin, afterPiece, flush } = createBlockWriter(loading.put);
  const numbers = new Set<string>();
  const makes = new Set<string>();

  let read: ReturnType<typeof createCanadaReader> = () => null;
  await eachRow(loading, createCsvSplitter(), counts, {
    leastColumns: 1,
    header(names) {
      read = createCanadaReader(names);
    },
    read: (fields) => read(fields),
    use(row) {
      const { recallNumber, year, recalledOn, unitsAffected } = row;
      makes.add(row.make);
      const [make, model] = [bytesOf(row.make), bytesOf(row.model)];
      vehicles.add([make, model, year, recallNumber, recalledOn]);
      ofRecalls.add(recallNumber, [recallNumber, make, model, year, unitsAffected ?? '']);
      if (numbers.has(recallNumber)) return;
      numbers.add(recallNumber);
      const recall: PackedCanadaRecall = { recalledOn, ...row.texts() };
      begin(keys.recall(recallNumber), recall);
    },
    afterPiece,
  });
  let models = 0;
  for (const { make, year, models: found } of vehicles.read()) {
    loading.signal?.throwIfAborted();
    const recalls: CanadaModels = [...found].map(([model, rows]) => [ofBytes(model), recallsOf(rows)]);
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

/** Lists each recall of the rows of a model once. */
function recallsOf(rows: readonly string[][]): CanadaListed[] {
  return [...new Map(rows.map(([, , , recallNumber = '', recalledOn = '']) => [recallNumber, recalledOn]))];
}

function vehiclesByRecall(rows: readonly string[][]): Map<string, CanadaVehicle[]> {
  const recalls = new Map<string, CanadaVehicle[]>();
  for (const [recallNumber = '', make = '', model = '', year, units = ''] of rows)
    getOrInsert(recalls, recallNumber, () => []).push([
      ofBytes(make),
      ofBytes(model),
      Number(year),
      units === '' ? null : Number(units),
    ]);
  return recalls;
}

/** Brings names into the form that buckets hold, and back. */
const bytesOf = (name: string) => Buffer.from(name).toString('latin1');
const ofBytes = (bytes: string) => Buffer.from(bytes, 'latin1').toString();
