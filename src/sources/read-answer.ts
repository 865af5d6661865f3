import { z } from 'zod';

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

/** The reason for which a source gave no usable answer; the `cause` of upstream_unavailable, for logs and health. */
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

/** A field with a day, which `isoOf` brings into the form YYYY-MM-DD. What is no day of the calendar is a fault. */
export const dayField = (isoOf: (text: string) => string | undefined) =>
  z.string().transform((text, context) => {
    const day = isoOf(text.trim());
    const parsed = new Date(`${day}T00:00:00Z`);
    if (day && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)) return day;
    context.addIssue({ code: 'custom', message: 'is no date of the known format' });
    return z.NEVER;
  });

export interface Shape<T> {
  schema: z.ZodType<T>;
  /** True for a body that is an error in disguise and worth another try. */
  isTemporary?: (body: unknown) => boolean;
}

/** Reads JSON. New fields pass; a missing or changed one is a clear fault that says where, never what the value was. */
export function readJson<T>(bytes: Uint8Array, status: number, { schema, isTemporary }: Shape<T>): T {
  const body = parse(bytes, status);
  if (isTemporary?.(body)) throw new SourceError('temporary', { status });
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new SourceError('unexpected_shape', {
    status,
    detail: first ? `${first.code} at ${first.path.map(String).join('.') || 'the top'}` : undefined,
  });
}

function parse(bytes: Uint8Array, status: number): unknown {
  try {
    // Not by Buffer's own toString, which keeps the mark at the beginning that some servers send.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new SourceError('not_json', { status });
  }
}
