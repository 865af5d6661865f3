import { RetryLater } from './retry-later.ts';

export class RateLimited extends RetryLater {
  readonly code = 'rate_limited';
  override readonly name = 'RateLimited';

  constructor(retryAfterSeconds: number) {
    super(`Too many requests; try again in ${retryAfterSeconds} seconds.`, retryAfterSeconds);
  }
}
