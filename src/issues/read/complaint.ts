import { z } from 'zod';
import { rememberShort } from '../../lib/on-demand.ts';
import { complaintRecord } from '../../sources/nhtsa/records.ts';

/** One owner complaint as the knowledge of issues needs it. Dates are ISO (`2017-12-20`) or null where the source has none. */
export interface Complaint {
  odiNumber: number;
  filedOn: string | null;
  incidentOn: string | null;
  /** NHTSA component names, each once, such as `AIR BAGS`. */
  components: readonly string[];
  crash: boolean;
  fire: boolean;
  injuries: number;
  deaths: number;
  /** As the owner wrote it: hostile until cleaned. */
  summary: string;
  /** At most the first 11 characters of the VIN; distinguishes two cars, never shown. */
  vinPrefix?: string;
}

/** Somebody was hurt or a car burned. */
export function isHarmed({ fire, injuries, deaths }: Complaint): boolean {
  return fire || injuries + deaths > 0;
}

/** A complaint of NHTSA, live or saved by somebody: a saved one may lack its number too. */
const recordSchema = complaintRecord.extend({ odiNumber: complaintRecord.shape.odiNumber.nullish() });

const savedAnswer = z.object({ results: z.array(recordSchema) });

/** Complaints from a saved answer of NHTSA's complaints by vehicle. Throws where the text is none. */
export function parseSavedComplaints(text: string): Complaint[] {
  return savedAnswer.parse(JSON.parse(text)).results.flatMap((record) => complaintFromNhtsa(record) ?? []);
}

const EARLIEST_YEAR = 1990;

/** Undefined where the record has no usable number: nothing could cite it. */
export function complaintFromNhtsa(record: z.output<typeof recordSchema>): Complaint | undefined {
  const odiNumber = Number(record.odiNumber);
  if (!Number.isSafeInteger(odiNumber) || odiNumber <= 0) return undefined;
  const filedOn = isoDate(record.dateComplaintFiled);
  const incidentOn = isoDate(record.dateOfIncident);
  const vinPrefix = prefixOf(record.vin ?? '');
  const complaint = {
    odiNumber,
    filedOn,
    incidentOn: incidentOn !== null && filedOn !== null && incidentOn > filedOn ? null : incidentOn,
    components: splitComponents(record.components ?? ''),
    crash: record.crash === true,
    fire: record.fire === true,
    injuries: count(record.numberOfInjuries),
    deaths: count(record.numberOfDeaths),
    summary: record.summary ?? '',
  };
  return vinPrefix === '' ? complaint : { ...complaint, vinPrefix };
}

/** One entry per ODI number: the source may give one row per component, each repeating the same crash and injuries. */
export function uniqueComplaints(complaints: readonly Complaint[]): Complaint[] {
  const byNumber = new Map<number, Complaint>();
  for (const complaint of complaints) {
    const seen = byNumber.get(complaint.odiNumber);
    byNumber.set(complaint.odiNumber, seen === undefined ? complaint : joined(seen, complaint));
  }
  return [...byNumber.values()].sort((a, b) => a.odiNumber - b.odiNumber);
}

function joined(a: Complaint, b: Complaint): Complaint {
  // The order of rows must not matter: the longer narrative wins, then the alphabetically first.
  const keepsA =
    a.summary.length !== b.summary.length ? a.summary.length > b.summary.length : a.summary <= b.summary;
  const kept = keepsA ? a : b;
  return {
    ...kept,
    components: [...new Set([...a.components, ...b.components])].sort(),
    crash: a.crash || b.crash,
    fire: a.fire || b.fire,
    injuries: Math.max(a.injuries, b.injuries),
    deaths: Math.max(a.deaths, b.deaths),
    filedOn: earlier(a.filedOn, b.filedOn),
    incidentOn: earlier(a.incidentOn, b.incidentOn),
  };
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

// Thousands of complaints share a few thousand days, and a few hundred lists of components and starts of VINs.

/** @NOTE A comma followed by a blank belongs to the name (`SERVICE BRAKES, HYDRAULIC`). */
export const splitComponents = rememberShort((joinedNames: string): readonly string[] => {
  const names = joinedNames.split(/,(?!\s)/).map((name) => name.trim().slice(0, 120));
  return [...new Set(names.filter((name) => name !== ''))];
});

/** '' for none that tells cars apart. */
const prefixOf = rememberShort((vin: string): string => {
  const prefix = vin.trim().toUpperCase().slice(0, 11);
  return /^[A-HJ-NPR-Z0-9]{8,11}$/.test(prefix) && !/^(.)\1+$/.test(prefix) ? prefix : '';
});

const dayOf = rememberShort(readDate);

function isoDate(text: string | null | undefined): string | null {
  return dayOf(text ?? '');
}

function readDate(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  const iso = parts === null ? text.trim().slice(0, 10) : `${parts[3]}-${pad(parts[1])}-${pad(parts[2])}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const parsed = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== iso) return null;
  // 12/31/1969 is how the source writes "no date".
  return parsed.getUTCFullYear() < EARLIEST_YEAR ? null : iso;
}

function pad(digits: string | undefined): string {
  return (digits ?? '').padStart(2, '0');
}

function count(value: number | null | undefined): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
