import type { Complaint } from '../../src/issues/read/complaint.ts';
import type { RecordedExchange } from '../../src/sources/recordings.ts';
import { twoFailures } from '../issues/complaints.ts';
import {
  type CanadaRecord,
  canada,
  nhtsaModels,
  nhtsaRecalls,
  type UsRecord,
} from '../recalls/recorded-world.ts';

export interface Car {
  vin: string;
  make: string;
  model: string;
  year: number;
}

const YEAR_CODES: Readonly<Record<string, number>> = {
  '7': 2007,
  '8': 2008,
  '9': 2009,
  A: 2010,
  B: 2011,
  C: 2012,
  D: 2013,
  E: 2014,
  F: 2015,
  G: 2016,
  H: 2017,
};

const camry = (code: string): Car => ({
  vin: `4T1BF1FK5${code}U100013`,
  make: 'TOYOTA',
  model: 'CAMRY',
  year: YEAR_CODES[code] ?? 0,
});
const elantra = (code: string): Car => ({
  vin: `5NPDH4AE8${code}H100013`,
  make: 'HYUNDAI',
  model: 'ELANTRA',
  year: YEAR_CODES[code] ?? 0,
});

/** Distinct in what sources and caches are asked for, so that no car knows what another one found. */
export const cars: readonly Car[] = [...[...'BCDEFG'].map(elantra), ...[...'789ABCDEFG'].map(camry)];
export const quietCar = camry('H');
export const unlistedCar: Car = { vin: '2HGFC2F5XHH100013', make: 'HONDA', model: 'CIVIC', year: 2017 };
export const elantra2013 = elantra('D');

/** In place of the usual two US recalls, one Canadian recall and forty complaints. */
interface Findings {
  us?: UsRecord[];
  canada?: CanadaRecord[];
  complaints?: readonly Complaint[];
}

/**
 * The answers of the sources about a car: two US recalls, one of them "do not drive", one in Canada, and complaints. Both
 * countries list models with recalls only: of a car without any they have other models of its make.
 */
export function worldOf({ make, model, year }: Car, findings: Findings = {}): RecordedExchange[] {
  const us = findings.us ?? usRecalls(year);
  const inCanada = findings.canada ?? [canadian(make, model, year)];
  return [
    nhtsaModels(make, year, [us.length > 0 ? model : ANOTHER_MODEL]),
    nhtsaModels(make, year, [model], 'c'),
    nhtsaRecalls(make, model, year, us),
    ...canada(make, year, inCanada.length > 0 ? inCanada : [canadian(make, ANOTHER_MODEL, year)]),
    complaintsOf({ make, model, year }, findings.complaints ?? twoFailures(40)),
  ];
}

const ANOTHER_MODEL = 'QUITE ANOTHER';

/** A car that no source has heard of, of a make that each of them knows. */
export function unlistedWorldOf({ make, model, year }: Car): RecordedExchange[] {
  return [
    nhtsaModels(make, year, [ANOTHER_MODEL]),
    nhtsaModels(make, year, [ANOTHER_MODEL], 'c'),
    nhtsaRecalls(make, model, year, [], 400),
    ...canada(make, year, [canadian(make, ANOTHER_MODEL, year)]),
    complaintsOf({ make, model, year }, []),
  ];
}

const short = (year: number) => String(year).slice(2);

function usRecalls(year: number) {
  return [
    { campaign: `${short(year)}V001000`, date: `02/01/${year}`, more: { parkIt: true } },
    { campaign: `${short(year)}V002000`, date: `03/01/${year}`, component: 'STEERING' },
  ];
}

function canadian(make: string, model: string, year: number) {
  const models: Array<[string, string, number]> = [[make, model, year]];
  return { number: `${year}123`, date: `${year}-02-01`, models };
}

function complaintsOf(
  { make, model, year }: Omit<Car, 'vin'>,
  complaints: readonly Complaint[],
): RecordedExchange {
  const results = complaints.map(({ odiNumber, summary, components }, index) => ({
    odiNumber,
    summary,
    components: components.join(','),
    crash: index % 10 === 3,
    fire: false,
    numberOfInjuries: 0,
    numberOfDeaths: 0,
    dateOfIncident: '02/01/2025',
    dateComplaintFiled: '03/01/2025',
  }));
  return {
    request: { path: '/nhtsa/complaints/complaintsByVehicle', query: { make, model, modelYear: year } },
    response: { body: { count: results.length, message: 'Results returned successfully', results } },
  };
}
