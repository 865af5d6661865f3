import { destination, type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

export type { Logger };

/** Lines of JSON on standard error; nothing is logged that names a VIN, a query, a payment or a client. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: false }),
  );
}
