import { entryOf } from '../../lib/entry-of.ts';
import { type ComplaintCounts, keys, type PackedComplaint } from '../blocks.ts';
import { type ComplaintRow, LEAST_COMPLAINT_COLUMNS, readComplaintRow } from '../formats/complaint-row.ts';
import { textOfBytes } from '../formats/fields.ts';
import { createBuckets } from './buckets.ts';
import { createBlockWriter, eachTabRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/**
 * The file has its complaints in the order of their arrival. They are sorted into buckets on disk by model and year, so that
 * those of one car end up in one block and no more than a bucket is in memory.
 */
export const loadComplaints: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const buckets = createBuckets(loading.folder);
  await eachTabRow(loading, counts, {
    leastColumns: LEAST_COMPLAINT_COLUMNS,
    read: readComplaintRow,
    use: (row) => buckets.add(vehicleOf(row), lineOf(row)),
  });

  const { write, flush } = createBlockWriter(loading.put);
  const models = new Map<number, Map<string, Map<string, ComplaintCounts>>>();
  let [records, vehicles] = [0, 0];
  for (const lines of buckets.read()) {
    loading.signal?.throwIfAborted();
    for (const [vehicle, ofVehicle] of groupByVehicle(lines)) {
      const complaints = joinComponents(ofVehicle);
      const [make = '', model = '', yearText = ''] = vehicle.split('\t');
      const year = Number(yearText);
      await write(keys.complaints(make, model, year), complaints);
      records += complaints.length;
      vehicles += 1;
      const ofYear = entryOf(models, year, () => new Map<string, Map<string, ComplaintCounts>>());
      entryOf(ofYear, make, () => new Map<string, ComplaintCounts>()).set(model, {
        complaints: complaints.length,
        severe: complaints.filter(isSevere).length,
      });
    }
  }
  const facts = counts.finish(records, vehicles);
  for (const [year, ofYear] of models) {
    const makes = [...ofYear].map(([make, ofMake]) => [make, Object.fromEntries(ofMake)] as const);
    for (const [make, ofMake] of makes) await write(keys.models(make, year), ofMake);
    await write(keys.year(year), Object.fromEntries(makes));
  }
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

const vehicleOf = ({ make, model, year }: ComplaintRow) => `${make}\t${model}\t${year}`;

/** In a bucket; no field holds a tab, because the file separates them by tabs. */
function lineOf(row: ComplaintRow): string {
  return [
    row.make,
    row.model,
    row.year,
    row.odiNumber,
    row.filedOn ?? '',
    row.incidentOn ?? '',
    row.component,
    row.crash ? 1 : 0,
    row.fire ? 1 : 0,
    row.injuries,
    row.deaths,
    row.vin,
    row.summary,
  ].join('\t');
}

function groupByVehicle(lines: readonly string[]): Map<string, string[][]> {
  const groups = new Map<string, string[][]>();
  for (const line of lines) {
    const fields = line.split('\t');
    entryOf(groups, `${fields[0]}\t${fields[1]}\t${fields[2]}`, () => []).push(fields);
  }
  return groups;
}

/** One complaint for all rows of its number, with their components as the answers by vehicle join them. */
function joinComponents(rows: readonly string[][]): PackedComplaint[] {
  const byNumber = new Map<number, PackedComplaint>();
  for (const fields of rows) {
    const [
      ,
      ,
      ,
      odi,
      filedOn,
      incidentOn,
      component = '',
      crash,
      fire,
      injuries,
      deaths,
      vin = '',
      summary = '',
    ] = fields;
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
    const text = textOfBytes(summary);
    if (text.length > known[9].length) known[9] = text;
  }
  return [...byNumber.values()].sort((a, b) => a[0] - b[0]);
}

function isSevere([, , , , crash, fire, injuries, deaths]: PackedComplaint): boolean {
  return crash + fire + injuries + deaths > 0;
}
