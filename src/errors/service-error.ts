import type { ErrorRow } from './error-row.ts';
import { type ErrorInputs, errors, type FailureCode } from './errors.ts';

const rows: { readonly [Code in FailureCode]: ErrorRow<ErrorInputs[Code]> } = errors;

/** The codes without details. */
type BareCode = { [Code in FailureCode]: object extends ErrorInputs[Code] ? Code : never }[FailureCode];

/**
 * Something that keeps a caller from an answer: a row of the table of errors with the details of this time. Comparing
 * the code of an `AnyServiceError` gives the details their type.
 */
export class ServiceError<Code extends FailureCode> extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  readonly details: Omit<ErrorInputs[Code], 'retryAfterSeconds'>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code & BareCode);
  constructor(code: Code, details: ErrorInputs[Code], options?: ErrorOptions);
  constructor(code: Code, given?: ErrorInputs[Code], options?: ErrorOptions) {
    // Left out only for a code whose details may be empty.
    const input = given ?? ({} as ErrorInputs[Code]);
    const { retryAfterSeconds, ...details } = input;
    const row = rows[code];
    // Before the limit is changed: it may throw.
    const message = row.message(input);
    // An expected outcome, not a bug: collecting a stack would cost more than the rest of the answer.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.details = details;
    const fixed = row.retryAfterSeconds === 'given' ? undefined : row.retryAfterSeconds;
    this.retryAfterSeconds = retryAfterSeconds ?? fixed;
  }

  get status(): number {
    return rows[this.code].status;
  }

  /** The error body of the interface, without the disclaimer that every JSON object carries. */
  body(requestId: string): Record<string, unknown> {
    const { charged, unsent } = rows[this.code];
    const { retryAfterSeconds } = this;
    const body: Record<string, unknown> = { error: this.code, message: this.message, charged, requestId };
    if (retryAfterSeconds !== undefined) body.retryAfterSeconds = retryAfterSeconds;
    for (const [name, value] of Object.entries(this.details)) if (!unsent.includes(name)) body[name] = value;
    return body;
  }
}

export type AnyServiceError = { [Code in FailureCode]: ServiceError<Code> }[FailureCode];

/** Tells whether an error of the table was thrown, and of this code where one is given. */
export function isServiceError<Code extends FailureCode = FailureCode>(
  thrown: unknown,
  code?: Code,
): thrown is Extract<AnyServiceError, { code: Code }> {
  return thrown instanceof ServiceError && (code === undefined || thrown.code === code);
}
