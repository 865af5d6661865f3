import { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { askedAgain, createSource } from '../http.ts';
import { dayField, SourceError } from '../read-answer.ts';

export type TransportCanada = ReturnType<typeof createTransportCanada>;

interface TransportCanadaOptions {
  /** The address up to and including the name of the database, in English. */
  baseUrl: string;
  userAgent: string;
  clock?: Clock;
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
}

const NAME = 'Transport Canada recalls';
const ROWS_A_PAGE = 1_000;
const MOST_PAGES = 20;
const TIMING = { attemptTimeoutMs: 10_000, timeoutMs: 25_000 };

/** Opens Transport Canada's Vehicle Recalls Database. */
export function createTransportCanada({
  timing = TIMING,
  clock = systemClock,
  ...options
}: TransportCanadaOptions) {
  const source = createSource({
    name: NAME,
    maxConcurrent: 4,
    maxResponseBytes: 4 * 1024 * 1024,
    ...options,
    ...timing,
    clock,
  });
  const format = 'json';
  const notAnAnswer = (detail: string) => {
    const cause = new SourceError('unexpected_shape', { detail });
    return new ServiceError('upstream_unavailable', { source: NAME }, { cause });
  };

  return {
    url: options.baseUrl,
    /** Gives every row (one per recall and model) of a model year whose make contains one of these words. */
    async recallsOfMakes(makeWords: readonly string[], year: number): Promise<CanadaListRow[]> {
      // Several values of one segment are joined by a bar; the search is by substring, so callers filter the rows.
      const makes = encodeURIComponent(makeWords.join('|'));
      const path = `recall/make-name/${makes}/year-range/${year}-${year}`;
      // Lists carry no total: without the count, a page cut short would pass for the last one.
      const count = () => source.getJson(`${path}/count`, { query: { format }, schema: countAnswer });
      const [total = 0] = await askedAgain(async () => [await count()].filter((rows) => rows > 0), clock);
      const rows: CanadaListRow[] = [];
      let more: CanadaListRow[] = [];
      for (let page = 1; total > 0 && page <= MOST_PAGES; page += 1) {
        more = await source.getJson(path, {
          query: { format, limit: ROWS_A_PAGE, page },
          schema: listAnswer,
        });
        rows.push(...more);
        const isLast = more.length < ROWS_A_PAGE && rows.length >= total;
        if (isLast || more.length === 0) break;
      }
      if (rows.length < total || more.length >= ROWS_A_PAGE) throw notAnAnswer('fewer rows than counted');
      const isAsked = (row: CanadaListRow) =>
        row.year === year && makeWords.some((word) => row.make.toUpperCase().includes(word.toUpperCase()));
      if (rows.length > 0 && !rows.some(isAsked)) throw notAnAnswer('rows of other cars');
      return rows;
    },
    /** Gives one row per make, model and year with the text repeated; none when the number is unknown. */
    async recallDetails(recallNumber: string): Promise<CanadaDetailsRow[]> {
      const path = `recall-summary/recall-number/${encodeURIComponent(recallNumber)}`;
      const ask = () => source.getJson(path, { query: { format }, schema: detailsAnswer });
      const rows = await askedAgain(ask, clock);
      if (rows.some((row) => row.RECALL_NUMBER_NUM !== recallNumber))
        throw notAnAnswer('rows of another recall');
      return rows;
    },
    health: () => [source.health()],
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

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
const listAnswer = resultSet.transform(({ ResultSet }) => ResultSet.map(byPlace)).pipe(z.array(listRow));
const detailsAnswer = resultSet
  .transform(({ ResultSet }): unknown => ResultSet.map(byName))
  .pipe(z.array(detailsRow));
const countAnswer = resultSet
  .transform(({ ResultSet }) => literal(ResultSet[0]?.[0]))
  .pipe(digits(/^\d+$/).transform(Number));

export type CanadaListRow = z.output<typeof listRow>;
export type CanadaDetailsRow = z.output<typeof detailsRow>;
