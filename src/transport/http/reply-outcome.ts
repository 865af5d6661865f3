import type { Failure } from '../../failures/failure.ts';
import { PaymentIdentifierConflict } from '../../failures/payment-identifier-conflict.ts';
import { PaymentServiceUnavailable } from '../../failures/payment-service-unavailable.ts';
import { RateLimited } from '../../failures/rate-limited.ts';
import { SettlementPending } from '../../failures/settlement-pending.ts';
import {
  type BodyVersion,
  challenge,
  malformedPayment,
  type PaymentAnswer,
} from '../../payments/challenge.ts';
import type { Outcome } from '../../payments/outcome.ts';
import { receiptHeaders } from '../../payments/receipt.ts';
import type { Offer } from '../../payments/requirements.ts';
import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../../payments/strikes.ts';
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

/** Says in HTTP how a call of something paid ended. */
export function replyOutcome(
  exchange: Exchange,
  outcome: Outcome,
  offer: Offer,
  bodyVersion: BodyVersion,
): Response {
  const fail = (failure: Failure, headers?: ReplyHeaders) => replyFailure(exchange, failure, headers);
  switch (outcome.kind) {
    case 'challenge':
      return replyPaymentAnswer(exchange, challenge(offer, outcome.reason, bodyVersion));
    case 'malformed':
      return replyPaymentAnswer(exchange, malformedPayment(offer, outcome.malformed, bodyVersion));
    case 'failed':
      return replyPaymentAnswer(
        exchange,
        challenge(offer, outcome.reason, bodyVersion),
        receiptHeaders(outcome.payee, { success: false, reason: outcome.reason }),
      );
    case 'settled':
      return replyJson(
        exchange,
        200,
        { ...outcome.body, charged: true },
        {
          ...NO_STORE,
          ...receiptHeaders(outcome.payee, { success: true, transaction: outcome.transaction }),
        },
      );
    case 'uncharged':
      return replyJson(exchange, 200, { ...outcome.body, charged: false });
    case 'pending': {
      const { payee, transaction } = outcome;
      return fail(
        new SettlementPending(outcome.retryAfterSeconds),
        receiptHeaders(payee, {
          success: false,
          reason: 'settlement_pending',
          ...(transaction !== undefined && { transaction }),
        }),
      );
    }
    case 'unavailable':
      return fail(new PaymentServiceUnavailable(outcome.retryAfterSeconds));
    case 'slowed':
      return fail(new RateLimited(outcome.retryAfterSeconds), strikeHeaders(outcome.retryAfterSeconds));
    case 'conflict':
      return fail(new PaymentIdentifierConflict());
    case 'failure':
      return fail(outcome.failure);
    case 'aborted':
      return replyEmpty(exchange, CLIENT_CLOSED_REQUEST, NO_STORE);
  }
}

/** A payer is counted by the settlements of his that failed. */
function strikeHeaders(resetSeconds: number): ReplyHeaders {
  const windowSeconds = STRIKES_WINDOW_MS / 1_000;
  return limitHeaders({ limit: MAX_STRIKES, remaining: 0, resetSeconds }, { by: 'payer', windowSeconds });
}

/** Challenges are made once and never change, so their text is kept; only the request id is new each time. */
const keptTexts = new WeakMap<PaymentAnswer, string>();

function replyPaymentAnswer(exchange: Exchange, answer: PaymentAnswer, receipt: ReplyHeaders = {}): Response {
  let text = keptTexts.get(answer);
  if (text === undefined) {
    text = jsonWithDisclaimer(answer.body).slice(0, -1);
    keptTexts.set(answer, text);
  }
  const body = `${text},"requestId":"${exchange.requestId}"}`;
  return replyText(exchange, answer.status, body, 'application/json', { ...answer.headers, ...receipt });
}
