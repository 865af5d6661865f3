import { Failure } from './failure.ts';

export class RateLimited extends Failure {
  readonly code = 'rate_limited';
  override readonly name = 'RateLimited';
  readonly #retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} seconds.`);
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get retryAfterSeconds() {
    return this.#retryAfterSeconds;
  }
}
