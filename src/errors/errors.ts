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
/** What can keep a product from an answer although its parameters are right. */
export type ProductErrorCode = keyof typeof productErrors;
type ChallengeCode = keyof typeof challengeErrors;
/** What is thrown and replied to as an error; the other codes are replied to with a challenge. */
export type FailureCode = Exclude<ErrorCode, ChallengeCode>;
export type CodeWithStatus<Status extends number> = {
  [Code in ErrorCode]: Errors[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

/** True of every row; said once more, because the compiler cannot see it through the parameter of a type. */
interface MaybeRetry {
  readonly retryAfterSeconds?: number;
}

/** What an error of each code is made from. */
export type ErrorInputs = {
  [Code in ErrorCode]: Errors[Code] extends ErrorRow<infer Input> ? Input & MaybeRetry : never;
};

/** In the order of the table. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

const hasStatus = <Status extends number>(code: ErrorCode, status: Status): code is CodeWithStatus<Status> =>
  errors[code].status === status;

export const isFailureCode = (code: ErrorCode): code is FailureCode => !Object.hasOwn(challengeErrors, code);

export function codesWithStatus<const Status extends number>(status: Status): CodeWithStatus<Status>[] {
  return errorCodes.filter((code) => hasStatus(code, status));
}
