/**
 * Something that keeps a caller from an answer. Each kind is a class of its own with a literal `code`,
 * a sentence that says what to do, and the fields a program needs. No failure is ever charged.
 */
export abstract class Failure extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    // An expected outcome, not a bug: collecting a stack would cost more than the rest of the answer.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = limit;
  }

  /** The fields that this code adds to the error body. */
  get details(): Record<string, unknown> {
    return {};
  }

  /** Present when trying again later makes sense; becomes `Retry-After`. */
  get retryAfterSeconds(): number | undefined {
    return undefined;
  }
}
