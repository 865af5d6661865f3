import type { Hono } from 'hono';
import { RateLimited } from '../../failures/rate-limited.ts';
import { type HeaderReading, readPaymentHeaders } from '../../payments/header.ts';
import type { Offer } from '../../payments/requirements.ts';
import type { Listing } from '../../products/product.ts';
import type { Checkout } from '../checkout.ts';
import type { PaidPages } from '../web/paid-pages.ts';
import { limitHeaders } from './limits/limit-headers.ts';
import { prefersPage } from './prefers-page.ts';
import type { HttpContext, HttpEnv, ReplyHeaders } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { replyOutcome } from './reply-outcome.ts';
import { addRoute } from './routes.ts';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  checkout: Checkout<Knowledge>;
  offerOf(product: Listing<Knowledge>): Offer;
  pages: PaidPages;
}

/** Says which challenge body a caller wants; no product has a parameter of this name. */
const VERSION_PARAMETER = 'x402Version';

/** Everything that is sold, each behind the gate. */
export function addPaidRoutes<Knowledge>(
  app: Hono<HttpEnv>,
  { products, checkout, offerOf, pages }: Options<Knowledge>,
): void {
  for (const product of products) {
    const offer = offerOf(product);
    addRoute(app, product.path, { get: (c) => sell(c, checkout, product, offer, pages) });
  }
}

async function sell<Knowledge>(
  c: HttpContext,
  checkout: Checkout<Knowledge>,
  product: Listing<Knowledge>,
  offer: Offer,
  pages: PaidPages,
): Promise<Response> {
  const { exchange } = c.env;
  const search = searchOf(c.req.url);
  const bodyVersion = wantsVersionOne(c, search) ? 1 : 2;
  // Another version is a parameter that nobody knows, and is told as one.
  if (['1', '2'].includes(search.getAll(VERSION_PARAMETER).join())) search.delete(VERSION_PARAMETER);
  const reading = readPayment(c);
  const bought = await checkout.buy(product, {
    search,
    reading,
    offer,
    clientKey: exchange.clientKey,
    get signal() {
      return c.req.raw.signal;
    },
  });
  if (bought.kind === 'limited') {
    const { decision } = bought;
    return replyFailure(exchange, new RateLimited(decision.resetSeconds), limitHeaders(decision));
  }
  const response = replyOutcome(exchange, bought, offer, bodyVersion);
  if (!prefersPage(c.req.header('Accept'))) return response;
  // Who has sent a payment is a program, and reads why it was refused as data.
  if (bought.kind === 'challenge' && reading.outcome !== 'none') return response;
  const page = pages.write(product.slug, bought, search);
  return page === undefined ? response : asPage(response, page);
}

/** The same status and headers, told to a person. */
function asPage({ status, headers }: Response, page: { text: string; headers: ReplyHeaders }): Response {
  return new Response(page.text, {
    status,
    headers: { ...Object.fromEntries(headers), ...lowerCase(page.headers), vary: 'Accept' },
  });
}

function lowerCase(headers: ReplyHeaders): ReplyHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A HEAD is never sold anything: its answer would be thrown away. */
function readPayment(c: HttpContext): HeaderReading {
  if (c.req.method === 'HEAD') return { outcome: 'none' };
  return readPaymentHeaders({
    paymentSignature: c.req.header('PAYMENT-SIGNATURE'),
    xPayment: c.req.header('X-PAYMENT'),
  });
}

function wantsVersionOne(c: HttpContext, search: URLSearchParams): boolean {
  if (search.get(VERSION_PARAMETER) === '1' || c.req.header('X-X402-Version') === '1') return true;
  // Who sends both headers speaks version 2 and has sent the other for services that do not.
  return c.req.header('PAYMENT-SIGNATURE') === undefined && c.req.header('X-PAYMENT') !== undefined;
}

function searchOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}
