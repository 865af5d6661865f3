import { styleText } from 'node:util';
import { destination, type Logger, pino } from 'pino';

const BUFFER_CHARACTERS = 16_000;
/** The most that is kept of a log that cannot be written; what comes on top is lost. */
const MOST_KEPT_BYTES = 1_000_000;
const FLUSH_EVERY_MS = 1000;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export type Log = ReturnType<typeof createLog>;

export type { Logger };

/**
 * Logs lines of JSON on standard error, and in words where that is a terminal; nothing is logged that names a VIN, a query, a payment or a client.
 * Lines of requests are written together: one system call each would cost more than answering.
 */
export function createLog(level: LogLevel) {
  const output = destination({ dest: 2, sync: true, maxLength: MOST_KEPT_BYTES });
  // A log that cannot be written, as to a full disk, must not end what goes on: its lines are tried again with the next.
  // @NOTE never flushSync: it would wait, and everything with it, until there is room.
  output.on('error', () => {});
  const { isTTY } = process.stderr;
  let lines = '';
  const flush = () => {
    if (lines !== '') output.write(isTTY ? lines.replaceAll(/.+/g, inWords) : lines);
    lines = '';
  };
  // In the order in which things happened.
  const write = (line: string) => {
    lines += line;
    flush();
  };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, { write });
  const flushing = setInterval(flush, FLUSH_EVERY_MS);
  flushing.unref();
  return {
    logger,
    /** Prepares the line of all requests that share these fields. */
    requestLog(fields: {
      method: string;
      route: string;
      status: number;
    }): (requestId: string, durationMs: number) => void {
      if (!logger.isLevelEnabled('info')) return () => {};
      // The one line written for every request is put together by hand: serialising it costs more than the answer.
      // Nothing in it needs escaping: an id of ours, numbers, and fields that are escaped here.
      const prepared = JSON.stringify({ ...fields, msg: 'request' }).slice(1, -1);
      return (requestId, durationMs) => {
        const rounded = Math.round(durationMs * 100) / 100;
        lines += `{"level":30,"time":${Date.now()},"requestId":"${requestId}","durationMs":${rounded},${prepared}}\n`;
        if (isTTY || lines.length > BUFFER_CHARACTERS) flush();
      };
    },
    async [Symbol.asyncDispose]() {
      clearInterval(flushing);
      flush();
    },
  };
}

const WARN = 40;
const ERROR = 50;
const SERVER_FAULT = 500;
const TIME_OF_DAY = { hour12: false } as const;

/** A line of the log as people at a terminal read it: the time, what happened, and what with. */
export function inWords(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line);
  const at = paint('dim', new Date(time).toLocaleTimeString('en-GB', TIME_OF_DAY));
  if (msg === 'request') return `${at}  ${describeRequest(fields)}`;
  const said = level >= ERROR ? paint('red', msg) : level >= WARN ? paint('yellow', msg) : msg;
  const facts = Object.entries(fields).map(([name, value]) => `${inSmall(name)} ${describe(value)}`);
  return `${at}  ${[said, ...facts].join(', ')}`;
}

interface RequestLine {
  method: string;
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
}

function describeRequest({ method, route, status, durationMs, requestId }: RequestLine): string {
  const isFault = status >= SERVER_FAULT;
  const shown = paint(isFault ? 'red' : status < 400 ? 'green' : 'cyan', String(status));
  // By its id a caller who complains names a request.
  return `${method} ${route} ${shown} in ${durationMs} ms${isFault ? `, request ${requestId}` : ''}`;
}

/** Of a fault its kind, and the place in our own code where it arose. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(describe).join('; ');
  if (!('kind' in value)) return JSON.stringify(value);
  const frames = 'frames' in value && Array.isArray(value.frames) ? value.frames.map(String) : [];
  const own = frames.find((frame) => !/node:|node_modules/.test(frame));
  return own === undefined
    ? String(value.kind)
    : `${value.kind} ${own.replace(/^at .*?\(?file:\/\//, 'at ')}`;
}

const inSmall = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Colours where the terminal has them and nobody asked for none (NO_COLOR, FORCE_COLOR). */
function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return styleText(colour, text, { stream: process.stderr });
}
