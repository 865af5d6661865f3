import { ServiceError } from '../../errors/service-error.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { askedAgain, createSource } from '../http.ts';
import { SourceError } from '../read-answer.ts';
import {
  type CanadaDetailsRow,
  type CanadaListRow,
  countAnswer,
  detailsAnswer,
  listAnswer,
} from './records.ts';

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
