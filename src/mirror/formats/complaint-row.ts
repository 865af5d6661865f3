import { countOf, dayOf, flagOf, modelYearOf } from './fields.ts';
import type { TabRow } from './tab-rows.ts';

/** What is kept of a row of NHTSA's complaint file; one complaint has a row for each of its components. */
export interface ComplaintRow {
  make: string;
  model: string;
  year: number;
  odiNumber: number;
  filedOn: string | null;
  incidentOn: string | null;
  component: string;
  crash: boolean;
  fire: boolean;
  injuries: number;
  deaths: number;
  vin: string;
  /** As bytes: what characters they are is found out later. */
  summary: string;
}

export const LEAST_COMPLAINT_COLUMNS = 49;

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

/** One row; a text says why it is none that could be used, and null that it is about no vehicle of a year. */
export function readComplaintRow(row: TabRow): ComplaintRow | string | null {
  const productType = row.text(column.productType);
  if (productType !== '' && productType !== 'V') return null;
  const year = modelYearOf(row.text(column.year));
  if (year === undefined) return 'its model year is no year';
  const odiNumber = countOf(row.text(column.odiNumber));
  if (odiNumber === undefined || odiNumber === 0) return 'it has no complaint number';
  const [make, model] = [row.text(column.make).toUpperCase(), row.text(column.model).toUpperCase()];
  if (make === '' || model === '') return 'it names no make or model';
  const filedOn = dayOf(row.text(column.filedOn) || row.text(column.addedOn));
  if (filedOn === undefined || filedOn === null) return 'the day of its filing is no date';
  const incidentOn = dayOf(row.text(column.failedOn));
  if (incidentOn === undefined) return 'the day of its incident is no date';
  const [crash, fire] = [flagOf(row.text(column.crash)), flagOf(row.text(column.fire))];
  if (crash === undefined || fire === undefined) return 'crash or fire is neither yes nor no';
  const [injuries, deaths] = [countOf(row.text(column.injured)), countOf(row.text(column.deaths))];
  if (injuries === undefined || deaths === undefined) return 'injured or dead is no number';
  if (year === null) return null;
  return {
    make,
    model,
    year,
    odiNumber,
    filedOn,
    incidentOn,
    // "ENGINE AND ENGINE COOLING:ENGINE": the answers by vehicle name the first alone.
    component: row.text(column.component).split(':', 1)[0]?.trim() ?? '',
    crash: crash === true,
    fire: fire === true,
    injuries,
    deaths,
    vin: row.text(column.vin),
    summary: row.text(column.summary),
  };
}
