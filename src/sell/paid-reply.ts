import type { AnyServiceError } from '../errors/service-error.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import type { Outcome, SoldAnswer } from '../payments/sale/call.ts';
import {
  type BodyVersion,
  challenge,
  malformedPayment,
  type PaymentAnswer,
} from '../payments/wire/challenge.ts';
import { type Receipt, type SignedReceipt, signReceipt } from '../payments/wire/receipt.ts';
import type { Offer } from '../payments/wire/requirements.ts';

/** Reply of any transport to a call of something paid; how it is wrapped is the transport's own. */
export type PaidReply =
  | {
      kind: 'answer';
      body: object;
      receipt?: SignedReceipt;
      handedOut?: NonNullable<SoldAnswer['handedOut']>;
    }
  /** Price, or why this payment was not taken. The request id is the transport's to add. */
  | { kind: 'challenge'; code: string; message: string; challenge: PaymentAnswer; receipt?: Receipt }
  | { kind: 'failure'; failure: AnyServiceError; receipt?: Receipt };

/** Turns each outcome into its reply, here and nowhere else; `undefined` where nobody is there any more. */
export function replyTo(outcome: Outcome, offer: Offer, version: BodyVersion): PaidReply | undefined {
  switch (outcome.kind) {
    case 'answer': {
      const { kind, body, charged, paidBefore, receipt, ...rest } = outcome;
      return {
        kind,
        body: { ...body, charged, ...(paidBefore && { paidBefore }) },
        ...(receipt && { receipt: signReceipt(receipt, offer) }),
        ...rest,
      };
    }
    case 'challenge':
      return asChallenge(challenge(offer, outcome.reason, version), outcome.receipt);
    case 'malformed':
      return asChallenge(malformedPayment(offer, outcome.malformed, version));
    case 'failure':
      return outcome;
    case 'gone':
      return undefined;
  }
}

function asChallenge(made: PaymentAnswer, receipt?: Receipt): PaidReply {
  const { error, message } = made.body;
  return {
    kind: 'challenge',
    code: String(error),
    message: String(message),
    challenge: made,
    ...(receipt && { receipt }),
  };
}

/** A reply for transports whose every answer is one JSON object. */
export interface ObjectReply {
  kind: PaidReply['kind'];
  body: object;
  /** Present on everything but an answer. */
  code?: string;
  message?: string;
  /** Seconds after which the same payment may be sent again. */
  retryAfterSeconds?: number;
  receipt?: SignedReceipt;
  handedOut?: NonNullable<SoldAnswer['handedOut']>;
}

export function asObject(reply: PaidReply, requestId: string): ObjectReply {
  if (reply.kind === 'answer') return { ...reply, body: { ...reply.body, disclaimer } };
  if (reply.kind === 'failure') {
    return { ...failureAsObject(reply.failure, requestId), ...(reply.receipt && { receipt: reply.receipt }) };
  }
  const { challenge: made, ...rest } = reply;
  return { ...rest, body: { ...made.body, requestId, disclaimer } };
}

export function failureAsObject(
  failure: AnyServiceError,
  requestId: string,
): ObjectReply & { message: string } {
  const { code, message, retryAfterSeconds } = failure;
  return {
    kind: 'failure',
    code,
    message,
    body: { ...failure.body(requestId), disclaimer },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
