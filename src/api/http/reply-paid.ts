import { isServiceError } from '../../errors/service-error.ts';
import type { PaymentAnswer } from '../../payments/wire/challenge.ts';
import type { PaymentReading } from '../../payments/wire/header.ts';
import { receiptHeaders } from '../../payments/wire/receipt.ts';
import { policyOf } from '../limits/limit-table.ts';
import type { PaidReply } from '../paid-reply.ts';
import { limitHeaders } from './limits/limit-headers.ts';
import {
  type Exchange,
  jsonWithDisclaimer,
  NO_STORE,
  type ReplyHeaders,
  replyEmpty,
  replyJson,
  replyText,
} from './reply.ts';
import { replyFailure } from './reply-failure.ts';

/** nginx's number for a caller who has left; nobody reads it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Writes a paid reply as HTTP. */
export function replyPaid(
  exchange: Exchange,
  reply: PaidReply | undefined,
  reading: PaymentReading,
): Response {
  if (!reply) return replyEmpty(exchange, CLIENT_CLOSED_REQUEST, NO_STORE);
  const receipt = reply.receipt && 'header' in reading ? receiptHeaders(reply.receipt, reading.header) : {};
  switch (reply.kind) {
    case 'answer':
      if (reply.handedOut) exchange.whenSent(reply.handedOut);
      return replyJson(exchange, 200, reply.body, { ...NO_STORE, ...receipt });
    case 'challenge':
      return replyChallenge(exchange, reply.challenge, receipt);
    case 'failure':
      return replyFailure(exchange, reply.failure, { ...policyHeaders(reply.failure), ...receipt });
  }
}

function policyHeaders(failure: (PaidReply & { kind: 'failure' })['failure']): ReplyHeaders {
  const policy = isServiceError(failure, 'rate_limited') ? policyOf(failure.details.limit) : undefined;
  if (!policy) return {};
  const resetSeconds = failure.retryAfterSeconds ?? 0;
  return limitHeaders({ limit: policy.limit, remaining: 0, resetSeconds }, policy);
}

/** The body of a challenge is one object for many callers, so its text is kept; only the request id is new each time. */
const keptTexts = new WeakMap<PaymentAnswer['body'], string>();

function replyChallenge(exchange: Exchange, made: PaymentAnswer, receipt: ReplyHeaders): Response {
  let text = keptTexts.get(made.body);
  if (text === undefined) {
    text = jsonWithDisclaimer(made.body).slice(0, -1);
    keptTexts.set(made.body, text);
  }
  const body = `${text},"requestId":"${exchange.requestId}"}`;
  return replyText(exchange, made.status, body, 'application/json', { ...made.headers, ...receipt });
}
