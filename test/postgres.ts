import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';

const SERVER_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface TestPostgres extends AsyncDisposable {
  /** What the tests ran on: a server, or PostgreSQL compiled into this process. */
  engine: 'server' | 'pglite';
  url: string;
}

/** A fresh database on the running server (TEST_POSTGRES_URL or the local one), else on an engine in this process. */
export async function withPostgres(): Promise<TestPostgres> {
  return (await serverAnswers()) ? databaseOnServer() : databaseInProcess();
}

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

async function databaseOnServer(): Promise<TestPostgres> {
  const name = `forecourt_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER_URL);
  url.pathname = `/${name}`;
  return {
    engine: 'server',
    url: url.href,
    [Symbol.asyncDispose]: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Starting the engine takes seconds, so that one serves all users of a process, one after the other. */
let engine: ReturnType<typeof startEngine> | undefined;
let users = 0;

/** @NOTE It has one database: whoever asks for another one loses what the one before has left. */
async function databaseInProcess(): Promise<TestPostgres> {
  users += 1;
  engine ??= startEngine();
  const { database, server } = await engine;
  await database.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return {
    engine: 'pglite',
    url: `postgres://postgres@${server.getServerConn()}/postgres?sslmode=disable`,
    async [Symbol.asyncDispose]() {
      users -= 1;
      if (users > 0) return;
      engine = undefined;
      await server.stop();
      await database.close();
    },
  };
}

async function startEngine() {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const database = await PGlite.create();
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 50 });
  await server.start();
  return { database, server };
}
