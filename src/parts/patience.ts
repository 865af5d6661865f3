import type { Config } from '../config/config.ts';

/** Of a request, so that a report with parts that are late is still paid for and sent in time. */
export const SHARE_OF_REPORT = 0.75;

/** Of that, for one part of a report: the rest goes to the sources and to the payment. */
export const partPatienceMs = (config: Config) => (config.requestDeadlineMs * SHARE_OF_REPORT) / 2;
