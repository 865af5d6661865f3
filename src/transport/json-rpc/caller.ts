/** Who sent a message, as far as it concerns what he is told. */
export interface Caller {
  requestId: string;
  clientKey: string;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}
