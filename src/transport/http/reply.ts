import type { Context } from 'hono';
import { disclaimer } from '../../disclaimer.ts';

/** What every handler knows about the request it answers. */
export interface Exchange {
  Variables: { requestId: string; clientKey: string; route: string };
}

export type HttpContext = Context<Exchange>;

export type ReplyHeaders = Record<string, string>;

const EXPOSED_HEADERS = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Link',
  'ETag',
].join(', ');

/** On every answer. Plain objects all the way: the server writes them without building a Headers object. */
const COMMON_HEADERS: ReplyHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
};

export const NO_STORE: ReplyHeaders = { 'Cache-Control': 'no-store' };

/** A JSON object with the disclaimer; never stored by anyone unless the headers say so. */
export function replyJson(
  c: HttpContext,
  status: number,
  body: object,
  headers: ReplyHeaders = NO_STORE,
): Response {
  return replyText(c, status, JSON.stringify({ ...body, disclaimer }), 'application/json', headers);
}

export function replyText(
  c: HttpContext,
  status: number,
  text: string | null,
  contentType: string,
  headers: ReplyHeaders,
): Response {
  return new Response(text, {
    status,
    headers: { ...COMMON_HEADERS, 'Content-Type': contentType, 'X-Request-Id': c.var.requestId, ...headers },
  });
}

export function replyEmpty(c: HttpContext, status: number, headers: ReplyHeaders): Response {
  return new Response(null, {
    status,
    headers: { ...COMMON_HEADERS, 'X-Request-Id': c.var.requestId, ...headers },
  });
}
