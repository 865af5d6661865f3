import { destination, type Logger, pino } from 'pino';
import { inWords } from './in-words.ts';

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
