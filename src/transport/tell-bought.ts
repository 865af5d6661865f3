import { disclaimer } from '../disclaimer.ts';
import type { Failure } from '../failures/failure.ts';
import { PaymentIdentifierConflict } from '../failures/payment-identifier-conflict.ts';
import { PaymentServiceUnavailable } from '../failures/payment-service-unavailable.ts';
import { RateLimited } from '../failures/rate-limited.ts';
import { SettlementPending } from '../failures/settlement-pending.ts';
import { type BodyVersion, challenge, malformedPayment } from '../payments/challenge.ts';
import { describeSettlement } from '../payments/receipt.ts';
import type { Offer } from '../payments/requirements.ts';
import type { Bought } from './checkout.ts';
import { failureBody } from './http/reply-failure.ts';

type Receipt = ReturnType<typeof describeSettlement>;

/** How a call of something paid ended, for transports whose every answer is one JSON object. */
export type Told =
  | { kind: 'answer'; body: object; receipt?: Receipt }
  /** What to pay, or why this payment was not taken. With a receipt where its settlement failed. */
  | { kind: 'payment'; code: string; message: string; body: object; receipt?: Receipt }
  /** No answer. Where `retryAfterSeconds` is given, the same payment may be sent again. */
  | {
      kind: 'failure';
      code: string;
      message: string;
      body: object;
      retryAfterSeconds?: number;
      receipt?: Receipt;
    }
  /** The caller has left. */
  | { kind: 'nobody' };

interface Telling {
  offer: Offer;
  version: BodyVersion;
  requestId: string;
}

export function tellBought(bought: Bought, telling: Telling): Told {
  const { offer, version, requestId } = telling;
  const fail = (failure: Failure) => tellFailure(failure, requestId);
  switch (bought.kind) {
    case 'settled':
      return {
        kind: 'answer',
        body: { ...bought.body, charged: true, disclaimer },
        receipt: describeSettlement(bought.payee, { success: true, transaction: bought.transaction }),
      };
    case 'uncharged':
      return { kind: 'answer', body: { ...bought.body, charged: false, disclaimer } };
    case 'challenge':
      return tellChallenge(challenge(offer, bought.reason, version).body, requestId);
    case 'malformed':
      return tellChallenge(malformedPayment(offer, bought.malformed, version).body, requestId);
    case 'failed': {
      const { payee, reason } = bought;
      const told = tellChallenge(challenge(offer, reason, version).body, requestId);
      return { ...told, receipt: describeSettlement(payee, { success: false, reason }) };
    }
    case 'pending': {
      const { payee, transaction, retryAfterSeconds } = bought;
      const notice = {
        success: false,
        reason: 'settlement_pending',
        ...(transaction !== undefined && { transaction }),
      } as const;
      return {
        ...fail(new SettlementPending(retryAfterSeconds)),
        receipt: describeSettlement(payee, notice),
      };
    }
    case 'unavailable':
      return fail(new PaymentServiceUnavailable(bought.retryAfterSeconds));
    case 'slowed':
      return fail(new RateLimited(bought.retryAfterSeconds));
    case 'limited':
      return fail(new RateLimited(bought.decision.resetSeconds));
    case 'conflict':
      return fail(new PaymentIdentifierConflict());
    case 'failure':
      return fail(bought.failure);
    case 'aborted':
      return { kind: 'nobody' };
  }
}

export function tellFailure(failure: Failure, requestId: string): Told & { kind: 'failure' } {
  const { code, message, retryAfterSeconds } = failure;
  return {
    kind: 'failure',
    code,
    message,
    body: { ...failureBody(failure, requestId), disclaimer },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

function tellChallenge(body: Record<string, unknown>, requestId: string): Told & { kind: 'payment' } {
  return {
    kind: 'payment',
    code: String(body.error),
    message: String(body.message),
    body: { ...body, requestId, disclaimer },
  };
}
