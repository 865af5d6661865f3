import type { Part } from '@a2a-js/sdk';
import type { ObjectReply } from '../../sell/paid-reply.ts';
import { part } from './messages.ts';
import { paymentErrorCode, x402Keys } from './x402-extension.ts';

/** What the agent says next on a task. */
export interface Turn {
  state: 'input-required' | 'completed' | 'failed' | 'canceled';
  text: string;
  /** Said besides the text, such as the body of an error. */
  data?: object;
  metadata?: Record<string, unknown>;
  /** The answer itself; only with `completed`. */
  answer?: object;
  /** The answer in a sentence or two, for those who read text only. */
  words?: string;
}

const CHARGED = 'Here is the answer; the payment is settled.';
const PAID_BEFORE = 'Here is the answer that you have paid for already; nothing more was charged.';
const UNCHARGED = 'Here is what could be found. It is not worth your money: nothing was charged.';

/** Asks for the payment of an order. */
export function askPayment(text: string, required: object): Turn {
  return {
    state: 'input-required',
    text,
    metadata: { [x402Keys.status]: 'payment-required', [x402Keys.required]: required },
  };
}

/** What follows from how the payment of an order ended. */
export function turnAfterPayment(reply: ObjectReply, inWords: (answer: object) => string | undefined): Turn {
  const { kind, code = '', message = '', body, receipt, retryAfterSeconds } = reply;
  if (kind === 'answer') {
    const status = receipt ? 'payment-completed' : 'payment-verified';
    return {
      state: 'completed',
      text: receipt ? CHARGED : 'paidBefore' in body ? PAID_BEFORE : UNCHARGED,
      answer: body,
      words: inWords(body) ?? CHARGED,
      metadata: { [x402Keys.status]: status, [x402Keys.receipts]: receipt ? [receipt] : [] },
    };
  }
  // Nothing was submitted that could be read: the task stays as it was.
  if (code === 'invalid_payment_payload') return askPayment(message, body);
  if (retryAfterSeconds === undefined) {
    return {
      state: 'failed',
      text: message,
      data: body,
      metadata: {
        [x402Keys.status]: 'payment-failed',
        [x402Keys.error]: paymentErrorCode(code),
        [x402Keys.receipts]: receipt ? [receipt] : [],
      },
    };
  }
  return {
    state: 'input-required',
    text: `${message} Send the same payment to this task again in ${retryAfterSeconds} seconds; do not sign another.`,
    data: body,
    metadata: {
      [x402Keys.status]: 'payment-submitted',
      ...(receipt && { [x402Keys.receipts]: [receipt] }),
    },
  };
}

export function partsOf({ text, data }: Turn): Part[] {
  return [
    part({ $case: 'text', value: text }, 'text/plain'),
    ...(data ? [part({ $case: 'data', value: { ...data } }, 'application/json')] : []),
  ];
}
