import { z } from 'zod';
import { dayField } from '../read-answer.ts';

const cell = z.object({
  Name: z.string(),
  Value: z.object({ Literal: z.string().nullish() }),
});
type Cell = z.infer<typeof cell>;

const resultSet = z.object({ ResultSet: z.array(z.array(cell)) });

const usDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/;
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T|\s|$)/;

/** Dates are American with a clock: 5/28/2020 12:00:00 AM. */
const day = dayField((text) => {
  const us = usDate.exec(text);
  return us ? `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}` : isoDate.exec(text)?.[1];
});

/** Numbers may carry thousands separators and decimals ("2,700.00"); 0 and less mean that nobody said. */
const units = z.string().transform((text) => {
  const value = Number(text.replaceAll(',', ''));
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? Math.round(value) : null;
});

/** Numbers may come as decimals: 2023510 or 2023510.00. */
const digits = (shape: RegExp) =>
  z
    .string()
    .transform((text) => text.trim().replace(/\.0+$/, ''))
    .pipe(z.string().regex(shape));
const recallNumber = digits(/^\d{4,10}$/);

const listRow = z.object({
  recallNumber,
  manufacturer: z.string().trim(),
  // Blank for equipment, which then is no car's.
  model: z.string().trim(),
  make: z.string().trim(),
  year: digits(/^\d{4}$/).transform(Number),
  recalledOn: day,
});

/** The list names its cells in the language asked for, so they are read by place; the names are checked in English. */
const listPlaces = [
  ['recallNumber', /^Recall number$/i],
  ['manufacturer', /^Manufacturer Name$/i],
  ['model', /^Model name$/i],
  ['make', /^Make name$/i],
  ['year', /^Year$/i],
  ['recalledOn', /^Recall date$/i],
] as const;

const detailsRow = z.object({
  RECALL_NUMBER_NUM: recallNumber,
  MANUFACTURER_RECALL_NO_TXT: z.string().trim(),
  MODEL_NAME_NM: z.string().trim(),
  MAKE_NAME_NM: z.string().trim(),
  UNIT_AFFECTED_NBR: units,
  SYSTEM_TYPE_ETXT: z.string().trim(),
  NOTIFICATION_TYPE_ETXT: z.string().trim(),
  CATEGORY_ETXT: z.string().trim(),
  COMMENT_ETXT: z.string().trim(),
  COMMENT_FTXT: z.string().trim().default(''),
  DATE_YEAR_CD: z.string().trim(),
  RECALL_DATE_DTE: day,
});

const literal = (one: Cell | undefined) => one?.Value.Literal ?? '';

function byPlace(cells: readonly Cell[]): Record<string, string> | undefined {
  const isAsKnown = listPlaces.every(([, expected], place) => expected.test(cells[place]?.Name.trim() ?? ''));
  if (!isAsKnown) return undefined;
  return Object.fromEntries(listPlaces.map(([field], place) => [field, literal(cells[place])]));
}

const byName = (cells: readonly Cell[]) => Object.fromEntries(cells.map((one) => [one.Name, literal(one)]));

/** Rows of {"ResultSet":[[{Name, Value: {Literal}}, ...], ...]} as plain objects; new cells after the known ones pass. */
export const listAnswer = resultSet
  .transform(({ ResultSet }) => ResultSet.map(byPlace))
  .pipe(z.array(listRow));
export const detailsAnswer = resultSet
  .transform(({ ResultSet }): unknown => ResultSet.map(byName))
  .pipe(z.array(detailsRow));
export const countAnswer = resultSet
  .transform(({ ResultSet }) => literal(ResultSet[0]?.[0]))
  .pipe(digits(/^\d+$/).transform(Number));

export type CanadaListRow = z.output<typeof listRow>;
export type CanadaDetailsRow = z.output<typeof detailsRow>;
