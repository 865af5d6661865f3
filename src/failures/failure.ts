/**
 * Something that keeps a caller from an answer. Each kind is a class of its own with a literal `code`,
 * a sentence that says what to do, and the fields a program needs. No failure is ever charged.
 */
export abstract class Failure extends Error {
  abstract readonly code: string;

  /** The fields that this code adds to the error body. */
  get details(): Record<string, unknown> {
    return {};
  }

  /** Present when trying again later makes sense; becomes `Retry-After`. */
  get retryAfterSeconds(): number | undefined {
    return undefined;
  }
}
