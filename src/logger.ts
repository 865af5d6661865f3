import { destination, type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

const BUFFER_BYTES = 16_000;
const FLUSH_EVERY_MS = 1000;

export interface ClosableLogger extends AsyncDisposable {
  logger: Logger;
}

export type { Logger };

/**
 * Lines of JSON on standard error; nothing is logged that names a VIN, a query, a payment or a client.
 * Lines are written together: one system call each would cost more than answering.
 */
export function createLogger(level: Config['logLevel']): ClosableLogger {
  const output = destination({ dest: 2, sync: true, minLength: BUFFER_BYTES });
  const flushing = setInterval(() => output.flush(), FLUSH_EVERY_MS);
  flushing.unref();
  return {
    logger: pino({ level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, output),
    async [Symbol.asyncDispose]() {
      clearInterval(flushing);
      output.flushSync();
    },
  };
}
