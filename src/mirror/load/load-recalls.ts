import { getOrInsert } from '../../lib/on-demand.ts';
import { type WordedWarnings, warningsOf } from '../../sources/warnings.ts';
import { keys, type ModelRecall, type RecallModels } from '../blocks.ts';
import { countOf, createTabSplitter, flagOf, isoDayOf, modelYearOf, textOfBytes } from '../formats/rows.ts';
import { createBuckets } from './buckets.ts';
import { createBlockWriter, createRowCounts, eachRow, type LoadFile } from './loading.ts';

export interface RecallTexts {
  manufacturer: string;
  manufacturerNumber: string;
  unitsAffected: number | null;
  ownersToldOn: string | null;
  reportedOn: string;
  summary: string;
  consequence: string;
  remedy: string;
  notes: string;
  doNotDrive: boolean | null;
  parkOutside: boolean | null;
  /** The warnings, read once for all cars of the campaign: that takes longer than all else in an answer. */
  worded: WordedWarnings;
}

/** The number of columns before the two of warnings were added. */
const LEAST_RECALL_COLUMNS = 27;

const column = {
  campaign: 1,
  make: 2,
  model: 3,
  year: 4,
  manufacturerNumber: 5,
  component: 6,
  producedFrom: 8,
  producedTo: 9,
  units: 11,
  ownersToldOn: 12,
  manufacturer: 14,
  reportedOn: 15,
  addedOn: 16,
  summary: 19,
  consequence: 20,
  remedy: 21,
  notes: 22,
  doNotDrive: 27,
  parkOutside: 28,
};

/**
 * Reads one row, of which there is one for each campaign, make, model, year and component; a text says why it cannot be
 * used, and null that it is about no vehicle of a year.
 */
function readRecallRow(row: readonly string[]) {
  const bytes = (at: number) => row[at]?.trim() ?? '';
  const text = (at: number) => textOfBytes(bytes(at));
  const campaign = bytes(column.campaign).toUpperCase();
  // Most are 14V001000, some 21V00M000.
  if (!/^\d{2}[A-Z][\dA-Z]{3,9}$/.test(campaign)) return 'it has no campaign number';
  const year = modelYearOf(bytes(column.year));
  if (year === undefined) return 'its model year is no year';
  const [make, model] = [bytes(column.make).toUpperCase(), bytes(column.model).toUpperCase()];
  if (make === '' || model === '') return 'it names no make or model';
  const reportedOn = isoDayOf(bytes(column.reportedOn) || bytes(column.addedOn));
  if (reportedOn === undefined || reportedOn === null) return 'the day of its report is no date';
  const unitsAffected = countOf(bytes(column.units));
  if (unitsAffected === undefined) return 'the number of vehicles is no number';
  const doNotDrive = flagOf(bytes(column.doNotDrive));
  const parkOutside = flagOf(bytes(column.parkOutside));
  if (doNotDrive === undefined || parkOutside === undefined) return 'a warning is neither yes nor no';
  if (year === null) return null;
  return {
    // The files leave the last three zeros out in some years.
    campaign: campaign.length === 6 ? `${campaign}000` : campaign,
    make,
    model,
    year,
    component: text(column.component),
    producedFrom: isoDayOf(bytes(column.producedFrom)) ?? null,
    producedTo: isoDayOf(bytes(column.producedTo)) ?? null,
    /** Reads the texts, which every row of a campaign repeats, so that they are wanted once. */
    texts: (): RecallTexts => {
      const [summary, consequence] = [text(column.summary), text(column.consequence)];
      const [remedy, notes] = [text(column.remedy), text(column.notes)];
      return {
        manufacturer: text(column.manufacturer),
        manufacturerNumber: text(column.manufacturerNumber),
        unitsAffected: unitsAffected || null,
        ownersToldOn: isoDayOf(bytes(column.ownersToldOn)) ?? null,
        reportedOn,
        summary,
        consequence,
        remedy,
        notes,
        doNotDrive,
        parkOutside,
        worded: warningsOf([summary, consequence, remedy, notes]),
      };
    },
  };
}

/** Keeps a campaign once with its texts, and under each make and year the campaigns of every model. */
export const loadRecalls: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const buckets = createBuckets(loading.folder);
  const { write, begin, afterPiece, flush } = createBlockWriter(loading.put);
  const campaigns = new Set<string>();
  await eachRow(loading, createTabSplitter(), counts, {
    leastColumns: LEAST_RECALL_COLUMNS,
    read: readRecallRow,
    use(row) {
      const { campaign, make, model, year, component, producedFrom, producedTo } = row;
      buckets.add([make, model, year, campaign, component, producedFrom ?? '', producedTo ?? '']);
      if (campaigns.has(campaign)) return;
      campaigns.add(campaign);
      begin(keys.recall(campaign), row.texts());
    },
    afterPiece,
  });
  let vehicles = 0;
  for (const { make, year, models } of buckets.read()) {
    loading.signal?.throwIfAborted();
    const recalls = [...models].map(([model, rows]): RecallModels[number] => [model, joinRows(rows)]);
    vehicles += models.size;
    await write(keys.models(make, year), recalls);
  }
  const facts = counts.finish(campaigns.size, vehicles);
  await write(keys.numbers, [...campaigns]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

/** Makes one recall of all rows of its campaign, which has one for every component and plant. */
function joinRows(rows: readonly string[][]): ModelRecall[] {
  const byCampaign = new Map<string, string[][]>();
  for (const row of rows) getOrInsert(byCampaign, row[CAMPAIGN] ?? '', () => []).push(row);
  return [...byCampaign].map(([campaign, ofCampaign]) => {
    const values = (place: number) =>
      [...new Set(ofCampaign.map((row) => row[place] ?? ''))].filter((value) => value !== '');
    return [
      campaign,
      values(CAMPAIGN + 1).join('; '),
      values(CAMPAIGN + 2).sort()[0] ?? null,
      values(CAMPAIGN + 3)
        .sort()
        .at(-1) ?? null,
    ];
  });
}

/** The place behind make, model and year; components and days of production follow. */
const CAMPAIGN = 3;
