import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sealedReportsPath } from '../documents/links.ts';
import { ServiceError } from '../errors/service-error.ts';
import {
  type Exchange,
  type HttpContext,
  NO_STORE,
  replyEmpty,
  replyFailure,
  replyText,
} from '../http/reply.ts';
import { type Handler, limited, type Route } from '../http/routes.ts';
import { answeredInTime, systemClock } from '../lib/clock.ts';
import { MAX_SEALED_BYTES } from '../lib/terms.ts';
import type { Limits } from '../limits/limits.ts';
import type { CounterStore, SealedReportStore } from '../storage/storage.ts';

interface Options {
  store: SealedReportStore;
  counters: Pick<CounterStore, 'increment'>;
  /** The same for all instances: what one issues, another is shown. */
  secret: string;
  limits: Limits;
}

const DAY_MS = 86_400_000;
/** Whole days after the one on which a report was sealed: its time says no hour that could be that of a payment. */
export const KEPT_DAYS = 90;
/** Some two gigabytes of reports at their usual size. */
const MOST_REPORTS = 100_000;
/** The page and its data, and both again where the browser has lost them and the wallet has signed in. */
const REPORTS_PER_SALE = 6;

/**
 * Keeps what browsers have sealed of the reports that they bought, under the digest of a proof that only a holder of the
 * key can make. A ticket comes with each report that is sold, and nothing that is kept says to which sale it belonged.
 */
export function createSealedReports({ store, counters, secret, limits }: Options) {
  const markOf = (requestId: string, until: string) =>
    createHmac('sha256', secret).update(`report ticket ${until} ${requestId}`).digest('base64url');

  function readTicket(ticket: string, nowMs: number) {
    const [until = '', requestId = '', mark = ''] = ticket.split('.');
    const [given, right] = [Buffer.from(mark), Buffer.from(markOf(requestId, until))];
    const isOurs = given.length === right.length && timingSafeEqual(given, right);
    return isOurs && Number(until) > nowMs ? { requestId, untilMs: Number(until) } : undefined;
  }

  async function put(c: HttpContext): Promise<Response> {
    const { exchange } = c.env;
    const { body } = exchange;
    const id = idOf(c);
    if (id === undefined || !(body instanceof Buffer)) return refuse(exchange, 400, WORDS.unusable);
    const [sealed, nowMs] = [body.toString('base64url'), systemClock.now()];
    if (await answeredInTime(store.replace(id, sealed, nowMs))) return replyEmpty(exchange, 204, NO_STORE);
    const ticket = readTicket(c.req.header('Report-Ticket') ?? '', nowMs);
    if (!ticket) return refuse(exchange, 403, WORDS.noTicket);
    const { requestId, untilMs } = ticket;
    // As long as a ticket of this sale may be shown.
    const counted = counters.increment(`sealed-report:${requestId}`, 0, untilMs + DAY_MS);
    if ((await answeredInTime(counted)) > REPORTS_PER_SALE) return refuse(exchange, 403, WORDS.noTicket);
    const expiresAtMs = (Math.floor(nowMs / DAY_MS) + 1 + KEPT_DAYS) * DAY_MS;
    const isKept = await answeredInTime(store.put(id, sealed, { expiresAtMs, most: MOST_REPORTS }));
    return isKept ? replyEmpty(exchange, 204, NO_STORE) : refuse(exchange, 507, WORDS.full);
  }

  async function get(c: HttpContext): Promise<Response> {
    const { exchange } = c.env;
    const sealed = await answeredInTime(store.get(c.req.query('id') ?? '', systemClock.now()));
    return sealed === undefined
      ? replyFailure(exchange, new ServiceError('not_found', { path: sealedReportsPath }))
      : replyText(exchange, 200, Buffer.from(sealed, 'base64url'), BYTES, NO_STORE);
  }

  async function remove(c: HttpContext): Promise<Response> {
    const id = idOf(c);
    if (id === undefined) return refuse(c.env.exchange, 400, WORDS.unusable);
    await answeredInTime(store.remove(id));
    return replyEmpty(c.env.exchange, 204, NO_STORE);
  }

  const limit = limits.named('sealed_reports');
  const within = (handler: Handler) => limited(limit, handler);
  const route: Route = {
    path: sealedReportsPath,
    get: within(get),
    post: within(put),
    delete: within(remove),
  };
  return {
    route,
    /** Lets the browser that has bought under this id have its report kept. */
    ticketFor(requestId: string): string {
      const until = String(systemClock.now() + DAY_MS);
      return `${until}.${requestId}.${markOf(requestId, until)}`;
    },
  };
}

export type SealedReports = ReturnType<typeof createSealedReports>;

const BYTES = 'application/octet-stream';
const PROOF = /^[\w-]{43}$/;
const ID_CHARACTERS = 16;

const WORDS = {
  unusable: `Send the proof of the key as Report-Proof, and at most ${MAX_SEALED_BYTES} bytes.`,
  noTicket: 'A report is kept with the ticket of its sale, for a day after it and six times at most.',
  full: 'There is no room for another report just now. Try again tomorrow.',
};

/** Nobody without the key can make the proof, and so change or remove what lies under its digest. */
function idOf(c: HttpContext): string | undefined {
  const proof = c.req.header('Report-Proof') ?? '';
  if (!PROOF.test(proof)) return undefined;
  return createHash('sha256').update(proof).digest('base64url').slice(0, ID_CHARACTERS);
}

function refuse(exchange: Exchange, status: number, words: string): Response {
  return replyText(exchange, status, words, 'text/plain; charset=utf-8', NO_STORE);
}
