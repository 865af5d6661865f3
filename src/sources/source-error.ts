export type FaultKind =
  | 'unreachable'
  | 'timeout'
  | 'throttled'
  | 'server_error'
  | 'refused'
  | 'not_json'
  | 'too_large'
  | 'unexpected_shape'
  | 'temporary'
  | 'resting';

interface FaultDetails {
  status?: number | undefined;
  /** A short code or place inside the answer; never a URL, a VIN or text of the answer. */
  detail?: string | undefined;
  retryAfterMs?: number | undefined;
}

const RETRIED: ReadonlySet<FaultKind> = new Set([
  'unreachable',
  'timeout',
  'throttled',
  'server_error',
  'not_json',
  'temporary',
]);

/** Faults of one answer, not of the source as a whole; they must not keep other vehicles from it. */
const OF_ONE_ANSWER: ReadonlySet<FaultKind> = new Set(['too_large', 'unexpected_shape']);

/** Why a source gave no usable answer. Travels as the `cause` of upstream_unavailable, for logs and health. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FaultKind, details: FaultDetails = {}) {
    const parts = [kind, details.status, details.detail].filter((part) => part !== undefined);
    super(parts.join(' '));
    this.kind = kind;
    this.status = details.status;
    this.detail = details.detail;
    this.retryAfterMs = details.retryAfterMs;
  }

  get worthRetrying(): boolean {
    return RETRIED.has(this.kind);
  }

  get countsAgainstSource(): boolean {
    return !OF_ONE_ANSWER.has(this.kind);
  }
}
