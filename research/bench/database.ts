import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { anAddress } from '../../test/fleet/buyers.ts';
import { probe, startMember } from '../../test/fleet/fleet.ts';
import { openLongWay } from '../../test/fleet/long-way.ts';
import { ask, hasServer, openPostgres, urlOf } from '../../test/fleet/own-postgres.ts';
import { freePort } from '../../test/free-port.ts';
import { askRequirements, createPayer } from '../../test/payments/payer.ts';
import { quantile, startChild } from './measure.ts';
import { inventVins } from './vin-corpus.ts';

const FREE: readonly [path: string, status: number][] = [
  ['/', 200],
  ['/docs', 200],
  ['/v1/sample/decode', 200],
  ['/v1/decode', 402],
];
const CALLS_PER_STATE = 400;
const CALLS = 100;
const ROUNDS = 3;
const SETTLING_MS = 300;
const IDLE_MS = 5_000;
/** PostgreSQL tells its counts with some delay. */
const TOLD_AFTER_MS = 2_000;

/**
 * The time that free calls take while the database of a service is well, has a locked table, or says nothing; and what
 * each kind of call asks of it.
 */
export async function run(): Promise<void> {
  if (!hasServer) return console.log('No PostgreSQL server here.');
  await using servers = await openPostgres();
  const port = await freePort();
  await servers.start(await servers.initialise('data'), port);
  await using way = await openLongWay(port);
  await using standIn = await startChild(['research/bench/servers/stand-in.ts']);
  await using member = await startMember({ url: `http://127.0.0.1:${standIn.port}` }, urlOf(way.port));
  while ((await probe(member)) !== 200) await wait(100);
  const agent = new Agent({ keepAlive: true });
  const call = (path: string, signature?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        'X-Forwarded-For': anAddress(),
        ...(signature !== undefined && { 'PAYMENT-SIGNATURE': signature }),
      };
      get(`${member.url}${path}`, { agent, headers }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode)),
      ).once('error', reject);
    });
  async function timeFree(): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < CALLS_PER_STATE / FREE.length; round++) {
      for (const [path, status] of FREE) {
        const startedMs = performance.now();
        const answered = await call(path);
        times.push(performance.now() - startedMs);
        if (answered !== status) throw new Error(`${path} was answered with ${answered}`);
      }
    }
    return times;
  }

  const lock = (table: string) => async () => {
    const holder = new pg.Client({ connectionString: urlOf(port) });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return () => holder.end();
  };
  const delay = (delayMs: number) => async () => {
    way.delayMs = delayMs;
    return async () => {
      way.delayMs = 0;
    };
  };
  const states: Record<string, () => Promise<() => Promise<void>>> = {
    'counters locked': lock('counters'),
    'payments locked': lock('payments'),
    '1 s away': delay(1_000),
    silent: delay(Number.POSITIVE_INFINITY),
  };
  await timeFree();
  const times = new Map<string, number[]>();
  const note = (name: string, taken: number[]) => times.set(name, [...(times.get(name) ?? []), ...taken]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, begin] of Object.entries(states)) {
      note('well', await timeFree());
      const end = await begin();
      await wait(SETTLING_MS);
      note(name, await timeFree());
      await end();
      while ((await probe(member)) !== 200) await wait(100);
    }
  }
  const wellMs = quantile(times.get('well') ?? [], 0.99);
  for (const [name, taken] of times) {
    const p99 = quantile(taken, 0.99);
    console.log(
      `free calls, database ${name}: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
        `${(p99 / wellMs).toFixed(2)} times of well (at most 1.5)`,
    );
  }

  const requirements = await askRequirements(member.url, '/v1/decode');
  const vins = inventVins(loadDataset(defaultDatasetPath()), 2 * CALLS).values();
  const kinds: Record<string, () => Promise<number | undefined>> = {
    'a page': () => call('/'),
    'a sample': () => call('/v1/sample/decode'),
    'a challenge': () => call('/v1/decode'),
    'a paid decode': () => call(`/v1/decode?vin=${vins.next().value}`, createPayer(requirements).sign()),
  };
  /** Work that goes on beside, in a millisecond. */
  let beside: Work = { statements: 0, bytes: 0 };
  const count = async (work: () => Promise<unknown>): Promise<Work & { ms: number }> => {
    const [before, startedMs] = [await doneBy(port), performance.now()];
    await work();
    const after = await doneBy(port);
    const ms = performance.now() - startedMs;
    return {
      statements: after.statements - before.statements - beside.statements * ms,
      bytes: after.bytes - before.bytes - beside.bytes * ms,
      ms,
    };
  };
  const idle = await count(() => wait(IDLE_MS));
  beside = { statements: idle.statements / idle.ms, bytes: idle.bytes / idle.ms };
  for (const [name, once] of Object.entries(kinds)) {
    const { statements, bytes } = await count(async () => {
      for (let answered = 0; answered < CALLS; ) if ((await once()) !== 422) answered += 1;
    });
    console.log(
      `${name}: ${Math.max(0, statements / CALLS).toFixed(1)} statements and ` +
        `${Math.max(0, bytes / CALLS / 1_024).toFixed(1)} KB of write-ahead log a call`,
    );
  }
  agent.destroy();
}

interface Work {
  statements: number;
  bytes: number;
}

/** All that a database has done. Each statement outside of a transaction is one. */
async function doneBy(port: number): Promise<Work> {
  await wait(TOLD_AFTER_MS);
  const [row] = await ask(
    port,
    `SELECT xact_commit + xact_rollback AS statements, pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes
     FROM pg_stat_database WHERE datname = 'postgres'`,
  );
  return { statements: Number(row?.statements), bytes: Number(row?.bytes) };
}
