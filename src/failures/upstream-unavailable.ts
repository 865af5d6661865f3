import { RetryLater } from './retry-later.ts';

export class UpstreamUnavailable extends RetryLater {
  readonly code = 'upstream_unavailable';
  override readonly name = 'UpstreamUnavailable';
  readonly source: string;

  constructor(source: string, retryAfterSeconds = 30, options?: ErrorOptions) {
    super(
      `The public data source ${source} cannot be reached just now; try again in a while.`,
      retryAfterSeconds,
      options,
    );
    this.source = source;
  }

  override get details() {
    return { source: this.source };
  }
}
