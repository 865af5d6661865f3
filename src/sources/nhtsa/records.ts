import { z } from 'zod';
import { dayField, type Shape } from '../read-answer.ts';
import type { WordedWarnings } from '../warnings.ts';

const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const ISO_DAY = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/;

/**
 * The recall dates of api.nhtsa.gov are DD/MM/YYYY (its complaint dates are MM/DD/YYYY). A date that cannot be one is
 * taken for a change of format: no answer is better than a wrong date.
 */
const recallDate = dayField((text) => {
  const dayFirst = DAY_FIRST.exec(text);
  return dayFirst ? `${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]}` : ISO_DAY.exec(text)?.[1];
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
const text = z.nullable(z.string()).transform((value) => value?.trim() ?? '');

const optionalText = z.nullish(z.string()).transform((value) => value?.trim() || null);

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

export const complaintRecord = z.object({
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
  z.object({ results: z.array(row), Count: z.number().nullish(), count: z.number().nullish() });

/** @NOTE big vehicles get HTTP 200 with {"message":"Endpoint request timed out"}: a failure, never "no recalls". */
function isTimedOut(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || 'results' in body) return false;
  return 'message' in body && typeof body.message === 'string' && /timed? ?out/i.test(body.message);
}

/** Tells whether a list with fewer rows than its own count was cut short on its way. */
function isCutShort(body: unknown): boolean {
  const { data } = envelopeOf(z.unknown()).safeParse(body);
  return data !== undefined && (data.Count ?? data.count ?? 0) > data.results.length;
}

/** The car that each row names, in either letter case of its members. */
const namedRows = z.object({ results: z.array(z.record(z.string(), z.unknown())) });
const keyOf = (text: unknown) =>
  String(text)
    .toUpperCase()
    .replace(/[^A-Z0-9+]/g, '');

/** Tells whether a row names another car than was asked for; what a row leaves out says nothing. */
function isOfAnotherCar(body: unknown, asked: Readonly<Record<string, string | number>>): boolean {
  const expected = new Map(Object.entries(asked).map(([member, value]) => [keyOf(member), keyOf(value)]));
  const rows = namedRows.safeParse(body).data?.results ?? [];
  return rows.some((row) =>
    Object.entries(row).some(
      ([member, value]) =>
        typeof value !== 'object' && (expected.get(keyOf(member)) ?? keyOf(value)) !== keyOf(value),
    ),
  );
}

/** An answer about the car that was asked for. */
export const about = <T>(
  { schema, isTemporary }: Required<Shape<T>>,
  asked: Readonly<Record<string, string | number>>,
): Shape<T> => ({ schema, isTemporary: (body) => isTemporary(body) || isOfAnotherCar(body, asked) });

const shapeOf = <Row>(row: z.ZodType<Row>) => ({
  schema: envelopeOf(row).transform(({ results }) => results),
  isTemporary: (body: unknown) => isTimedOut(body) || isCutShort(body),
});

export const recallsAnswer = shapeOf(recallRecord);
export const complaintsAnswer = shapeOf(complaintRecord);
export const modelsAnswer = shapeOf(z.object({ model: z.string() }));

/** The statements of NHTSA's files that its answers by vehicle lack; null where one is not stated. */
interface RecallFiling {
  unitsAffected: number | null;
  ownersToldOn: string | null;
  /** The days between which the affected cars of this model were made. */
  producedFrom: string | null;
  producedTo: string | null;
}

export type NhtsaRecall = z.output<typeof recallRecord> & {
  filing?: RecallFiling;
  /** The warnings, where the texts were read for them before. */
  worded?: WordedWarnings;
};
export type NhtsaComplaint = z.output<typeof complaintRecord>;
