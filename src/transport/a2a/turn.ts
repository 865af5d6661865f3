import type { Part, Task } from '@a2a-js/sdk';
import type { Told } from '../tell-bought.ts';
import { paymentErrorCode, x402Keys } from './x402-extension.ts';

/** What the agent says next on a task. */
export interface Turn {
  state: Task['status']['state'];
  text: string;
  /** Said besides the text, such as the body of an error. */
  data?: object;
  metadata?: Record<string, unknown>;
  /** The answer itself; only with `completed`. */
  answer?: object;
}

const CHARGED = 'Here is the answer; the payment is settled.';
const UNCHARGED = 'Here is what could be found. It is not worth your money: nothing was charged.';

/** Asks for the payment of an order. */
export function askPayment(text: string, required: object): Turn {
  return {
    state: 'input-required',
    text,
    metadata: { [x402Keys.status]: 'payment-required', [x402Keys.required]: required },
  };
}

/** Tells how the payment of an order ended; `undefined` where nobody is left to tell. */
export function tellPayment(told: Told): Turn | undefined {
  switch (told.kind) {
    case 'answer':
      return told.receipt
        ? {
            state: 'completed',
            text: CHARGED,
            answer: told.body,
            metadata: { [x402Keys.status]: 'payment-completed', [x402Keys.receipts]: [told.receipt] },
          }
        : {
            state: 'completed',
            text: UNCHARGED,
            answer: told.body,
            metadata: { [x402Keys.status]: 'payment-verified', [x402Keys.receipts]: [] },
          };
    case 'payment':
      // Nothing was submitted that could be read: the task stays as it was.
      return told.code === 'invalid_payment_payload'
        ? askPayment(told.message, told.body)
        : { state: 'failed', text: told.message, data: told.body, metadata: describeFailure(told) };
    case 'failure':
      return told.retryAfterSeconds === undefined
        ? { state: 'failed', text: told.message, data: told.body, metadata: describeFailure(told) }
        : {
            state: 'input-required',
            text: `${told.message} Send the same payment to this task again in ${told.retryAfterSeconds} seconds; do not sign another.`,
            data: told.body,
            metadata: {
              [x402Keys.status]: 'payment-submitted',
              ...(told.receipt && { [x402Keys.receipts]: [told.receipt] }),
            },
          };
    case 'nobody':
      return undefined;
  }
}

function describeFailure({ code, receipt }: Exclude<Told, { kind: 'nobody' } | { kind: 'answer' }>) {
  return {
    [x402Keys.status]: 'payment-failed',
    [x402Keys.error]: paymentErrorCode(code),
    [x402Keys.receipts]: receipt ? [receipt] : [],
  };
}

export function partsOf({ text, data }: Turn): Part[] {
  return [{ kind: 'text', text }, ...(data ? [{ kind: 'data', data: { ...data } } satisfies Part] : [])];
}
