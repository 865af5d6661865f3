import { z } from 'zod';
import type { WordedWarnings } from '../warnings.ts';

const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;

/**
 * The recall dates of api.nhtsa.gov are DD/MM/YYYY (its complaint dates are MM/DD/YYYY). A date that cannot be one is
 * taken for a change of format: no answer is better than a wrong date.
 */
const recallDate = z.string().transform((text, context) => {
  const dayFirst = DAY_FIRST.exec(text.trim());
  const iso = ISO_DAY.exec(text.trim());
  const day = dayFirst
    ? `${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]}`
    : iso && `${iso[1]}-${iso[2]}-${iso[3]}`;
  const parsed = new Date(`${day}T00:00:00Z`);
  if (day && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)) return day;
  context.addIssue({ code: 'custom', message: 'is no date of the known format' });
  return z.NEVER;
});

/** Null and absent mean "not stated", which is not "no". */
const flag = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value) => {
    if (typeof value !== 'string') return value ?? null;
    if (/^(true|yes|y)$/i.test(value)) return true;
    return /^(false|no|n)$/i.test(value) ? false : null;
  });

/** The field must be there; old recalls may say nothing in it. */
const text = z
  .string()
  .nullable()
  .transform((value) => value?.trim() ?? '');

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

/** One recall of a vehicle, as api.nhtsa.gov words it. Fields without which it would be no recall are required. */
const recallRecord = z.object({
  NHTSACampaignNumber: z.string().trim().min(6),
  ReportReceivedDate: recallDate,
  Component: text,
  Summary: text,
  Consequence: text,
  Remedy: text,
  Notes: optionalText,
  Manufacturer: optionalText,
  parkIt: flag,
  parkOutSide: flag,
  overTheAirUpdate: flag,
});

const complaintRecord = z.object({
  odiNumber: z.union([z.number(), z.string()]),
  crash: z.boolean().nullish(),
  fire: z.boolean().nullish(),
  numberOfInjuries: z.number().nullish(),
  numberOfDeaths: z.number().nullish(),
  dateOfIncident: z.string().nullish(),
  dateComplaintFiled: z.string().nullish(),
  vin: z.string().nullish(),
  components: z.string().nullish(),
  summary: z.string().nullish(),
});

/** @NOTE `results` is lower case here; the count is `Count` of recalls and `count` of the rest. */
const envelopeOf = <Row>(row: z.ZodType<Row>) =>
  z
    .object({ results: z.array(row), Count: z.number().nullish(), count: z.number().nullish() })
    .transform(({ results }) => results);

/** @NOTE big vehicles get HTTP 200 with {"message":"Endpoint request timed out"}: a failure, never "no recalls". */
function isTimedOut(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || 'results' in body) return false;
  return 'message' in body && typeof body.message === 'string' && /timed? ?out/i.test(body.message);
}

/** A list with fewer rows than its own count was cut short on its way. */
function isCutShort(body: unknown): boolean {
  const read = z.object({
    results: z.array(z.unknown()),
    Count: z.number().nullish(),
    count: z.number().nullish(),
  });
  const { data } = read.safeParse(body);
  return data !== undefined && (data.Count ?? data.count ?? 0) > data.results.length;
}

const shapeOf = <Row>(row: z.ZodType<Row>) => ({
  schema: envelopeOf(row),
  isTemporary: (body: unknown) => isTimedOut(body) || isCutShort(body),
});

export const recallsAnswer = shapeOf(recallRecord);
export const complaintsAnswer = shapeOf(complaintRecord);
export const modelsAnswer = shapeOf(z.object({ model: z.string() }));

/** What NHTSA's files say of a filing and its answers by vehicle do not; null where it is not stated. */
interface RecallFiling {
  unitsAffected: number | null;
  ownersToldOn: string | null;
  /** Between which days the cars of this model were made that are in it. */
  producedFrom: string | null;
  producedTo: string | null;
}

export type NhtsaRecall = z.output<typeof recallRecord> & {
  filing?: RecallFiling;
  /** Where the texts were read for them before. */
  worded?: WordedWarnings;
};
export type NhtsaComplaint = z.output<typeof complaintRecord>;
