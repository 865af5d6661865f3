import { isServiceError } from '../errors/service-error.ts';
import { pack } from '../lib/bodies.ts';
import type { Limits } from '../limits/limits.ts';
import type { PaymentAnswer } from '../payments/wire/challenge.ts';
import { SIGN_IN } from '../payments/wire/extensions/sign-in-with-x.ts';
import { decodePayment, type PaymentReading } from '../payments/wire/header.ts';
import { receiptHeaders } from '../payments/wire/receipt.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import { type Listing, viewOf } from '../products/product.ts';
import type { PaidCall, PaidReply, Seller } from '../sell/sell.ts';
import {
  type Exchange,
  type HttpContext,
  jsonWithDisclaimer,
  LANGUAGE,
  NO_STORE,
  type ReplyHeaders,
  replyBytes,
  replyEmpty,
  replyFailure,
  replyJson,
  type WrittenPage,
} from './reply.ts';
import { prefersPage, searchOf } from './request.ts';
import { limitHeaders, type Route } from './routes.ts';

export interface PaidPages {
  /** Writes the page in place of the JSON, for a reply that has one, in the words of its reader. */
  write(product: Listing, reply: PaidReply, given: URLSearchParams, to: Exchange): WrittenPage | undefined;
}

interface Selling {
  seller: Seller;
  limits: Pick<Limits, 'policyOf'>;
  pages: PaidPages;
}

interface Options extends Selling {
  products: readonly Listing[];
  offerOf(product: Listing): Offer;
}

/** Says which challenge body a caller wants; no product has a parameter of this name. */
const VERSION_PARAMETER = 'x402Version';

export function paidRoutes({ products, offerOf, ...selling }: Options): Route[] {
  return products.map((product) => {
    const whole = offerOf(product);
    // How it is called, by the call of another buyer, is for indexers: they ask without an order.
    const { bazaar: _, ...toBuyers } = whole;
    return { path: product.path, get: (c) => sell(c, product, { whole, toBuyers }, selling) };
  });
}

function sell(
  c: HttpContext,
  product: Listing,
  { whole, toBuyers }: { whole: Offer; toBuyers: Offer },
  { seller, pages, limits }: Selling,
): Response | Promise<Response> {
  const { exchange } = c.env;
  const search = searchOf(c.req.url);
  const version = wantsVersionOne(c, search) ? 1 : 2;
  // Another version is a parameter that nobody knows, and is reported as one.
  if (['1', '2'].includes(search.getAll(VERSION_PARAMETER).join())) search.delete(VERSION_PARAMETER);
  const reading = readPayment(c);
  const order: PaidCall = {
    requestId: exchange.requestId,
    search,
    reading,
    offer: reading.kind === 'none' && search.size > 0 ? toBuyers : whole,
    version,
    clientKey: exchange.clientKey,
    get signal() {
      return c.req.raw.signal;
    },
  };
  const signIn = reading.kind === 'none' && c.req.method === 'GET' ? c.req.header(SIGN_IN) : undefined;
  const sold = signIn === undefined ? seller.sell(product, order) : seller.fetchPaid(product, order, signIn);
  const answer = (reply: PaidReply | undefined) => {
    const view = viewOf(search, 'full');
    const shown = reply?.kind === 'answer' ? { ...reply, body: product.inView(reply.body, view) } : reply;
    const response = replyPaid(exchange, shown, reading, limits);
    if (!reply || !prefersPage(c.req.header('Accept'))) return response;
    // Whoever has sent a payment or signed in is a program, and reads why it was refused as data.
    const isProgram = reading.kind !== 'none' || signIn !== undefined;
    if (reply.kind === 'challenge' && isProgram) return response;
    const page = pages.write(product, reply, search, exchange);
    return page === undefined ? response : asPage(exchange, response, page);
  };
  return sold instanceof Promise ? sold.then(answer) : answer(sold);
}

/** Keeps status and headers, in words for a person. */
function asPage(
  exchange: Exchange,
  { status, headers }: Response,
  { text, headers: own }: WrittenPage,
): Response {
  const { encoding } = exchange;
  return new Response(encoding ? pack(text, encoding) : text, {
    status,
    headers: {
      ...Object.fromEntries(headers),
      ...lowerCase(own),
      vary: `Accept, ${LANGUAGE}, Accept-Encoding`,
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

const lowerCase = (headers: ReplyHeaders): ReplyHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/**
 * Reads the payment of a request; the newer header wins. One with HEAD is ignored, which is never sold anything: its
 * answer would be thrown away.
 */
function readPayment(c: HttpContext): PaymentReading {
  if (c.req.method === 'HEAD') return { kind: 'none' };
  const signature = c.req.header('PAYMENT-SIGNATURE');
  if (signature !== undefined) return decodePayment(signature, 'PAYMENT-SIGNATURE');
  const legacy = c.req.header('X-PAYMENT');
  return legacy === undefined ? { kind: 'none' } : decodePayment(legacy, 'X-PAYMENT');
}

function wantsVersionOne(c: HttpContext, search: URLSearchParams): boolean {
  if (search.get(VERSION_PARAMETER) === '1' || c.req.header('X-X402-Version') === '1') return true;
  // A caller who sends both headers speaks version 2, and has sent the other for services that do not.
  return c.req.header('PAYMENT-SIGNATURE') === undefined && c.req.header('X-PAYMENT') !== undefined;
}

/** nginx's number for a caller who has left; nobody reads it. */
const CLIENT_CLOSED_REQUEST = 499;

export function replyPaid(
  exchange: Exchange,
  reply: PaidReply | undefined,
  reading: PaymentReading,
  limits: Pick<Limits, 'policyOf'>,
): Response {
  if (!reply) return replyEmpty(exchange, CLIENT_CLOSED_REQUEST, NO_STORE);
  exchange.requestId = reply.requestId ?? exchange.requestId;
  const receipt = reply.receipt && 'header' in reading ? receiptHeaders(reply.receipt, reading.header) : {};
  switch (reply.kind) {
    case 'answer':
      if (reply.handedOut) exchange.whenSent(reply.handedOut);
      return replyJson(exchange, 200, reply.body, { ...NO_STORE, ...receipt });
    case 'challenge':
      return replyChallenge(exchange, reply.challenge, receipt);
    case 'failure':
      return replyFailure(exchange, reply.failure, { ...policyHeaders(reply.failure, limits), ...receipt });
  }
}

function policyHeaders(
  failure: (PaidReply & { kind: 'failure' })['failure'],
  { policyOf }: Pick<Limits, 'policyOf'>,
): ReplyHeaders {
  const policy = isServiceError(failure, 'rate_limited') ? policyOf(failure.details.limit) : undefined;
  if (!policy) return {};
  const resetSeconds = failure.retryAfterSeconds ?? 0;
  return limitHeaders({ limit: policy.limit, remaining: 0, resetSeconds }, policy);
}

/**
 * Texts of challenges: a body is one object for many callers, and only the request id is new each time. Writing one
 * anew takes 12 µs of processor time, a quarter of what an unpaid call takes in all.
 */
const keptTexts = new WeakMap<PaymentAnswer['body'], Buffer>();

function replyChallenge(exchange: Exchange, made: PaymentAnswer, receipt: ReplyHeaders): Response {
  let text = keptTexts.get(made.body);
  if (text === undefined) {
    text = Buffer.from(jsonWithDisclaimer(made.body).slice(0, -1));
    keptTexts.set(made.body, text);
  }
  const body = Buffer.concat([text, Buffer.from(`,"requestId":"${exchange.requestId}"}`)]);
  return replyBytes(exchange, made.status, body, 'application/json', { ...made.headers, ...receipt });
}
