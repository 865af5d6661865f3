import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Times a piece of work again and again, one after the other, in milliseconds. */
export async function timesOf(rounds: number, work: (round: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    await work(round);
    times.push(performance.now() - startedMs);
  }
  return times;
}

/** "median 0.12 ms, p95 0.20 ms, p99 0.31 ms" */
export function describeTimes(timesMs: readonly number[]): string {
  const at = (share: number) => `${quantile(timesMs, share).toFixed(3)} ms`;
  return `median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`;
}

/** Microseconds of processor time of all threads that the work takes; what else the machine does counts for nobody. */
export async function processorUs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** One side of a comparison: does its part of a round and says how many calls it answered in a second. */
export interface Side {
  name: string;
  turn(): Promise<number>;
}

/** Answers to each second of processor time of the server: what else the machine does meanwhile counts for nobody. */
export async function askByProcessor(
  server: Child,
  asking: Omit<Asking, 'port' | 'mayRest'>,
): Promise<number> {
  const before = server.processorSeconds();
  await ask({ ...asking, port: server.port, mayRest: true });
  return asking.headers.length / (server.processorSeconds() - before);
}

/**
 * Measures both sides in turn, round after round, so that whatever else the machine does falls on both, and prints the
 * median of the rounds' ratios. Rounds to warm up do not count.
 */
export async function compare(
  name: string,
  [ours, other]: readonly [Side, Side],
  { rounds, least, warm = 1 }: { rounds: number; least: number; warm?: number },
): Promise<void> {
  const pairs: { our: number; their: number }[] = [];
  for (let round = -warm; round < rounds; round++) {
    // The two take turns at being first, so that neither always follows a burst of the other.
    const early = round % 2 === 0 ? undefined : await ours.turn();
    const their = await other.turn();
    const our = early ?? (await ours.turn());
    if (round >= 0) pairs.push({ our, their });
  }
  const ratios = pairs.map(({ our, their }) => our / their);
  const rate = (rates: number[]) => `${Math.round(median(rates))}/s`;
  console.log(
    `${name}: ${ours.name} ${rate(pairs.map(({ our }) => our))}, ${other.name} ${rate(pairs.map(({ their }) => their))}, ` +
      `median ratio of ${rounds} rounds ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; at least ${least})`,
  );
}

export interface Child extends AsyncDisposable {
  port: number;
  /** Seconds of processor time of all its threads so far. */
  processorSeconds(): number;
}

/** Runs a server in a process of its own; it prints its address, from which the port is read. */
export async function startChild(args: readonly string[], env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /localhost:(\d+)/.exec(line)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)));
  });
  const tasks = `/proc/${child.pid}/task`;
  return {
    port,
    // Linux counts in nanoseconds there; a thread that ends meanwhile is left out.
    processorSeconds: () =>
      globSync(`${tasks}/*/schedstat`)
        .map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e9)
        .reduce((sum, seconds) => sum + seconds, 0),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** The whole service in a process of its own, behind a proxy that names its clients. */
export const startService = (folder: string): Promise<Child> =>
  startChild(['bin/forecourt.js', 'serve'], {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SAMPLES_REFRESH: 'off',
    TRUSTED_PROXIES: '1',
  });

/** Counted on, because two callers of one address would reach its limit. */
let nextClient = randomInt(2 ** 24);

/** Headers of callers behind a proxy: one alone would soon have to wait. */
export function newClients(calls: number, callsPerClient: number): string[] {
  const address = () => {
    const number = nextClient++;
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  };
  const clients = Array.from({ length: calls / callsPerClient }, () => `X-Forwarded-For: ${address()}`);
  return Array.from({ length: calls }, (_, index) => clients[index % clients.length] ?? '');
}

interface Asking {
  port: number;
  path: string;
  /** One header line for each request. */
  headers: readonly string[];
  connections: number;
  /** The status of every answer: a rate of wrong answers is worth nothing. */
  status: number;
  /** Leaves the processor to a server of several threads whenever there is nothing to read. */
  mayRest?: boolean;
}

/**
 * Asks once with each header line and returns the answers a second. Raw sockets, so that asking costs less than what
 * it compares.
 */
export async function ask({
  port,
  path,
  headers,
  connections,
  status,
  mayRest = false,
}: Asking): Promise<number> {
  const requests = headers.values();
  const startedMs = performance.now();
  using _ = mayRest ? undefined : stayAwake();
  const connection = () => askOver(port, path, requests, status);
  await Promise.all(Array.from({ length: connections }, connection));
  return (headers.length / (performance.now() - startedMs)) * 1_000;
}

function askOver(port: number, path: string, headers: Iterator<string>, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let [received, usualLength] = ['', 0];
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    const sendNext = () => {
      const { value, done } = headers.next();
      if (done) socket.end();
      else socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${value}\r\n\r\n`);
    };
    socket.once('connect', sendNext);
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      // Nearly every answer is as long as the one before: no need to look into it.
      const length = received.length === usualLength ? usualLength : answerLength(received);
      if (length === 0 || received.length < length) return;
      usualLength = length;
      if (Number(received.slice(9, 12)) !== status) {
        socket.destroy(new Error(`Expected ${status} of ${path}: ${received.slice(0, 200)}`));
        return;
      }
      received = '';
      sendNext();
    });
  });
}

/** Characters of the first answer; 0 while its headers are not complete. */
function answerLength(received: string): number {
  const [head = '', body] = received.split('\r\n\r\n', 2);
  if (body === undefined) return 0;
  return head.length + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** Keeps this process running: one that sleeps must be woken by the server's write, which costs that more than the answer. */
function stayAwake(): Disposable {
  let awake = true;
  const spin = () => {
    if (awake) setImmediate(spin);
  };
  spin();
  return {
    [Symbol.dispose]() {
      awake = false;
    },
  };
}
