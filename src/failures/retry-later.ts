import { Failure } from './failure.ts';

/** A failure that passes by itself, after a time that is known only when it happens. */
export abstract class RetryLater extends Failure {
  readonly #retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get retryAfterSeconds(): number {
    return this.#retryAfterSeconds;
  }
}
