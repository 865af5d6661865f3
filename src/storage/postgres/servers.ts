import { createHash } from 'node:crypto';
import pg from 'pg';
import type { SqlValue } from '../sql/sql.ts';
import { type Failed, UnreachableError } from './unreachable.ts';

const INT8 = 20;
const READ_ONLY_TRANSACTION = '25006';

/** Whole numbers as numbers: the schema has none beyond what those hold exactly. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/**
 * An address for each server that one address names, as PostgreSQL's own clients read it:
 * `postgres://user@first,second:5433/name`. Behind all of them is one database; one takes writes at a time.
 */
function serversIn(url: string): readonly [string, ...string[]] {
  const [, start, hosts, rest] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]+)(.*)$/.exec(url) ?? [];
  if (start === undefined || hosts === undefined || !hosts.includes(',')) return [url];
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host}${rest}`);
  return [first, ...others];
}

class StandbyError extends Error {
  override readonly name = 'StandbyError';
  constructor() {
    super('it takes no writes, for it follows another');
  }
}

async function refuseStandby(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw new StandbyError();
}

/**
 * One connection outside the pool, to the first server that takes writes; whoever asks for it ends it. Rejects with an
 * UnreachableError.
 */
export async function connect({ url, ...options }: pg.ClientConfig & { url: string }): Promise<pg.Client> {
  const servers = serversIn(url);
  const failed: Failed[] = [];
  for (const connectionString of servers) {
    const connection = clientOf({ ...options, connectionString, types: typeParsers });
    // Reported by the query that fails; without a listener it would end the process.
    connection.on('error', () => {});
    try {
      await connection.connect();
      if (servers.length > 1) await refuseStandby(connection);
      return connection;
    } catch (error) {
      failed.push({ place: connection, error });
      await connection.end().catch(() => {});
    }
  }
  throw new UnreachableError(failed);
}

/** @NOTE the driver's own message may hold the address, and with it the password. */
function clientOf(options: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(options);
  } catch {
    throw new AddressError();
  }
}

class AddressError extends Error {
  override readonly name = 'AddressError';
  constructor() {
    super(
      'DATABASE_URL is no address that can be read: write it as postgres://user:password@host:5432/name, a port up to 65535, and of a password what is neither letter nor digit in percent-encoding (@ as %40).',
    );
  }
}

export interface Pool {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
  end(): Promise<void>;
}

interface PoolOptions extends pg.PoolConfig {
  url: string;
  /** A statement that is not answered by then fails, and its connection is closed. */
  deadlineMs: number;
}

/**
 * Connections to the server that takes writes. Where it is lost, or becomes a standby, the others are tried in turn, and
 * the one that was found is kept to. Only what was not begun is tried elsewhere: of a statement whose connection broke
 * nobody knows whether it was carried out.
 */
export function openPool({ url, deadlineMs, ...options }: PoolOptions): Pool {
  const servers = serversIn(url);
  const pools = servers.map((connectionString) => {
    const onConnect = servers.length > 1 ? { onConnect: refuseStandby } : {};
    const pool = new pg.Pool({ ...options, ...onConnect, connectionString, types: typeParsers });
    // A connection that breaks is replaced by the pool, and its statement fails; without listeners it would end the process.
    pool.on('error', () => {});
    pool.on('connect', (connection) => connection.on('error', () => {}));
    return pool;
  });

  let current = 0;
  async function connected(): Promise<pg.PoolClient> {
    let failure: unknown;
    for (const _ of pools) {
      const tried = current;
      try {
        const connection = await pools[tried]?.connect();
        if (connection) return connection;
      } catch (error) {
        failure = error;
        // Unless somebody else has moved on meanwhile.
        if (current === tried) current = (tried + 1) % pools.length;
      }
    }
    throw failure;
  }
  async function query(asked: pg.QueryConfig): Promise<pg.QueryResult> {
    const connection = await connected();
    try {
      const result = await ask(connection, asked, deadlineMs);
      connection.release();
      return result;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }
  return {
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    query: (asked) =>
      query(asked).catch((error: unknown) => {
        // It became a standby under an open connection: nothing was done, and that connection is gone.
        if (servers.length > 1 && error instanceof pg.DatabaseError && error.code === READ_ONLY_TRANSACTION)
          return query(asked);
        throw error;
      }),
  };
}

/**
 * Asks with a callback and a limit of our own. For a promise, and for a limit of its own, the driver assigns functions
 * to its query, and V8 places such functions among what is old from the start: with each the whole answer is kept, and
 * copied by every collection, until the old is collected too.
 */
async function ask(
  connection: pg.ClientBase,
  asked: pg.QueryConfig,
  deadlineMs: number,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const limit = setTimeout(
    () => reject(new Error(`PostgreSQL did not answer within ${deadlineMs / 1000} s.`)),
    deadlineMs,
  );
  try {
    connection.query(asked, (error, result) => (error ? reject(error) : resolve(result)));
    return await promise;
  } finally {
    clearTimeout(limit);
  }
}

/** Runs a statement and gives its rows; PostgreSQL alone takes lists too. */
export type Run = <Row>(
  text: string,
  parameters?: readonly (SqlValue | readonly string[])[],
) => Promise<Row[]>;

/** A statement that has a name is parsed and planned once on each connection. */
export function runnerOf(pool: Pool, prepareStatements: boolean): Run {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    let name = names.get(text);
    if (name === undefined) {
      // Derived from the text, so that two versions of the program never mean different statements by one name.
      name = `forecourt_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
      names.set(text, name);
    }
    return name;
  };
  return async <Row>(text: string, parameters: readonly (SqlValue | readonly string[])[] = []) => {
    const query = { text, values: [...parameters], ...(prepareStatements && { name: nameOf(text) }) };
    return (await pool.query(query)).rows as Row[];
  };
}
