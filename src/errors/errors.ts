import { z } from 'zod';
import { MAX_HEADER_BYTES, MAX_MESSAGE_BYTES, MAX_URL_BYTES } from '../lib/terms.ts';
import { type ErrorRow, errorRow } from './error-row.ts';
import { parameterErrors, productErrors } from './product-errors.ts';

/** The errors that are replied to with a challenge: no payment came, or one that was not taken. */
export const challengeErrors = {
  invalid_payment_payload: errorRow({
    status: 400,
    when: 'The payment header cannot be read. The answer carries a fresh challenge, as body and as PAYMENT-REQUIRED.',
    details: {
      reason: z.string().describe('empty, too_long, not_base64, not_json, malformed and the like'),
      problem: z.string(),
    },
    unsent: ['problem'],
    message: ({ problem }) => problem,
    headers: ['PAYMENT-REQUIRED'],
  }),
  payment_required: errorRow({
    status: 402,
    when: 'The call came without a payment.',
    message: 'Pay for this call: sign one of the payments in accepts and repeat the request with it.',
  }),
  payment_invalid: errorRow({
    status: 402,
    when: 'The payment is not one that was asked for, or the contract refuses it.',
    message: 'Sign a payment that fits one of accepts exactly and repeat the request with it.',
  }),
  payment_expired: errorRow({
    status: 402,
    when: 'The authorization has ended or ends before it could be settled.',
    message:
      'The authorization has expired or is too close to it; sign a new one that is valid for maxTimeoutSeconds.',
  }),
  payment_not_yet_valid: errorRow({
    status: 402,
    when: 'The authorization begins later than now.',
    message: 'The authorization is not valid yet; set validAfter to a time in the past.',
  }),
  wrong_amount: errorRow({
    status: 402,
    when: 'The payment is for more or less than the price.',
    message: 'Sign for exactly the amount in accepts.',
  }),
  wrong_recipient: errorRow({
    status: 402,
    when: 'The payment is for somebody else.',
    message: 'Sign for the payTo address in accepts.',
  }),
  wrong_network: errorRow({
    status: 402,
    when: 'The payment is for another network.',
    message: 'Pay on the network in accepts.',
  }),
  invalid_signature: errorRow({
    status: 402,
    when: 'The payer did not sign this authorization.',
    message: 'The signature is not that of the payer; sign the authorization again.',
  }),
  payment_already_used: errorRow({
    status: 402,
    when: 'The authorization was used or cancelled before.',
    message: 'This authorization has been used or cancelled; sign a new one.',
  }),
  insufficient_funds: errorRow({
    status: 402,
    when: 'The wallet holds less than the price.',
    message: 'The paying wallet does not hold enough USDC; fund it or pay from another one.',
  }),
  invalid_batch_settlement_evm_cumulative_amount_mismatch: errorRow({
    status: 402,
    when: 'The voucher is not for what its channel was charged and this call. The entry in accepts says what it stands at.',
    message:
      'The voucher does not follow on what this channel was charged; sign one for chargedCumulativeAmount in accepts and this call.',
  }),
  channel_closing: errorRow({
    status: 402,
    when: 'The payer has asked the contract to give back what is in the channel.',
    message: 'A withdrawal from this channel is under way; pay by another entry of accepts.',
  }),
  channel_wallet_unsupported: errorRow({
    status: 402,
    when: 'The channel names no key that signs its vouchers: payerAuthorizer is zero.',
    message:
      'The vouchers of a contract wallet cannot be checked; name a key of yours as payerAuthorizer, or pay by another entry of accepts.',
  }),
  settlement_failed: errorRow({
    status: 402,
    when: 'The answer was computed, but the settlement took nothing.',
    message: 'The payment could not be settled and nothing was taken; sign a new one.',
  }),
};

/** The other errors of a payment; none of them may invite a second one. */
const paymentErrors = {
  payment_identifier_conflict: errorRow({
    status: 409,
    when: 'The id of the payment-identifier extension was already used for another request.',
    message: 'This payment identifier was used for another request; use a new identifier for a new request.',
  }),
  settlement_pending: errorRow({
    status: 503,
    when: 'The payment was sent to the chain but is not confirmed yet. Repeat the identical request with the same payment; sign no new one.',
    details: {
      payment: z.object({
        state: z.literal('pending'),
        transaction: z.string().optional().describe('Where it is known'),
      }),
    },
    message:
      'The payment is on its way but not yet confirmed. Repeat this very request with the same payment; do not sign a new one. The answer is kept for you.',
    retryAfterSeconds: 'given',
    charged: null,
    headers: ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'],
  }),
  answer_unreadable: errorRow({
    status: 503,
    when: 'The payment was settled minutes ago, and its answer was kept by another version of the service or under another secret. Repeat the identical request with the same payment; sign no new one.',
    details: { payment: z.object({ state: z.literal('settled'), transaction: z.string() }) },
    message:
      'This was paid for, but the instance that was asked cannot open the kept answer; another one may. Repeat this very request with the same payment; do not sign a new one. If that brings no answer within minutes, report the transaction and the requestId.',
    retryAfterSeconds: 'given',
    charged: null,
  }),
  payment_service_unavailable: errorRow({
    status: 503,
    when: 'Payments can be neither checked nor settled just now; nothing was taken.',
    message:
      'Payments cannot be checked or settled just now; nothing was taken. Repeat the request in a while.',
    retryAfterSeconds: 'given',
  }),
};

const sizeLimit = { limitBytes: z.number().int() };
const tooLarge =
  (part: string) =>
  ({ limitBytes }: { limitBytes: number }) =>
    `The ${part} of this request may have at most ${limitBytes} bytes.`;

/** The errors of any request, whatever it asks for. */
const requestErrors = {
  bad_request: errorRow({
    status: 400,
    when: 'The request is not HTTP, or names no host or an impossible one.',
    message: 'This is not a request that HTTP knows; check its first line and its headers.',
  }),
  not_found: errorRow({
    status: 404,
    when: 'There is nothing at this path.',
    details: {
      path: z.string(),
      didYouMean: z.string().exactOptional().describe('A path that there is and that is written much alike'),
    },
    message: ({ didYouMean }) =>
      `There is nothing at this path${didYouMean === undefined ? '.' : `; did you mean ${didYouMean}?`} ` +
      '/openapi.json and /llms.txt list what there is.',
  }),
  method_not_allowed: errorRow({
    status: 405,
    when: 'The path does not take this method; Allow lists those it takes.',
    details: { allowed: z.string() },
    unsent: ['allowed'],
    message: ({ allowed }) => `This path answers only ${allowed}.`,
    headers: ['Allow'],
  }),
  request_timeout: errorRow({
    status: 408,
    when: 'The headers of the request did not arrive in time.',
    message: 'The request did not arrive in time; send it again in one go.',
  }),
  body_too_large: errorRow({
    status: 413,
    when: `The message to an agent protocol is larger than ${MAX_MESSAGE_BYTES} bytes; reported in the \`error.data\` of JSON-RPC.`,
    details: sizeLimit,
    message: tooLarge('body'),
  }),
  url_too_long: errorRow({
    status: 414,
    when: `The URL is longer than ${MAX_URL_BYTES} bytes.`,
    details: sizeLimit,
    message: tooLarge('URL'),
  }),
  rate_limited: errorRow({
    status: 429,
    when: 'One client sent more requests than a limit allows, or the settlements of one payer failed too often; `limit` names the limit.',
    details: {
      limit: z
        .string()
        .describe('A path, unpaid_challenges, failed_payments, failed_settlements or open_requests'),
    },
    message: ({ limit, retryAfterSeconds }) =>
      `Too many requests (${limit}); try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds: 'given',
    headers: ['RateLimit', 'RateLimit-Policy'],
  }),
  headers_too_large: errorRow({
    status: 431,
    when: `The headers are larger than ${MAX_HEADER_BYTES / 1024} KiB.`,
    details: sizeLimit,
    message: tooLarge('headers'),
  }),
  internal: errorRow({
    status: 500,
    when: 'A fault of ours.',
    message: 'Something went wrong on our side; try again, and report the requestId if it stays.',
  }),
  overloaded: errorRow({
    status: 503,
    when: 'More requests are being answered than there is room for, or so many cars are being looked into for the first time that this one would not be in time.',
    message: 'The service has more work than it can do just now; try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  shutting_down: errorRow({
    status: 503,
    when: 'The service is being restarted.',
    message: 'The service is being restarted; try again in a few seconds.',
    retryAfterSeconds: 5,
  }),
  deadline_exceeded: errorRow({
    status: 504,
    when: 'The answer took longer than a request may take.',
    message:
      'The answer took longer than a request may take; try again, what was done so far makes it faster.',
    retryAfterSeconds: 5,
  }),
};

/**
 * Every error code of the service, one row each. HTTP replies, JSON-RPC errors, OpenAPI and the documents derive from
 * here; documents list the rows in this order.
 */
export const errors = {
  ...parameterErrors,
  ...productErrors,
  ...challengeErrors,
  ...paymentErrors,
  ...requestErrors,
};

type Errors = typeof errors;

export type ErrorCode = keyof Errors;
export type ProductErrorCode = keyof typeof productErrors;
type ChallengeCode = keyof typeof challengeErrors;
/** The codes that are thrown and replied to as an error; the others are replied to with a challenge. */
export type FailureCode = Exclude<ErrorCode, ChallengeCode>;
export type CodeWithStatus<Status extends number> = {
  [Code in ErrorCode]: Errors[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

/** The input of an error by its code. Each may say when to retry; the compiler cannot see that through a type parameter. */
export type ErrorInputs = {
  [Code in ErrorCode]: Errors[Code] extends ErrorRow<infer Input>
    ? Input & { readonly retryAfterSeconds?: number }
    : never;
};

export const errorCodes = Object.keys(errors) as ErrorCode[];

const hasStatus = <Status extends number>(code: ErrorCode, status: Status): code is CodeWithStatus<Status> =>
  errors[code].status === status;

export function codesWithStatus<const Status extends number>(status: Status): CodeWithStatus<Status>[] {
  return errorCodes.filter((code) => hasStatus(code, status));
}
