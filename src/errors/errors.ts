import type { ErrorRow } from './error-row.ts';
import { challengeErrors, paymentErrors } from './payment-errors.ts';
import { parameterErrors, productErrors } from './product-errors.ts';
import { requestErrors } from './request-errors.ts';

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
