import type { ServerResponse } from 'node:http';
import type { Context, Hono } from 'hono';
import { type AnyServiceError, isServiceError, ServiceError } from '../errors/service-error.ts';
import { type Encoding, LEAST_PACKED_CHARACTERS, pack, type ReadyText } from '../lib/bodies.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { whenThere } from '../lib/on-demand.ts';
import type { RequestBody } from './request.ts';

export interface Exchange {
  requestId: string;
  /** Key by which the caller is counted; worked out only where something is limited. */
  readonly clientKey: string;
  /** The pattern of the path, for logs and metrics; the path itself may hold anything. */
  route: string;
  /** Body of the request if it has one, read before anything else is done. */
  readonly body?: RequestBody;
  /** Writes a failure as a page for a person in a browser; nothing where JSON is wanted. */
  failurePage?(failure: AnyServiceError): WrittenPage | undefined;
  /** Writes a page in the words of who asked for it. */
  inLocale?(page: string): string;
  /** Packing of a long text on its way to the caller. */
  readonly encoding?: Encoding | undefined;
  /** Headers that say how the caller stands with a limit; on every answer from when it was counted. */
  standing?: ReplyHeaders;
  /** Calls the function once, with whether the response was sent whole. */
  whenSent(note: (whole: boolean) => void): void;
}

export interface WrittenPage {
  text: string;
  headers: ReplyHeaders;
}

export interface HttpEnv {
  Bindings: { exchange: Exchange };
}

export type HttpContext = Context<HttpEnv>;
export type HttpApp = Hono<HttpEnv>;

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

/** Plain objects all the way: the server writes them without building a Headers object. */
export const NO_STORE: ReplyHeaders = { 'Cache-Control': 'no-store' };

const HTML_TYPE = 'text/html; charset=utf-8';
/** The headers that decide on the words of a page, for caches. */
export const LANGUAGE = 'Accept-Language';

/** Replies with the disclaimer added; never stored by anyone unless the headers say so. */
export function replyJson(
  exchange: Exchange,
  status: number,
  body: object,
  headers: ReplyHeaders = NO_STORE,
): Response {
  return replyText(exchange, status, jsonWithDisclaimer(body), 'application/json', headers);
}

export function jsonWithDisclaimer(body: object): string {
  return JSON.stringify({ ...body, disclaimer });
}

export function replyText(
  exchange: Exchange,
  status: number,
  text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  contentType: string,
  headers: ReplyHeaders,
): Response {
  if (contentType === HTML_TYPE && typeof text === 'string') {
    const vary = headers.Vary === undefined ? LANGUAGE : `${headers.Vary}, ${LANGUAGE}`;
    const page = Buffer.from(exchange.inLocale?.(text) ?? text);
    return replyBytes(exchange, status, page, contentType, { ...headers, Vary: vary });
  }
  if (typeof text === 'string' && text.length >= LEAST_PACKED_CHARACTERS)
    return replyBytes(exchange, status, Buffer.from(text), contentType, headers);
  const all = withCommonHeaders(exchange, { 'Content-Type': contentType }, headers);
  return new Response(text, { status, headers: all });
}

/**
 * Replies with a text that is long enough to be packed, as bytes: Node joins a text with its headers, and encodes both.
 */
export function replyBytes(
  exchange: Exchange,
  status: number,
  text: Buffer<ArrayBuffer>,
  contentType: string,
  headers: ReplyHeaders,
): Response {
  const all = withCommonHeaders(exchange, { 'Content-Type': contentType }, headers);
  const { encoding } = exchange;
  markPacked(all, encoding);
  return new Response(encoding ? pack(text, encoding) : text, { status, headers: all });
}

export function replyReady(
  exchange: Exchange,
  ready: ReadyText,
  contentType: string,
  headers: ReplyHeaders,
): Response | Promise<Response> {
  const all = withCommonHeaders(exchange, { 'Content-Type': contentType }, headers);
  const encoding = ready.isLong ? exchange.encoding : undefined;
  if (ready.isLong) markPacked(all, encoding);
  return whenThere(ready.bytes(encoding), (bytes) => new Response(bytes, { status: 200, headers: all }));
}

/** Has caches keep the forms of a text apart; its tag is of what it says, not of its bytes. */
function markPacked(headers: ReplyHeaders, encoding: Encoding | undefined): void {
  headers.Vary = headers.Vary === undefined ? 'Accept-Encoding' : `${headers.Vary}, Accept-Encoding`;
  if (encoding === undefined) return;
  headers['Content-Encoding'] = encoding;
  if (headers.ETag?.startsWith('"')) headers.ETag = `W/${headers.ETag}`;
}

export function replyEmpty(exchange: Exchange, status: number, headers: ReplyHeaders): Response {
  return new Response(null, { status, headers: withCommonHeaders(exchange, {}, headers) });
}

/** Assigns one after the other: on every answer, and several times as fast as spreading. */
function withCommonHeaders(
  { requestId, standing }: Exchange,
  own: ReplyHeaders,
  more: ReplyHeaders,
): ReplyHeaders {
  own['X-Request-Id'] = requestId;
  own['Access-Control-Allow-Origin'] = '*';
  own['Access-Control-Expose-Headers'] = EXPOSED_HEADERS;
  own['Content-Security-Policy'] = "default-src 'none'; frame-ancestors 'none'";
  own['X-Content-Type-Options'] = 'nosniff';
  for (const headers of [standing, more]) {
    for (const name in headers) {
      const value = headers[name];
      if (value !== undefined) own[name] = value;
    }
  }
  return own;
}

/**
 * Calls the function once: with true when the operating system has taken the whole response, with false when the
 * connection closed before that.
 */
export function whenSent(response: ServerResponse, note: (whole: boolean) => void): void {
  if (response.destroyed || response.writableFinished) {
    note(response.writableFinished);
    return;
  }
  const conclude = (whole: boolean) => {
    response.off('finish', finish).off('close', close);
    note(whole);
  };
  const finish = () => conclude(true);
  const close = () => conclude(response.writableFinished);
  response.once('finish', finish).once('close', close);
}

export function replyFailure(
  exchange: Exchange,
  failure: AnyServiceError,
  headers: ReplyHeaders = {},
): Response {
  const { status, retryAfterSeconds } = failure;
  const own = {
    ...NO_STORE,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...headers,
  };
  const page = exchange.failurePage?.(failure);
  return page === undefined
    ? replyJson(exchange, status, failure.body(exchange.requestId), own)
    : replyText(exchange, status, page.text, HTML_TYPE, { ...own, ...page.headers, Vary: 'Accept' });
}

/** Treats anything thrown that is not an error of the table as a fault of ours; its text stays inside. */
export function asFailure(thrown: unknown): AnyServiceError {
  return isServiceError(thrown) ? thrown : new ServiceError('internal', {}, { cause: thrown });
}
