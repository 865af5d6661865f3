import { Failure } from './failure.ts';

export class UpstreamUnavailable extends Failure {
  readonly code = 'upstream_unavailable';
  override readonly name = 'UpstreamUnavailable';
  readonly source: string;
  readonly #retryAfterSeconds: number;

  constructor(source: string, retryAfterSeconds = 30, options?: ErrorOptions) {
    super(`The public data source ${source} cannot be reached just now; try again in a while.`, options);
    this.source = source;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get details() {
    return { source: this.source };
  }

  override get retryAfterSeconds() {
    return this.#retryAfterSeconds;
  }
}
