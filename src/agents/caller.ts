/** Who sent a message, as far as it concerns the reply. */
export interface Caller {
  requestId: string;
  clientKey: string;
  /** The function given is called once: with whether the response was sent whole. */
  whenSent(note: (whole: boolean) => void): void;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}
