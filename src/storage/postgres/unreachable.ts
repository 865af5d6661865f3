import type pg from 'pg';

type Place = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>;

/** A server that was tried, and why it cannot be used. */
export interface Failed {
  place: Place;
  error: unknown;
}

/**
 * No server of DATABASE_URL can be used. Says of each where it was looked for, what was wrong and what to do, never by
 * which password.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  readonly advice: string;

  constructor(failed: readonly Failed[]) {
    const each = failed.map(({ place, error }) => `${nameOf(place)}: ${reasonOf(error, place)}`);
    const advice = each.join(' ');
    super(`PostgreSQL cannot be used. ${advice}`, { cause: failed.at(-1)?.error });
    this.advice = advice;
  }
}

const nameOf = ({ host, port, user, database }: Place) =>
  `Database "${database}" of DATABASE_URL at ${host}, port ${port}, ${user === undefined ? 'without a user' : `as user "${user}"`}`;

/** Reasons by the codes of Node and of PostgreSQL. */
const reasons: Readonly<Record<string, (place: Place) => string>> = {
  ECONNREFUSED: () => 'nothing listens there. Start PostgreSQL, or correct host and port.',
  ENOENT: () => 'there is no such socket. Start PostgreSQL, or correct the host.',
  ENOTFOUND: ({ host }) => `no machine is known by the name ${host}. Correct the host.`,
  EAI_AGAIN: ({ host }) =>
    `the name ${host} cannot be looked up. See to the name server, or correct the host.`,
  EHOSTUNREACH: () => 'no way leads there. Correct the host, or see to the network.',
  ETIMEDOUT: () => SILENT,
  ECONNRESET: () => ENDED,
  '28P01': () => 'it refuses this password. Correct user and password.',
  '28000': () => 'it does not let this user in. Correct the user, or allow it in pg_hba.conf.',
  '3D000': ({ database }) => `it has no such database. Make it (createdb ${database}), or correct the name.`,
  '53300': () => 'it has no connection left. Raise its max_connections, or put PgBouncer in front.',
  '57P03': () => 'it is starting or stopping. Try again in a moment.',
};

const SILENT = 'it does not answer. Correct host and port, or see to the network and its firewalls.';
const ENDED =
  'it ends the connection before it says anything. Is this PostgreSQL, and does it want TLS (?sslmode=require)?';

/** Messages of the driver itself, which have no code. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/timeout/, SILENT],
  [/terminated unexpectedly/, ENDED],
  [
    /password must be a (non-empty )?string/,
    'it wants a password, and DATABASE_URL has none. Write it before the @.',
  ],
  [
    /does not support SSL/,
    'it takes no TLS. Leave sslmode out of DATABASE_URL, or turn TLS on at the server.',
  ],
];

function reasonOf(error: unknown, place: Place): string {
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error && typeof error.code === 'string' ? reasons[error.code] : undefined;
  if (known) return known(place);
  const text = texts.find(([form]) => form.test(error.message))?.[1];
  return text ?? `${error.message}. Correct DATABASE_URL, or see to the server.`;
}
