import { type WordedWarnings, warningsOf } from '../../sources/warnings.ts';
import { countOf, dayOf, flagOf, modelYearOf, textOfBytes } from './fields.ts';

/** What is kept of a row of NHTSA's recall files: one for each campaign, make, model, year and component. */
export interface RecallRow {
  campaign: string;
  make: string;
  model: string;
  year: number;
  component: string;
  producedFrom: string | null;
  producedTo: string | null;
  /** The same in every row of a campaign; read where they are wanted, because most rows repeat them. */
  texts(): RecallTexts;
}

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
  /** Read once for all cars of the campaign: that takes longer than all else in an answer. */
  worded: WordedWarnings;
}

/** The last two, the warnings, were added later. */
export const LEAST_RECALL_COLUMNS = 27;

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

/** One row; a text says why it is none that could be used, and null that it is about no vehicle of a year. */
export function readRecallRow(row: readonly string[]): RecallRow | string | null {
  const bytes = (at: number) => row[at]?.trim() ?? '';
  const text = (at: number) => textOfBytes(bytes(at));
  const campaign = bytes(column.campaign).toUpperCase();
  if (!/^\d{2}[A-Z]\d{3,6}$/.test(campaign)) return 'it has no campaign number';
  const year = modelYearOf(bytes(column.year));
  if (year === undefined) return 'its model year is no year';
  const [make, model] = [bytes(column.make).toUpperCase(), bytes(column.model).toUpperCase()];
  if (make === '' || model === '') return 'it names no make or model';
  const reportedOn = dayOf(bytes(column.reportedOn) || bytes(column.addedOn));
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
    producedFrom: dayOf(bytes(column.producedFrom)) ?? null,
    producedTo: dayOf(bytes(column.producedTo)) ?? null,
    texts: () => {
      const [summary, consequence] = [text(column.summary), text(column.consequence)];
      const [remedy, notes] = [text(column.remedy), text(column.notes)];
      return {
        manufacturer: text(column.manufacturer),
        manufacturerNumber: text(column.manufacturerNumber),
        unitsAffected: unitsAffected || null,
        ownersToldOn: dayOf(bytes(column.ownersToldOn)) ?? null,
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
