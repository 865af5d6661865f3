import { countOf, dayOf, flagOf, modelYearOf } from './fields.ts';

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
export function readComplaintRow(row: readonly string[]): ComplaintRow | string | null {
  const text = (at: number) => row[at]?.trim() ?? '';
  const productType = text(column.productType);
  if (productType !== '' && productType !== 'V') return null;
  const year = modelYearOf(text(column.year));
  if (year === undefined) return 'its model year is no year';
  const odiNumber = countOf(text(column.odiNumber));
  if (odiNumber === undefined || odiNumber === 0) return 'it has no complaint number';
  const [make, model] = [text(column.make).toUpperCase(), text(column.model).toUpperCase()];
  if (make === '' || model === '') return 'it names no make or model';
  const filedOn = dayOf(text(column.filedOn) || text(column.addedOn));
  if (filedOn === undefined || filedOn === null) return 'the day of its filing is no date';
  const incidentOn = dayOf(text(column.failedOn));
  if (incidentOn === undefined) return 'the day of its incident is no date';
  const [crash, fire] = [flagOf(text(column.crash)), flagOf(text(column.fire))];
  if (crash === undefined || fire === undefined) return 'crash or fire is neither yes nor no';
  const [injuries, deaths] = [countOf(text(column.injured)), countOf(text(column.deaths))];
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
    component: text(column.component).split(':', 1)[0]?.trim() ?? '',
    crash: crash === true,
    fire: fire === true,
    injuries,
    deaths,
    vin: text(column.vin),
    summary: text(column.summary),
  };
}
