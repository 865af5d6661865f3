import { countEach } from '../../lib/count.ts';
import { getOrInsert } from '../../lib/on-demand.ts';
import { type ComplaintModels, type ComplaintYear, keys } from '../blocks.ts';
import { type PackedComplaint, packComplaints, textsDigestOf } from '../complaint-blocks.ts';
import { countOf, createTabSplitter, flagOf, isoDayOf, modelYearOf, textOfBytes } from '../formats/rows.ts';
import { type BucketRow, createBuckets } from './buckets.ts';
import { createBlockWriter, createRowCounts, eachRow, type LoadFile } from './loading.ts';

const LEAST_COMPLAINT_COLUMNS = 49;

const column = {
  odiNumber: 1,
  make: 3,
  model: 4,
  year: 5,
  crash: 6,
  failedOn: 7,
  fire: 8,
  injured: 9,
  deaths: 10,
  component: 11,
  vin: 14,
  addedOn: 15,
  filedOn: 16,
  summary: 19,
  productType: 45,
};

/**
 * Reads one row into the fields that a bucket holds; a text says why it cannot be used, and null that it is about no
 * vehicle of a year. One complaint has a row for each of its components.
 */
function readComplaintRow(row: readonly string[]): BucketRow | string | null {
  const text = (at: number) => row[at]?.trim() ?? '';
  const productType = text(column.productType);
  if (productType !== '' && productType !== 'V') return null;
  const year = modelYearOf(text(column.year));
  if (year === undefined) return 'its model year is no year';
  const odiNumber = countOf(text(column.odiNumber));
  if (odiNumber === undefined || odiNumber === 0) return 'it has no complaint number';
  const [make, model] = [text(column.make).toUpperCase(), text(column.model).toUpperCase()];
  if (make === '' || model === '') return 'it names no make or model';
  const filedOn = isoDayOf(text(column.filedOn) || text(column.addedOn));
  if (filedOn === undefined || filedOn === null) return 'the day of its filing is no date';
  const incidentOn = isoDayOf(text(column.failedOn));
  if (incidentOn === undefined) return 'the day of its incident is no date';
  const [crash, fire] = [flagOf(text(column.crash)), flagOf(text(column.fire))];
  if (crash === undefined || fire === undefined) return 'crash or fire is neither yes nor no';
  const [injuries, deaths] = [countOf(text(column.injured)), countOf(text(column.deaths))];
  if (injuries === undefined || deaths === undefined) return 'injured or dead is no number';
  if (year === null) return null;
  // "ENGINE AND ENGINE COOLING:ENGINE": the answers by vehicle name the first alone.
  const component = text(column.component).split(':', 1)[0]?.trim() ?? '';
  const days = [filedOn, incidentOn ?? ''] as const;
  const flags = [crash ? 1 : 0, fire ? 1 : 0] as const;
  // The summary stays bytes, which are decoded later.
  const [vin, summary] = [text(column.vin), text(column.summary)];
  return [make, model, year, odiNumber, ...days, component, ...flags, injuries, deaths, vin, summary];
}

/** The number from which on the complaints of a model have a block of their own. */
const MANY = 25;

/** Puts the complaints of one car into one block; the file has them in the order of their arrival. */
export const loadComplaints: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const buckets = createBuckets(loading.folder);
  await eachRow(loading, createTabSplitter(), counts, {
    leastColumns: LEAST_COMPLAINT_COLUMNS,
    read: readComplaintRow,
    use: buckets.add,
  });

  const { write, writePacked, flush } = createBlockWriter(loading.put);
  async function writeComplaints(key: string, models: Record<string, PackedComplaint[]>): Promise<void> {
    const { head, texts } = packComplaints(models);
    await writePacked(key, head);
    await writePacked(keys.complaintTexts(key, textsDigestOf(head)), texts);
  }
  const years = new Map<number, ComplaintYear>();
  let [records, vehicles] = [0, 0];
  for (const { make, year, models } of buckets.read()) {
    loading.signal?.throwIfAborted();
    const counted: ComplaintModels = [];
    const few: Record<string, PackedComplaint[]> = {};
    for (const [model, rows] of models) {
      const complaints = joinComponents(rows);
      const severe = complaints.filter(isSevere).length;
      counted.push([model, { complaints: complaints.length, severe, vin: usualVin(complaints) }]);
      if (complaints.length >= MANY)
        await writeComplaints(keys.complaints(make, model, year), { [model]: complaints });
      else few[model] = complaints;
      records += complaints.length;
      vehicles += 1;
    }
    await writeComplaints(keys.fewComplaints(make, year), few);
    await write(keys.models(make, year), counted);
    getOrInsert(years, year, (): ComplaintYear => []).push([make, counted]);
  }
  const facts = counts.finish(records, vehicles);
  for (const [year, ofYear] of years) await write(keys.year(year), ofYear);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

/** The place behind make, model and year. */
const ODI_NUMBER = 3;

/** Makes one complaint of all rows of its number, with their components as the answers by vehicle join them. */
function joinComponents(rows: readonly string[][]): PackedComplaint[] {
  const byNumber = new Map<number, PackedComplaint>();
  for (const fields of rows) {
    const [odi, filedOn, incidentOn, component = '', crash, fire, ...more] = fields.slice(ODI_NUMBER);
    const [injuries, deaths, vin = '', summary = ''] = more;
    const known = byNumber.get(Number(odi));
    if (known === undefined) {
      byNumber.set(Number(odi), [
        Number(odi),
        filedOn || null,
        incidentOn || null,
        component,
        crash === '1' ? 1 : 0,
        fire === '1' ? 1 : 0,
        Number(injuries),
        Number(deaths),
        vin,
        textOfBytes(summary),
      ]);
      continue;
    }
    if (component !== '' && !known[3].split(/,(?!\s)/).includes(component))
      known[3] = known[3] === '' ? component : `${known[3]},${component}`;
    if (crash === '1') known[4] = 1;
    if (fire === '1') known[5] = 1;
    known[6] = Math.max(known[6], Number(injuries));
    known[7] = Math.max(known[7], Number(deaths));
    // The narrative is repeated, in some rows cut short.
    if (summary.length > known[9].length) {
      const text = textOfBytes(summary);
      if (text.length > known[9].length) known[9] = text;
    }
  }
  return [...byNumber.values()].sort((a, b) => a[0] - b[0]);
}

function isSevere([, , , , crash, fire, injuries, deaths]: PackedComplaint): boolean {
  return crash + fire + injuries + deaths > 0;
}

const LEAST_OF_VIN = 10;

function usualVin(complaints: readonly PackedComplaint[]): string {
  const counts = countEach(complaints.map(({ 8: vin }) => vin).filter((vin) => vin.length >= LEAST_OF_VIN));
  let [usual, most] = ['', 0];
  for (const [vin, count] of counts) if (count > most) [usual, most] = [vin, count];
  return usual;
}
