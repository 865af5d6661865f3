import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';

const SERVER_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** The databases of a run of the tests begin with this name, and are dropped when it is over. */
const RUN = process.env.FORECOURT_TEST_RUN;

/** Whether there is a server; what else stands in for it lacks COPY. */
export const hasServer = await serverAnswers();

export interface TestPostgres extends AsyncDisposable {
  /** The ground on which the tests ran: a server, or PostgreSQL compiled into this process. */
  engine: 'server' | 'pglite';
  url: string;
}

/** A database with nothing in it, on the running server (TEST_POSTGRES_URL or the local one), else in this process. */
export async function withPostgres(): Promise<TestPostgres> {
  users += 1;
  const database = idle.pop() ?? (await ((await serverAnswers()) ? databaseOnServer() : databaseInProcess()));
  await database.empty();
  return {
    engine: database.engine,
    url: database.url,
    async [Symbol.asyncDispose]() {
      users -= 1;
      idle.push(database);
      const isDroppedLater = RUN !== undefined && database.engine === 'server';
      if (users === 0 && !isDroppedLater) await Promise.all(idle.splice(0).map(({ stop }) => stop()));
    },
  };
}

interface Database {
  engine: TestPostgres['engine'];
  url: string;
  empty(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/**
 * Making and dropping a database takes the server seconds, as does starting an engine: the one that somebody has done
 * with serves the next of the worker. Two at the same time have one each.
 */
const idle: Database[] = [];
let users = 0;

const EMPTY = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public';

async function serverAnswers(): Promise<boolean> {
  const { hostname, port } = new URL(SERVER_URL);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 1_000 });
    const answer = (reached: boolean) => () => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });
}

async function databaseOnServer(): Promise<Database> {
  const name = `${RUN ?? 'forecourt_test'}_${randomBytes(6).toString('hex')}`;
  await onServer(SERVER_URL, `CREATE DATABASE ${name}`);
  // Nothing here stops the server itself, so that nothing has to wait for its disk.
  await onServer(SERVER_URL, `ALTER DATABASE ${name} SET synchronous_commit = off`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return {
    engine: 'server',
    url: url.href,
    empty: () => onServer(url.href, EMPTY),
    stop: () => onServer(SERVER_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(connectionString: string, statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Drops what the workers of a run have left on the server. */
export async function dropDatabases(run: string): Promise<void> {
  if (!hasServer) return;
  const left = await onServer(
    SERVER_URL,
    `SELECT datname AS name FROM pg_database WHERE datname LIKE '${run.replaceAll('_', '\\_')}\\_%'`,
  );
  for (const { name } of left) await onServer(SERVER_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function databaseInProcess(): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const database = await PGlite.create();
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 50 });
  await server.start();
  return {
    engine: 'pglite',
    url: `postgres://postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    async empty() {
      await database.exec(EMPTY);
    },
    async stop() {
      await server.stop();
      await database.close();
    },
  };
}
